import { paths } from '../router/paths'
import type { Subscription, Target } from './monitor'

/** A flow or an owner with the name that the user knows. */
export interface Subject {
  target: Target
  name: string
}

export function targetPath(target: Target): string {
  return 'flow' in target ? paths.flow(target.flow) : paths.owner(target.owner)
}

/** Returns for example `Active · This browser · Quiet from 22:00 to 07:00 (Europe/Berlin)`. */
export function describeSubscription(subscription: Subscription): string {
  const { channel, isConfirmed, isPaused, onlyStops, quietHours } = subscription
  const state = isConfirmed ? 'Active' : 'Not confirmed yet'
  return [
    isPaused ? 'Paused' : state,
    channelNames[channel],
    onlyStops && 'Only stops',
    quietHours && `Quiet from ${quietHours.from} to ${quietHours.to} (${quietHours.timeZone})`,
  ]
    .filter(Boolean)
    .join(' · ')
}

const channelNames: Readonly<Record<Subscription['channel'], string>> = {
  push: 'This browser',
  telegram: 'Telegram',
  webhook: 'Webhook',
}
