import { createFlowClient, type Flow } from '@flow-query/core'
import { createClock, createLcd } from '@flow-query/testing'
import { createDemoLcd } from '@flow-query/testing/demo'
import { expect, test } from 'vitest'
import { assistantOf } from '../test/ask.js'
import { expectBounded, expectComplete } from '../test/bounds.js'

const start = '2026-11-20T21:00:00Z'

test('answers about the demo chain stay within the limit, and cursors reach all flows', async () => {
  const lcd = createDemoLcd()
  const assistant = await assistantOf(lcd)
  const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, timeout: 300_000 })
  const ids = (await client.flows({ limit: 500 })).flows.map(({ id }: Flow) => id)
  for (const id of ids.filter((_, index) => index % 25 === 0)) {
    const replies = await Promise.all([
      assistant.ask('explain_flow', { id, detail: 'detailed' }),
      assistant.ask('flow_history', { id, limit: 100, detail: 'detailed' }),
    ])
    for (const reply of replies) {
      expect(reply.isError, reply.text).toBe(false)
      expectBounded(id, reply)
    }
  }
  await expectComplete(assistant, 'find_flows', 'flows', { limit: 50, detail: 'detailed' }, ids.length)
  await assistant.close()
})

test('list_failing lists each failing flow of the demo chain once', async () => {
  const now = () => Date.parse(start)
  const assistant = await assistantOf(createDemoLcd({ clock: now }), { now })
  const ids: string[] = []
  let checked = 0
  let cursor: string | null = null
  let calls = 0
  do {
    const { data, isError, text } = await assistant.ask('list_failing', { limit: 30, ...(cursor && { cursor }) })
    expect(isError, text).toBe(false)
    const { failing, nextCursor, flowsChecked } = data as unknown as {
      failing: { id: string }[]
      nextCursor: string | null
      flowsChecked: number
    }
    ids.push(...failing.map(({ id }) => id))
    checked = Math.max(checked, flowsChecked)
    cursor = nextCursor
    calls++
  } while (cursor && calls < 20)
  expect(cursor).toBeNull()
  expect(checked).toBe(200)
  expect(calls).toBeGreaterThan(2)
  expect(ids.length).toBeGreaterThan(30)
  expect(new Set(ids).size).toBe(ids.length)
  await assistant.close()
})

test('with 65,000 flows, an answer reads a limited number of flows, says so, and continues with a cursor', async () => {
  const lcd = createLcd({ clock: createClock(start).now, flows: Array.from({ length: 65_000 }, () => ({})) })
  const assistant = await assistantOf(lcd, { maxFlows: 2_000, now: () => Date.parse(start) })
  for (const [tool, args] of [
    ['find_flows', { search: 'rent', limit: 50 }],
    ['upcoming_runs', { withinHours: 1 }],
    ['chain_overview', { detail: 'detailed' }],
    ['list_failing', {}],
  ] as const) {
    const requests = lcd.requests.length
    const reply = await assistant.ask(tool, args)
    expect(reply.isError, reply.text).toBe(false)
    expect(reply.data).toMatchObject({
      coverage: { flowsRead: 2_000, flowsInTotal: 65_000, complete: false },
      nextCursor: expect.any(String),
      notes: expect.arrayContaining([expect.stringMatching(/^Only 2,000 of 65,000 flows were read.*nextCursor/)]),
    })
    expectBounded(tool, reply)
    // The newest runs and the facts of at most 200 flows.
    expect(lcd.requests.length - requests).toBeLessThan(600)
  }
  const next = await assistant.ask('chain_overview')
  const older = await assistant.ask('chain_overview', { cursor: next.data?.nextCursor })
  expect(older.data).toMatchObject({ coverage: { flowsRead: 2_000, flowsInTotal: 65_000 } })
  await assistant.close()
})
