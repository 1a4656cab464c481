import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Alert } from './alert.js'
import {
  type Attempt,
  addAlerts,
  applyAttempt,
  dueMessages,
  emptyOutbox,
  type Outbox,
  readdress,
  typeOf,
} from './outbox.js'

const second = 1_000
const hour = 3_600 * second

function alert(id: string, status: Alert['status'] = 'open'): Alert {
  const flow = { id: '1', label: 'Pay rent', owner: 'into1owner' }
  return {
    id,
    kind: 'flow.failing',
    status,
    at: '2026-06-15T12:00:00Z',
    flow,
    run: 1,
    cause: 'other',
    title: '',
    text: null,
    stops: false,
  }
}

function alerts(count: number): Alert[] {
  return Array.from({ length: count }, (_, index) => alert(`alert ${index}`))
}

const failed: Attempt = { result: 'failed', problem: 'it answered 500', retryAfter: null }
const middle = () => 0.5

/** Makes each delivery fail until the monitor gives up. Returns the delays before the attempts. */
function delaysOf(attempt: Attempt, random: () => number): number[] {
  let outbox = addAlerts(emptyOutbox, alerts(1), 0, 0)
  let time = 0
  const delays: number[] = []
  for (let [message] = outbox.messages; message; [message] = outbox.messages) {
    delays.push(message.nextAttempt - time)
    time = message.nextAttempt
    outbox = applyAttempt(outbox, message, attempt, time, random).outbox
  }
  return delays
}

describe('retries', () => {
  test('follow the schedule of Standard Webhooks', () => {
    expect(delaysOf(failed, middle)).toEqual([
      0,
      5 * second,
      300 * second,
      0.5 * hour,
      2 * hour,
      5 * hour,
      10 * hour,
      14 * hour,
      20 * hour,
      24 * hour,
    ])
  })

  test('vary by at most a fifth', () => {
    expect(delaysOf(failed, () => 0)[1]).toBe(4 * second)
    expect(delaysOf(failed, () => 0.999999)[1]).toBe(6 * second)
  })

  test('wait as long as the receiver asks, but at most a day', () => {
    expect(delaysOf({ ...failed, retryAfter: 60 * second }, middle).slice(1, 3)).toEqual([60 * second, 300 * second])
    expect(delaysOf({ ...failed, retryAfter: 1e12 }, middle)[1]).toBe(24 * hour)
  })

  test('other messages wait until a retry succeeds', () => {
    const outbox = addAlerts(emptyOutbox, alerts(3), 0, 0)
    const [first, second, third] = outbox.messages
    if (!first || !second || !third) throw new Error('missing')
    const after = applyAttempt(outbox, first, failed, 0, middle).outbox
    expect(dueMessages(after, 4_000)).toEqual([])
    const [retried] = dueMessages(after, 5_000)
    expect(retried?.id).toBe(first.id)
    const delivered = applyAttempt(after, first, { result: 'delivered' }, 5_000, middle).outbox
    expect(dueMessages(delivered, 5_000).map(({ id }) => id)).toEqual([second.id, third.id])
  })

  test('a rejected message does not delay others', () => {
    const outbox = addAlerts(emptyOutbox, alerts(2), 0, 0)
    const [first, other] = outbox.messages
    if (!first || !other) throw new Error('missing')
    const after = applyAttempt(outbox, first, { result: 'rejected', problem: '' }, 0, middle).outbox
    expect(dueMessages(after, 0).map(({ id }) => id)).toEqual([other.id])
    const delivered = applyAttempt(after, other, { result: 'delivered' }, 0, middle).outbox
    expect(dueMessages(delivered, 0)).toEqual([])
  })

  test('a rejected digest is split, so that one alert does not block the others', () => {
    const bad = 'alert 17'
    let outbox = addAlerts(emptyOutbox, alerts(230), 0, 0)
    const delivered = new Set<string>()
    let counted = 0
    let requests = 0
    for (let [message] = dueMessages(outbox, 0); message; [message] = dueMessages(outbox, 0)) {
      requests++
      const isBad = message.alerts.some(({ id }) => id === bad)
      const result: Attempt = isBad ? { result: 'rejected', problem: '' } : { result: 'delivered' }
      if (!isBad) {
        for (const { id } of message.alerts) delivered.add(id)
        counted += message.total
      }
      outbox = applyAttempt(outbox, message, result, 0, middle).outbox
    }
    expect(delivered.size).toBe(99)
    expect(counted).toBe(229)
    expect(requests).toBeLessThan(20)
    expect(outbox.messages).toMatchObject([{ alerts: [{ id: bad }], total: 1, attempts: 1 }])
  })

  test('the parts of a rejected digest include the alerts that the digest only counted', () => {
    const [digest] = addAlerts(emptyOutbox, alerts(230), 0, 0).messages
    if (!digest) throw new Error('missing')
    const short = { ...digest, alerts: digest.alerts.slice(0, 1), total: 131, counts: { 'flow.failing': 131 } }
    const outbox = { ...emptyOutbox, messages: [short] }
    const { messages } = applyAttempt(outbox, short, { result: 'rejected', problem: '' }, 0).outbox
    expect(messages).toMatchObject([
      { alerts: [{ id: 'alert 0' }], total: 1 },
      { alerts: [], total: 130, at: '2026-06-15T12:00:00Z' },
    ])
  })

  test('a digest is not split if the receiver rejects the URL, or if there are many messages', () => {
    const outbox = addAlerts(emptyOutbox, alerts(30), 0, 0)
    const [digest] = outbox.messages
    if (!digest) throw new Error('missing')
    const rejectedUrl: Attempt = { result: 'misaddressed', problem: '', advice: '' }
    expect(applyAttempt(outbox, digest, rejectedUrl, 0).outbox.messages).toMatchObject([{ id: digest.id }])
    const many = { ...outbox, messages: [digest, ...alerts(199).map(({ id }) => ({ ...digest, id }))] }
    const rejected: Attempt = { result: 'rejected', problem: '' }
    expect(applyAttempt(many, digest, rejected, 0).outbox.messages).toHaveLength(200)
  })

  test('a wrong address keeps all alerts for a week, and is tried once an hour', () => {
    const created = Date.parse(alert('a').at)
    let outbox = addAlerts(emptyOutbox, alerts(3), 0, created)
    let time = created
    let dropped = 0
    const waits: number[] = []
    const misaddressed: Attempt = { result: 'misaddressed', problem: '', advice: '' }
    for (let [message] = dueMessages(outbox, time); message; [message] = dueMessages(outbox, time)) {
      const result = applyAttempt(outbox, message, misaddressed, time, middle)
      outbox = result.outbox
      dropped += result.dropped.length
      const [next] = outbox.messages
      if (!next) break
      expect(dueMessages(outbox, next.nextAttempt - 1)).toEqual([])
      waits.push(next.nextAttempt - time)
      time = next.nextAttempt
    }
    expect(waits.slice(0, 5)).toEqual([5 * second, 300 * second, 0.5 * hour, hour, hour])
    expect(dropped).toBe(3)
    expect(time - created).toBeGreaterThan(7 * 24 * hour)
    expect(time - created).toBeLessThan(7 * 24 * hour + 2 * hour)
  })

  test('after a wrong address, all messages are sent, and can fail as often as usual', () => {
    let outbox = addAlerts(emptyOutbox, alerts(2), 0, 0)
    const [first] = outbox.messages
    if (!first) throw new Error('missing')
    for (let count = 0; count < 20; count++)
      outbox = applyAttempt(outbox, first, { result: 'misaddressed', problem: '', advice: '' }, count, middle).outbox
    expect(applyAttempt(outbox, first, failed, 0, middle).dropped).toEqual([])
    const moved = readdress(outbox, 100)
    expect(dueMessages(moved, 100)).toHaveLength(2)
    expect(moved.messages).toMatchObject([{ attempts: 0 }, { attempts: 0 }])
    const after = applyAttempt(outbox, first, { result: 'delivered' }, 100, middle).outbox
    expect(dueMessages(after, 100)).toHaveLength(1)
  })

  test('start immediately if the clock was set back', () => {
    const time = 100 * hour
    const outbox = addAlerts(emptyOutbox, alerts(1), 0, time)
    const [first] = outbox.messages
    if (!first) throw new Error('missing')
    const after = applyAttempt(outbox, first, failed, time, middle).outbox
    expect(dueMessages(after, 0)).toHaveLength(1)
  })
})

describe('messages', () => {
  test('a resolved alert waits until its open alert is delivered', () => {
    const outbox = addAlerts(emptyOutbox, [alert('a'), alert('a', 'resolved')], 0, 0)
    expect(dueMessages(outbox, 0).map(({ alerts }) => alerts.map(typeOf))).toEqual([['flow.failing']])
  })

  test('the same alerts have the same ID, and others have another one', () => {
    const idOf = (all: Alert[], now = 0) => addAlerts(emptyOutbox, all, 0, now).messages[0]?.id
    expect(idOf([alert('a')])).toBe(idOf([alert('a')], 1))
    expect(idOf([alert('a')])).not.toBe(idOf([alert('b')]))
    expect(idOf([alert('a')])).not.toBe(idOf([alert('a', 'resolved')]))
  })

  test('many alerts at once are one message, which counts those that it omits', () => {
    expect(addAlerts(emptyOutbox, alerts(20), 0, 0).messages).toHaveLength(20)
    const [message, ...others] = addAlerts(emptyOutbox, alerts(1_000), 0, 0).messages
    expect(others).toEqual([])
    expect(message?.alerts).toHaveLength(100)
    expect(message).toMatchObject({ total: 1_000, counts: { 'flow.failing': 1_000 } })
  })

  test('a digest is sent after its period', () => {
    const first = addAlerts(emptyOutbox, [alert('a')], hour, 0)
    expect(first.messages).toEqual([])
    const second = addAlerts(first, [alert('b')], hour, hour - 1)
    expect(second.messages).toEqual([])
    const third = addAlerts(second, [], hour, hour)
    expect(third.messages).toMatchObject([{ total: 2, alerts: [{ id: 'a' }, { id: 'b' }] }])
    expect(addAlerts(third, [], hour, 3 * hour).messages).toHaveLength(1)
  })

  test('a receiver that fails for days costs a bounded amount of memory, and every alert is counted', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 300 }), bursts => {
        let outbox: Outbox = emptyOutbox
        let raised = 0
        for (const [round, burst] of bursts.entries()) {
          const added = Array.from({ length: burst }, (_, index) => alert(`${round} ${index}`))
          raised += burst
          outbox = addAlerts(outbox, added, 0, round)
        }
        const omitted = Object.values(outbox.omitted).reduce((sum, count) => sum + count, 0)
        const inMessages = outbox.messages.reduce((sum, { total }) => sum + total, 0)
        expect(inMessages + outbox.pending.length + omitted).toBe(raised)
        expect(outbox.messages.length).toBeLessThanOrEqual(120)
        expect(outbox.pending.length).toBeLessThanOrEqual(100)
      }),
    )
  })
})
