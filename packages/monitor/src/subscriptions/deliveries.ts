import type { Flow } from '@flow-query/core'
import type { Alert, KnownIncidents } from '../alerts/alert.js'
import type { Subscribers } from '../alerts/monitor.js'
import { type Attempt, delayUntilRetry } from '../alerts/outbox.js'
import { MonitorError, reasonOf } from '../alerts/state-file.js'
import type { Address, Send } from './channels.js'
import type { Keys } from './keys.js'
import { type NoticeOptions, noticeOf } from './notice.js'
import type { SubscriptionStore } from './store.js'
import { type Delivery, isQuiet, type Subscription } from './subscription.js'
import { createWatched } from './watched.js'

export interface DeliveriesOptions extends Omit<NoticeOptions, 'time'> {
  store: SubscriptionStore
  keys: Keys
  send: Send
  flows: () => ReadonlyMap<string, Flow>
  /** Called when other flows have to be checked. */
  onChange: () => void
  /** Called with a problem of the store, in one sentence. */
  onNote: (text: string) => void
  onSent: (channel: Subscription['channel']['type'], result: Attempt['result']) => void
  clock: () => number
}

export interface Deliveries extends Subscribers {
  /** Whether a flow has a subscription. */
  watches: (flow: Flow) => boolean
  /**
   * Starts to send what is due.
   *
   * @throws {MonitorError} if another instance has taken over
   */
  start: () => void
  /** Waits for the messages that are being sent. */
  settled: () => Promise<unknown>
}

/** More alerts than this at the same time are one message. */
const maximumMessages = 3
const maximumInDigest = 100
/** A slow receiver delays only its own host. */
const maximumPerHost = 50
const maximumAtOnce = 400

/**
 * Tells each subscriber once about each incident that begins or ends. Messages follow from the open incidents and from those that
 * the subscriber knows, so nothing is lost if the process is killed. A message that is sent again has the same ID.
 */
export function createDeliveries(options: DeliveriesOptions): Deliveries {
  const { store, keys, send, flows, onChange, onNote, onSent, clock } = options
  const sending = new Map<string, { host: string; alerts: Alert[]; told: Promise<unknown> }>()
  let failure: MonitorError | undefined
  const watched = createWatched()
  let known: KnownIncidents = { open: [], ended: new Map() }

  /** Returns what a subscriber doesn't know yet. */
  function newsFor({ onlyStops, delivery: { told } }: Subscription, open: readonly Alert[]): Alert[] {
    const over = told.flatMap(id => known.ended.get(id) ?? [])
    const begun = open.filter(({ id, stops }) => !told.includes(id) && (stops || !onlyStops))
    return [...over, ...begun]
  }

  /** The message is saved before it is sent. After a crash, it is sent again with the same ID, which receivers know. */
  async function tell({ id, channel, delivery }: Subscription, alerts: Alert[], address: Address): Promise<void> {
    if (delivery.sending.length === 0) await saved(store.saveDelivery(id, { ...delivery, sending: alerts }))
    if (failure) return
    const attempt = await send(address, noticeOf(alerts, { ...options, time: clock() }))
    onSent(channel.type, attempt.result)
    if (attempt.result === 'gone') await saved(store.remove(id))
    else await saved(store.saveDelivery(id, afterAttempt(delivery, alerts, attempt, clock())))
  }

  /** Until the store can be written again, a restart repeats messages, which is better than missing ones. */
  async function saved(saving: Promise<void>): Promise<void> {
    await saving.catch((error: Error) => {
      if (error instanceof MonitorError) failure = error
      else onNote(`The subscriptions can't be saved: ${reasonOf(error)}. Messages are still sent.`)
    })
  }

  function alertsOnTheirWay(): Alert[] {
    return Array.from(sending.values()).flatMap(({ alerts }) => alerts)
  }

  return {
    watches: watched.watches,
    update(incidents) {
      known = incidents
    },
    knownAlerts() {
      const deliveries = Array.from(store.all.values(), ({ delivery }) => delivery)
      const unconfirmed = [...deliveries.flatMap(({ sending }) => sending), ...alertsOnTheirWay()]
      return new Set([...deliveries.flatMap(({ told }) => told), ...unconfirmed.map(({ id }) => id)])
    },
    start() {
      if (failure) throw failure
      const now = clock()
      if (watched.update(Array.from(store.all.values(), ({ target }) => target))) onChange()
      const openFor = watched.alertsByTarget(known.open, flows())
      for (const one of store.all.values()) {
        if (sending.size >= maximumAtOnce) return
        if (one.isPaused || one.confirmation !== null || one.delivery.nextAttempt > now || sending.has(one.id)) continue
        const alerts =
          one.delivery.sending.length > 0 ? one.delivery.sending : nextMessage(newsFor(one, openFor(one.target)))
        if (alerts.length === 0 || isQuiet(one, now)) continue
        const address = JSON.parse(keys.decrypt(one.channel.sealed)) as Address
        const host = hostOf(address)
        if (Array.from(sending.values()).filter(other => other.host === host).length >= maximumPerHost) continue
        const told = tell(one, alerts, address).finally(() => sending.delete(one.id))
        sending.set(one.id, { host, alerts, told })
      }
    },
    settled: () => Promise.all(Array.from(sending.values(), ({ told }) => told)),
  }
}

function hostOf(address: Address): string {
  return address.type === 'telegram'
    ? 'telegram'
    : new URL(address.type === 'push' ? address.endpoint : address.url).host
}

/** Many alerts at the same time are one message. */
function nextMessage(alerts: Alert[]): Alert[] {
  return alerts.length > maximumMessages ? alerts.slice(0, maximumInDigest) : alerts.slice(0, 1)
}

/** A message that is rejected, or that can't be delivered for days, is not sent again. */
function afterAttempt({ told, attempts }: Delivery, alerts: Alert[], attempt: Attempt, now: number): Delivery {
  const delay = attempt.result === 'failed' ? delayUntilRetry(attempts + 1, attempt.retryAfter) : null
  if (delay !== null) return { told, sending: alerts, attempts: attempts + 1, nextAttempt: now + delay }
  const begun = alerts.filter(({ status }) => status === 'open').map(({ id }) => id)
  const isOver = (id: string) => alerts.some(alert => alert.id === id && alert.status === 'resolved')
  return { told: [...told.filter(id => !isOver(id)), ...begun], sending: [], attempts: 0, nextAttempt: 0 }
}
