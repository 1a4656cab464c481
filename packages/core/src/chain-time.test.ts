import { createClock, createLcd } from '@flow-query/testing'
import { describe, expect, test } from 'vitest'
import { clientOf } from '../test/client.js'
import { clientAt, recordedHeights } from '../test/truth.js'
import { countFlows } from './collection/index.js'
import { chainTime, createFlowClient, flowStatus } from './index.js'
import { chainTimeQueryOptions } from './query.js'

const start = '2026-11-24T10:00:00Z'

describe('chainTime', () => {
  test('returns the newest block, and when it was read', async () => {
    const clock = createClock(start)
    const client = clientOf(createLcd({ flows: [{}], clock: clock.now }))
    const before = Date.now()
    const time = await chainTime(client)
    expect(time).toMatchObject({ height: expect.stringMatching(/^\d+$/) })
    expect(Date.parse(time.block)).toBeCloseTo(clock.now(), -3)
    expect(time.readAt).toBeGreaterThanOrEqual(before)
    clock.advance(60_000)
    expect(Date.parse((await chainTime(client)).block)).toBeGreaterThan(Date.parse(time.block))
  })

  test.each([
    ['no status', 501, { code: 12, message: 'Not Implemented', details: [] }],
    ['a status without a time', 200, { height: '7', timestamp: null }],
  ])('reads the newest block from a node with %s', async (_, status, body) => {
    const targets: string[] = []
    const header = { height: '7', time: start }
    const client = createFlowClient({
      lcd: 'https://old.test',
      retries: 0,
      fetch: async url => {
        targets.push(new URL(String(url)).pathname)
        const isStatus = String(url).endsWith('/status')
        return isStatus ? Response.json(body, { status }) : Response.json({ block: { header } })
      },
    })
    expect(await chainTime(client)).toMatchObject({ block: start, height: '7' })
    expect(targets.at(-1)).toBe('/cosmos/base/tendermint/v1beta1/blocks/latest')
  })

  test('rejects with the error of the node, and with an argument error for an invalid height', async () => {
    const lcd = createLcd({ flows: [{}] })
    lcd.fail({ path: '/cosmos/base', status: 503 })
    await expect(chainTime(clientOf(lcd, { retries: 0 }))).rejects.toMatchObject({ kind: 'node' })
    await expect(chainTime(clientOf(lcd), { height: 0 })).rejects.toMatchObject({ kind: 'argument' })
  })

  test('has query options like other queries', () => {
    const client = clientOf(createLcd({ flows: [{}] }))
    expect(chainTimeQueryOptions(client)).toMatchObject({
      queryKey: ['flow-query', client.scope, 'chainTime', {}],
      retry: false,
    })
    expect(chainTimeQueryOptions(client, { height: 5 }).staleTime).toBe('static')
  })
})

describe('a chain that makes no blocks while the reader’s clock continues', () => {
  async function halted() {
    const clock = createClock(start)
    const flows = [
      { interval: '60s', startTime: start, execTime: '2026-11-24T10:01:00Z', endTime: '2026-11-24T12:00:00Z' },
      { interval: '3600s' },
      { interval: '0s', startTime: start, execTime: '2026-11-24T10:05:00Z', endTime: '2026-11-24T10:05:00Z' },
    ]
    const client = clientOf(createLcd({ flows, clock: clock.now }))
    clock.advance(90_000)
    const time = await chainTime(client)
    return { client, clock, time, flows: (await client.flows()).flows }
  }

  test('no flow is over, because statuses and counts use the time of the newest block', async () => {
    const { time, flows } = await halted()
    // The reader sees the same block for days.
    const later = { ...time, readAt: time.readAt + 86_400_000 }
    expect(flows.map(flow => flowStatus(flow, later))).toEqual(['active', 'active', 'active'])
    expect(countFlows(flows, later).status).toMatchObject({ completed: 0, stopped: 0 })
  })

  test('a flow is over once a newer block shows it', async () => {
    const { client, clock } = await halted()
    clock.advance(10 * 60_000)
    const time = await chainTime(client)
    const { flows } = await client.flows()
    expect(flows.map(flow => flowStatus(flow, time))).toEqual(['active', 'active', 'completed'])
  })

  test.each(recordedHeights)(
    'no flow that runs again is over in the recording of block %i, which is old',
    async height => {
      const client = clientAt(height)
      const time = await chainTime(client)
      const ran = new Map((await clientAt('end').flows({ limit: 1_000 })).flows.map(flow => [flow.id, flow]))
      for (const flow of (await client.flows({ limit: 1_000 })).flows) {
        if (ran.get(flow.id)?.execTime === flow.execTime) continue
        expect(flowStatus(flow, time), `flow ${flow.id}`).toMatch(/active|scheduled/)
      }
    },
  )
})

describe('a flow that runs between any two requests', () => {
  /** The chain advances by one run after each response. */
  function busy() {
    const clock = createClock(start)
    const flow = { interval: '5s', startTime: start, execTime: '2026-11-24T10:00:05Z', endTime: '2026-11-25T10:00:00Z' }
    const lcd = createLcd({ flows: [flow], clock: clock.now })
    return createFlowClient({
      lcd: lcd.url,
      fetch: async (url, init) => {
        const response = await lcd.fetch(url, init)
        clock.advance(5_000)
        return response
      },
    })
  }

  test('is not over if the time is read before the flow, and the flow before its runs', async () => {
    const client = busy()
    await chainTime(client)
    const time = await chainTime(client)
    const flow = await client.flow({ id: 1 })
    const newest = await client.flowHistory({ id: 1, limit: 5, reverse: true })
    expect(newest.history[0]?.scheduledExecTime).toBe(flow.execTime)
    expect(flowStatus(flow, time, { newest: newest.history[0] })).toBe('active')
  })
})
