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

export function messageOf(alerts: Alert[], omitted: Outbox['omitted'], time: number): Message {
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

const longestAddressRetry = 3_600_000
/** How long alerts wait until someone corrects the address, in milliseconds. */
const longestMisaddressed = 7 * 86_400_000

export type Attempt =
  | { result: 'delivered'; newChat?: string }
  | { result: 'failed'; problem: string; retryAfter: number | null }
  | { result: 'rejected'; problem: string }
  | { result: 'misaddressed'; problem: string; advice: string }
  | { result: 'gone'; problem: string }

export function dueMessages({ messages }: Outbox, time: number): Message[] {
  const blocked = new Set<string>()
  return messages.filter(({ alerts, nextAttempt, scheduledAt }) => {
    const isFree = !alerts.some(({ id }) => blocked.has(id))
    for (const { id } of alerts) blocked.add(id)
    return isFree && (nextAttempt <= time || time < scheduledAt)
  })
}

/** Makes all messages due and forgets their failures, because the address is another one. */
export function readdress(before: Outbox, time: number): Outbox {
  return { ...before, messages: before.messages.map(one => dueAgain({ ...one, attempts: 0, isRejected: false }, time)) }
}

function dueAgain(message: Message, time: number): Message {
  return { ...message, nextAttempt: time, scheduledAt: time }
}

export function createdAt({ alerts: [first], at }: Message): number {
  return Date.parse(first?.at ?? at ?? '')
}

/**
 * A digest whose content the receiver rejects is split, so that one alert can't suppress the others. If the receiver rejects the
 * address, messages are kept, because they are not the cause.
 */
export function applyAttempt(
  before: Outbox,
  { id }: Message,
  attempt: Attempt,
  time: number,
  random: () => number = Math.random,
): { outbox: Outbox; dropped: Message[] } {
  const message = before.messages.find(one => one.id === id)
  const others = before.messages.filter(one => one.id !== id)
  if (!message) return { outbox: before, dropped: [] }
  if (attempt.result === 'delivered')
    return {
      outbox: { ...before, messages: others.map(one => (one.isRejected ? one : dueAgain(one, time))) },
      dropped: [],
    }
  if (attempt.result === 'rejected' && before.messages.length < maximumParts) {
    const parts = partsOf(message, time)
    if (parts.length > 1)
      return {
        outbox: { ...before, messages: before.messages.flatMap(one => (one === message ? parts : one)) },
        dropped: [],
      }
  }
  const attempts = message.attempts + 1
  if (attempt.result === 'misaddressed') {
    const isKept = (one: Message) => !(time - createdAt(one) > longestMisaddressed)
    const usual = delays[attempts] ?? longestAddressRetry
    const delay = jittered(Math.min(usual, longestAddressRetry), random)
    // Attempts at a wrong address don't use up the attempts at the right one.
    const failed = {
      ...message,
      attempts: usual > longestAddressRetry ? message.attempts : attempts,
      isRejected: false,
    }
    return {
      outbox: delayAll({ ...before, messages: before.messages.filter(isKept) }, failed, time, time + delay),
      dropped: before.messages.filter(one => !isKept(one)),
    }
  }
  const delay = delayUntilRetry(attempts, attempt.result === 'failed' ? attempt.retryAfter : null, random)
  if (delay === null || attempt.result === 'gone')
    return { outbox: { ...before, messages: others }, dropped: [message] }
  const next = time + delay
  const isRejected = attempt.result === 'rejected'
  const failed: Message = { ...message, attempts, isRejected, nextAttempt: next, scheduledAt: time }
  if (!isRejected) return { outbox: delayAll(before, failed, time, next), dropped: [] }
  return { outbox: { ...before, messages: before.messages.map(one => (one.id === id ? failed : one)) }, dropped: [] }
}

/** Returns how long to wait after a failed attempt, in milliseconds, or null after the last one. */
export function delayUntilRetry(
  attempts: number,
  retryAfter: number | null,
  random: () => number = Math.random,
): number | null {
  const delay = delays[attempts]
  if (delay === undefined) return null
  return Math.max(Math.min(retryAfter ?? 0, longestRetryAfter), jittered(delay, random))
}

function jittered(delay: number, random: () => number): number {
  return Math.round(delay * (1 + jitter * (2 * random() - 1)))
}

/** Delays the failed message, and the others to the same time, because they would fail too. */
function delayAll(before: Outbox, failed: Message, time: number, next: number): Outbox {
  return {
    ...before,
    messages: before.messages.map(one =>
      one.id === failed.id
        ? { ...failed, nextAttempt: next, scheduledAt: time }
        : { ...one, nextAttempt: Math.max(one.nextAttempt, next), scheduledAt: time },
    ),
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
