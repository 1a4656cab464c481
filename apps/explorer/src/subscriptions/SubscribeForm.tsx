import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { allowedStorage } from '../browser/allowed-storage'
import type { Subject } from './describe'
import { type Channel, createSubscription, readOffer } from './monitor'
import { Problem } from './Problem'
import { canNotify, NoPushProblem, openPushChannel } from './push'
import { Settings } from './Settings'
import { storedSubscriptions, storeSubscriptions } from './stored-subscriptions'
import { TelegramLink } from './TelegramLink'

interface SubscribeFormProps {
  monitor: string
  subjects: readonly Subject[]
  onDone: () => void
  /** Offers notifications of the open page instead, or null if it can't show them. */
  onPageNotices: (() => void) | null
  /** More buttons. */
  children: ReactNode
}

export function SubscribeForm({ monitor, subjects, onDone, onPageNotices, children }: SubscribeFormProps) {
  const offer = useQuery({
    queryKey: ['flow-explorer', 'offer', monitor],
    queryFn: () => readOffer(monitor),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  // One link for each created subscription, or null without Telegram. After an error, the next attempt creates the others.
  const [links, setLinks] = useState<readonly (string | null)[]>([])
  const subscribe = useMutation({ mutationFn: createAll, onSuccess: onDone })
  const hasTelegram = offer.data?.telegramBot ?? false
  const canSubscribe = offer.isSuccess && !subscribe.isSuccess && (canNotify() || hasTelegram)

  async function createAll(form: FormData): Promise<void> {
    const storage = allowedStorage('localStorage')
    // Without storage, the user couldn't end the subscription.
    storeSubscriptions(storage, storedSubscriptions(storage))
    const pushKey = offer.data?.pushKey ?? ''
    const channel: Channel = form.get('channel') === 'telegram' ? { type: 'telegram' } : await openPushChannel(pushKey)
    const onlyStops = form.has('onlyStops')
    const quietHours = form.has('from')
      ? { from: String(form.get('from')), to: String(form.get('to')), timeZone: String(form.get('timeZone')) }
      : null
    for (const { target, name } of subjects.slice(links.length)) {
      const created = await createSubscription(monitor, { target, channel, onlyStops, quietHours })
      const { token, telegramLink = null } = created
      storeSubscriptions(storage, [{ monitor, token, name, telegramLink }, ...storedSubscriptions(storage)])
      setLinks(known => [...known, telegramLink])
    }
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    subscribe.mutate(new FormData(event.currentTarget))
  }

  return (
    <form onSubmit={submit}>
      {canSubscribe && (
        <>
          <Settings hasPush={canNotify()} hasTelegram={hasTelegram} />
          <p className="muted">
            The monitor stores where to send messages, encrypted, and these settings. You need no account.
          </p>
        </>
      )}
      <div>
        <div role="status" data-testid="notify-state">
          {offer.isPending && <p className="muted">Loading…</p>}
          {offer.isSuccess && !canNotify() && !hasTelegram && <p>This browser doesn’t support notifications here.</p>}
          {subscribe.isSuccess && links.includes(null) && (
            <p>You are subscribed. Notifications also arrive while the explorer is closed.</p>
          )}
          {subscribe.isSuccess && links.map(link => link !== null && <TelegramLink key={link} href={link} />)}
        </div>
        <Problem error={offer.error ?? subscribe.error} />
      </div>
      {subscribe.error instanceof NoPushProblem && onPageNotices && (
        <p>
          <button type="button" className="link" data-testid="notify-while-open" onClick={onPageNotices}>
            Notify me while this page is open
          </button>
        </p>
      )}
      <div className="actions">
        {canSubscribe && (
          <button
            type="submit"
            className="primary"
            data-testid="notify-subscribe"
            aria-busy={subscribe.isPending}
            disabled={subscribe.isPending}
          >
            {subscribe.isPending ? 'Subscribing…' : 'Subscribe'}
          </button>
        )}
        {children}
      </div>
    </form>
  )
}
