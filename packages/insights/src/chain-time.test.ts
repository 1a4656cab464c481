import { chainTime, createFlowClient } from '@flow-query/core'
import { createClock, createLcd } from '@flow-query/testing'
import { describe, expect, test } from 'vitest'
import { clientOf } from '../../core/test/client.js'
import { clientAt, recordedHeights } from '../../core/test/truth.js'
import { forecastFlows, readForecastFacts } from './forecast/index.js'
import { flowHealth, readHealth } from './index.js'

const start = '2026-11-24T10:00:00Z'

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
    return { client, time, flows: (await client.flows()).flows }
  }

  test('no flow is over, because health and forecasts use the time of the newest block', async () => {
    const { client, time, flows } = await halted()
    // The reader sees the same block for days.
    const later = { ...time, readAt: time.readAt + 86_400_000 }
    for (const flow of flows)
      expect((await readHealth(client, { id: flow.id, time: later }, {})).health.state).not.toBe('ended')
    const facts = await readForecastFacts(client, { flows, time: later })
    for (const forecast of forecastFlows(facts, later)) expect(forecast.nextRun).not.toBe('none')
  })

  test.each(recordedHeights)(
    'no flow that runs again is over in the recording of block %i, which is old',
    async height => {
      const client = clientAt(height)
      const time = await chainTime(client)
      const ran = new Map((await clientAt('end').flows({ limit: 1_000 })).flows.map(flow => [flow.id, flow]))
      for (const flow of (await client.flows({ limit: 1_000 })).flows) {
        if (ran.get(flow.id)?.execTime === flow.execTime) continue
        const newest = await client.flowHistory({ id: flow.id, limit: 20, reverse: true })
        expect(flowHealth(flow, newest, time).state, `flow ${flow.id}`).not.toBe('ended')
      }
    },
  )
})

describe('a flow that runs between any two requests', () => {
  /** The chain advances by one run after each response. */
  function busy(flows: number) {
    const clock = createClock(start)
    const flow = { interval: '5s', startTime: start, execTime: '2026-11-24T10:00:05Z', endTime: '2026-11-25T10:00:00Z' }
    const lcd = createLcd({ flows: Array.from({ length: flows }, () => flow), clock: clock.now })
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
    const client = busy(1)
    await chainTime(client)
    const time = await chainTime(client)
    const flow = await client.flow({ id: 1 })
    const newest = await client.flowHistory({ id: 1, limit: 5, reverse: true })
    expect(newest.history[0]?.scheduledExecTime).toBe(flow.execTime)
    expect(flowHealth(flow, newest, time).state).toBe('healthy')
  })

  test('is not over in a forecast of many flows', async () => {
    const client = busy(20)
    const time = await chainTime(client)
    const { flows } = await client.flows()
    const forecasts = forecastFlows(await readForecastFacts(client, { flows, time }), time)
    expect(forecasts.filter(({ nextRun }) => nextRun === 'none')).toEqual([])
  })

  test('is not over in the health that servers read', async () => {
    const client = busy(3)
    for (const id of [1, 2, 3]) {
      const time = await chainTime(client)
      const { health } = await readHealth(client, { id, time }, {})
      expect(health.state).not.toBe('ended')
    }
  })
})
