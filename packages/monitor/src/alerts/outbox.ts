import { type Alert, idOf } from './alert.js'

/** A message that has not been delivered yet. */
export interface Message {
  /** The `webhook-id`. It stays the same in all attempts, so that receivers can ignore repeats. */
  id: string
  /** One alert, or several in a digest. Empty if the message only counts alerts. */
  alerts: Alert[]
  /** The time of the message, in RFC 3339 format. Only set if it only counts alerts. */
  at?: string
  /** The number of alerts, including those that a long digest omits. */
  total: number
  /** The number of alerts by type, such as `flow.failing` or `flow.failing.resolved`. */
  counts: { [type: string]: number }
  attempts: number
  /** Whether the receiver rejected the last attempt, although it works. */
  isRejected: boolean
  /** When the next attempt may start, in milliseconds since 1970. */
  nextAttempt: number
  /** When `nextAttempt` was set, in milliseconds since 1970. If the clock is set back, the next attempt starts immediately. */
  scheduledAt: number
}

/** The messages to deliver. */
export interface Outbox {
  /** The alerts that the next digest will contain, oldest first. */
  pending: Alert[]
  /** The alerts that `pending` omits, by type. */
  omitted: { [type: string]: number }
  /** When the first pending alert was raised, in milliseconds since 1970. Null without pending alerts. */
  pendingSince: number | null
  /** Oldest first. */
  messages: Message[]
}

export const emptyOutbox: Outbox = { pending: [], omitted: {}, pendingSince: null, messages: [] }

/** The maximum number of alerts that are sent separately. If more arrive at once, they are sent as a digest. */
const maximumAtOnce = 20
/** The maximum number of alerts in a digest. More are only counted. */
const maximumInDigest = 100
/** The maximum number of undelivered messages. Until some are delivered, alerts wait for a digest. */
const maximumMessages = 100
/** With this number of undelivered messages, rejected digests are no longer split. */
const maximumParts = 200

/** Adds alerts, and turns the pending alerts into messages if it is time. `digest` is the period of digests in milliseconds, or 0. */
export function addAlerts(before: Outbox, alerts: readonly Alert[], digest: number, time: number): Outbox {
  const all = [...before.pending, ...alerts]
  const pending = all.slice(0, maximumInDigest)
  const omitted = countsOf(all.slice(maximumInDigest), before.omitted)
  const pendingSince = pending.length === 0 ? null : Math.min(before.pendingSince ?? time, time)
  const isDue = pendingSince !== null && time - pendingSince >= digest
  if (!isDue || before.messages.length >= maximumMessages) return { ...before, pending, omitted, pendingSince }

  const isSeparate = digest === 0 && pending.length <= maximumAtOnce && Object.keys(omitted).length === 0
  const messages = isSeparate ? pending.map(alert => messageOf([alert], {}, time)) : [messageOf(pending, omitted, time)]
  return { ...emptyOutbox, messages: [...before.messages, ...messages] }
}

function messageOf(alerts: Alert[], omitted: Outbox['omitted'], time: number): Message {
  const counts = countsOf(alerts, omitted)
  return {
    id: `msg_${idOf(...alerts.map(({ id, status }) => `${id} ${status}`))}`,
    alerts,
    total: Object.values(counts).reduce((sum, count) => sum + count, 0),
    counts,
    attempts: 0,
    isRejected: false,
    nextAttempt: time,
    scheduledAt: time,
  }
}

/** Returns the numbers of alerts by type, added to other numbers. */
function countsOf(alerts: readonly Alert[], others: Outbox['omitted'] = {}): Outbox['omitted'] {
  const counts = { ...others }
  for (const alert of alerts) counts[typeOf(alert)] = (counts[typeOf(alert)] ?? 0) + 1
  return counts
}

/** Returns the type of an alert's message: `flow.failing` or `flow.failing.resolved`. */
export function typeOf({ kind, status }: Alert): string {
  return status === 'open' ? kind : `${kind}.resolved`
}

/** The delays before the attempts of a message in the Standard Webhooks specification, in milliseconds. */
const delays = [
  0,
  5_000,
  5 * 60_000,
  30 * 60_000,
  2 * 3_600_000,
  5 * 3_600_000,
  10 * 3_600_000,
  14 * 3_600_000,
  20 * 3_600_000,
  24 * 3_600_000,
]
/** Delays vary by up to this share, so that many senders don't retry at the same time. */
const jitter = 0.2
/** The longest accepted `Retry-After`, in milliseconds. */
const longestRetryAfter = 86_400_000

/** The result of an attempt to deliver a message. */
export type Attempt =
  /** The receiver rejects this message. It may accept others. `isContent` is false if it rejects the URL or its token instead. */
  | { result: 'rejected'; problem: string; isContent: boolean }
  | { result: 'delivered' }
  /** The receiver does not work. `retryAfter` is the delay that it requested, in milliseconds. */
  | { result: 'failed'; problem: string; retryAfter: number | null }
  /** The receiver wants no more messages. */
  | { result: 'gone'; problem: string }

/** Returns the messages that can be sent now, in their order. An alert waits for earlier messages about the same problem. */
export function dueMessages({ messages }: Outbox, time: number): Message[] {
  const blocked = new Set<string>()
  return messages.filter(({ alerts, nextAttempt, scheduledAt }) => {
    const isFree = !alerts.some(({ id }) => blocked.has(id))
    for (const { id } of alerts) blocked.add(id)
    return isFree && (nextAttempt <= time || time < scheduledAt)
  })
}

/**
 * Removes a delivered message, and schedules the next attempt of a failed one. After the last attempt, the message is removed.
 *
 * If the receiver doesn't work, all other messages wait too. As soon as a message is delivered, the others are sent. If it rejects
 * the content of a digest, the digest is split, so that one alert can't suppress the others.
 */
export function applyAttempt(
  before: Outbox,
  { id }: Message,
  attempt: Attempt,
  time: number,
  random: () => number = Math.random,
): { outbox: Outbox; isGivenUp: boolean } {
  const message = before.messages.find(one => one.id === id)
  const others = before.messages.filter(one => one.id !== id)
  if (!message) return { outbox: before, isGivenUp: false }
  if (attempt.result === 'delivered')
    return {
      outbox: {
        ...before,
        messages: others.map(one => (one.isRejected ? one : { ...one, nextAttempt: time, scheduledAt: time })),
      },
      isGivenUp: false,
    }
  if (attempt.result === 'rejected' && attempt.isContent && before.messages.length < maximumParts) {
    const parts = partsOf(message, time)
    if (parts.length > 1)
      return {
        outbox: { ...before, messages: before.messages.flatMap(one => (one === message ? parts : one)) },
        isGivenUp: false,
      }
  }
  const attempts = message.attempts + 1
  const delay = delays[attempts]
  if (delay === undefined || attempt.result === 'gone')
    return { outbox: { ...before, messages: others }, isGivenUp: true }
  const asked = attempt.result === 'failed' ? Math.min(attempt.retryAfter ?? 0, longestRetryAfter) : 0
  const next = time + Math.max(asked, Math.round(delay * (1 + jitter * (2 * random() - 1))))
  const isRejected = attempt.result === 'rejected'
  const failed: Message = { ...message, attempts, isRejected, nextAttempt: next, scheduledAt: time }
  return {
    outbox: {
      ...before,
      messages: before.messages.map(one => {
        if (one.id === id) return failed
        if (isRejected) return one
        return { ...one, nextAttempt: Math.max(one.nextAttempt, next), scheduledAt: time }
      }),
    },
    isGivenUp: false,
  }
}

/** Splits a digest into two messages. Returns no message if it can't be split. */
function partsOf({ id, alerts, counts, total }: Message, time: number): Message[] {
  const last = alerts.at(-1)
  if (!last || total === 1) return []
  const listed = countsOf(alerts)
  const omitted = Object.fromEntries(
    Object.entries(counts).flatMap(([type, count]) =>
      count > (listed[type] ?? 0) ? [[type, count - (listed[type] ?? 0)]] : [],
    ),
  )
  const half = Math.ceil(alerts.length / 2)
  const first = messageOf(alerts.slice(0, half), {}, time)
  const second = messageOf(alerts.slice(half), omitted, time)
  const parts = alerts.length > 1 ? [first, second] : [first, { ...second, id: `${id}_more`, at: last.at }]
  return parts.map(part => ({ ...part, isRejected: true }))
}
