import { type Alert, idOf } from './alert.js'

export interface Message {
  id: string
  alerts: Alert[]
  at?: string
  total: number
  counts: { [type: string]: number }
  attempts: number
  isRejected: boolean
  nextAttempt: number
  scheduledAt: number
}

export interface Outbox {
  pending: Alert[]
  omitted: { [type: string]: number }
  pendingSince: number | null
  messages: Message[]
}

export const emptyOutbox: Outbox = { pending: [], omitted: {}, pendingSince: null, messages: [] }

const maximumAtOnce = 20
const maximumInDigest = 100
const maximumMessages = 100
const maximumParts = 200

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

function countsOf(alerts: readonly Alert[], others: Outbox['omitted'] = {}): Outbox['omitted'] {
  const counts = { ...others }
  for (const alert of alerts) counts[typeOf(alert)] = (counts[typeOf(alert)] ?? 0) + 1
  return counts
}

export function typeOf({ kind, status }: Alert): string {
  return status === 'open' ? kind : `${kind}.resolved`
}

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
const jitter = 0.2
const longestRetryAfter = 86_400_000

export type Attempt =
  | { result: 'rejected'; problem: string; isContent: boolean }
  | { result: 'delivered' }
  | { result: 'failed'; problem: string; retryAfter: number | null }
  | { result: 'gone'; problem: string }

export function dueMessages({ messages }: Outbox, time: number): Message[] {
  const blocked = new Set<string>()
  return messages.filter(({ alerts, nextAttempt, scheduledAt }) => {
    const isFree = !alerts.some(({ id }) => blocked.has(id))
    for (const { id } of alerts) blocked.add(id)
    return isFree && (nextAttempt <= time || time < scheduledAt)
  })
}

/** A digest whose content the receiver rejects is split, so that one alert can't suppress the others. */
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
