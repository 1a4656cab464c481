import { formatList } from '@flow-query/format'
import { paths } from '../router/paths'
import type { Subscription, Target } from './monitor'

/** A flow, an owner or a search with the name that the user knows. */
export interface Subject {
  target: Target
  name: string
  /** Which flows a search covers, in a sentence. */
  coverage?: string
}

export function targetPath(target: Target): string {
  if ('flow' in target) return paths.flow(target.flow)
  if ('owner' in target) return paths.owner(target.owner)
  const { search, messageType, connectionId } = target.query
  const filters = { q: search, type: messageType, connection: connectionId }
  const chosen = Object.entries(filters).filter((filter): filter is [string, string] => Boolean(filter[1]))
  return `${paths.flows}?${new URLSearchParams(chosen)}`
}

/** Returns for example `Rent, flows of Alice and flows that match “dca”`. */
export function describeSubjects(subjects: readonly Subject[]): string {
  return formatList(subjects.map(({ target, name }) => `${'flow' in target ? '' : phraseFor(target)}${name}`))
}

function phraseFor(target: Exclude<Target, { flow: string }>): string {
  return 'owner' in target ? 'flows of ' : 'flows that match '
}

/** Returns for example `Flow 14`, which is shown next to the name. */
export function describeTarget(target: Target): string {
  if ('flow' in target) return `Flow ${target.flow}`
  return 'owner' in target ? 'Owner' : 'Search'
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
