import { createClock, type Lcd } from '@flow-query/testing'
import { describe, expect, test, vi } from 'vitest'
import { page, waitBriefly } from '../../test/live.js'
import { type ChainTime, type Flow, flowStatus } from '../index.js'
import { chainTimeQueryOptions, flowHistoryQueryOptions, flowsQueryOptions } from '../query.js'

const start = '2026-01-01T00:00:00Z'
const hour = 3_600_000

describe('the chain’s time in a live cache', () => {
  /** A page that shows the statuses of flows that run every ten minutes, and a chain that can stop making blocks. */
  async function statuses() {
    const clock = createClock(start)
    const flow = { interval: '600s', startTime: start, endTime: '2026-02-01T00:00:00Z' }
    const one = page({}, { flows: [flow, flow], clock: clock.now })
    const [flows, time] = [flowsQueryOptions(one.client), chainTimeQueryOptions(one.client)]
    await one.connect(flows, time)
    const shown = () =>
      (one.data(flows) as { flows: Flow[] }).flows.map(flow => flowStatus(flow, one.data(time) as ChainTime))
    return { ...one, clock, shown, block: () => Date.parse((one.data(time) as ChainTime).block) }
  }
  const readsOf = ({ lcd }: { lcd: Lcd }) => lcd.requests.filter(({ target }) => target.endsWith('/status')).length

  test('is read every 15 seconds while a component observes it, and once otherwise', async () => {
    const observed = await statuses()
    const before = readsOf(observed)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(readsOf(observed) - before).toBeGreaterThanOrEqual(3)
    expect(readsOf(observed) - before).toBeLessThanOrEqual(5)

    const without = page()
    await without.connect(flowsQueryOptions(without.client))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(readsOf(without)).toBe(1)
  })

  test('stays the same while the chain makes no blocks, so that no flow is over', async () => {
    const { shown, block } = await statuses()
    const before = block()
    await vi.advanceTimersByTimeAsync(4 * hour)
    expect(block()).toBe(before)
    expect(shown()).toEqual(['active', 'active'])
  })

  test('after the chain has stopped for a while, due flows are read before the new time is shown, even without events', async () => {
    const { lcd, clock, shown, block, newRequests } = await statuses()
    await vi.advanceTimersByTimeAsync(hour)
    newRequests()
    // The frames of the runs are lost, so only the newer block shows that something happened.
    lcd.disturb({ drop: 1_000 })
    const before = block()
    clock.advance(4 * hour)
    const seen: string[][] = []
    while (block() === before) {
      await vi.advanceTimersByTimeAsync(1_000)
      seen.push(shown())
    }
    expect(new Set(seen.flat())).toEqual(new Set(['active']))
    expect(newRequests()).toContain('flows')
  })

  test('does not advance while the flows can’t be read', async () => {
    const { lcd, clock, shown, block } = await statuses()
    lcd.fail({ path: '/intento', status: 503 })
    const before = block()
    clock.advance(4 * hour)
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    expect(block()).toBe(before)
    expect(shown()).toEqual(['active', 'active'])
    lcd.recover()
    await vi.advanceTimersByTimeAsync(2 * 60_000)
    expect(block()).toBeGreaterThan(before)
    expect(shown()).toEqual(['active', 'active'])
  })

  test('advances even if data that no component observes is stale', async () => {
    const { lcd, client, mount, clock, block } = await statuses()
    const left = mount(flowHistoryQueryOptions(client, { id: 1 }))
    await waitBriefly()
    left.unmount()
    lcd.execute(1)
    const before = block()
    clock.advance(60_000)
    await vi.advanceTimersByTimeAsync(40_000)
    expect(block()).toBeGreaterThan(before)
  })

  test('advances even if the runs of a flow can’t be read, because statuses only depend on the flows', async () => {
    const { lcd, client, mount, clock, block } = await statuses()
    mount(flowHistoryQueryOptions(client, { id: 1 }))
    await waitBriefly()
    lcd.fail({ query: 'flowHistory', status: 503 })
    lcd.execute(1)
    const before = block()
    clock.advance(60_000)
    await vi.advanceTimersByTimeAsync(40_000)
    expect(block()).toBeGreaterThan(before)
  })

  test.each([
    ['too high and too late', { height: 2_000, hours: 5 }],
    ['too low and too early', { height: -1_000, hours: -2 }],
    ['too low and too late', { height: -1_000, hours: 5 }],
  ])('a block that is %s once is not shown', async (_, wrong) => {
    const clock = createClock(start)
    let lcd: Lcd | undefined
    let isWrong = false
    const changed = page(
      {
        async fetch(input, init) {
          const response = await (lcd?.fetch ?? fetch)(input, init)
          if (!isWrong || !`${input}`.endsWith('/status')) return response
          isWrong = false
          const { height, timestamp } = await response.json()
          const time = new Date(Date.parse(timestamp) + wrong.hours * hour)
          return Response.json({ height: String(Number(height) + wrong.height), timestamp: time.toISOString() })
        },
      },
      { clock: clock.now },
    )
    lcd = changed.lcd
    const time = chainTimeQueryOptions(changed.client)
    await changed.connect(time)
    const shown = () => Date.parse((changed.data(time) as ChainTime).block)
    clock.advance(20_000)
    await vi.advanceTimersByTimeAsync(40_000)
    isWrong = true
    const seen: number[] = []
    for (let second = 0; second < 60; second++) {
      clock.advance(1_000)
      await vi.advanceTimersByTimeAsync(1_000)
      seen.push(shown())
    }
    expect(isWrong).toBe(false)
    expect(seen).toEqual(seen.toSorted((one, other) => one - other))
    expect(Math.max(...seen)).toBeLessThanOrEqual(clock.now())
    expect(seen.at(-1)).toBeGreaterThan(clock.now() - 30_000)
  })

  test('advances through polling if there are no events', async () => {
    const clock = createClock(start)
    const { client, mount, start: begin, data } = page({ rpc: undefined }, { clock: clock.now })
    const time = chainTimeQueryOptions(client)
    mount(time)
    await waitBriefly()
    begin({ fallbackInterval: 10_000 })
    const before = (data(time) as ChainTime).block
    clock.advance(60_000)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(Date.parse((data(time) as ChainTime).block)).toBeGreaterThan(Date.parse(before))
  })
})
