import { expectTypeOf, test } from 'vitest'
import { createFlowClient, type ExecutionOutcome, type Flow } from './index.js'
import { type FailureCause, flowHealth, type Run, stopReason, summarizeHistory, upcomingRuns } from './insights.js'

const client = createFlowClient({ lcd: 'https://lcd.example.org' })

test('flowHealth: each state has its own', async () => {
  const flow = await client.flow({ id: 1 })
  const health = flowHealth(flow, await client.flowHistory({ id: 1, reverse: true }), new Date())
  expectTypeOf(health.state).toEqualTypeOf<'healthy' | 'failing' | 'waiting' | 'over' | 'unknown'>()
  if (health.state === 'failing') {
    expectTypeOf(health.cause).toEqualTypeOf<FailureCause>()
    expectTypeOf(health.since).toEqualTypeOf<Run>()
  }
  if (health.state === 'over') expectTypeOf(health.outcome).toEqualTypeOf<ExecutionOutcome | null>()
  // @ts-expect-error: what is healthy has no cause
  if (health.state === 'healthy') health.cause
})

test('pages and entries will do, readonly ones, too', async () => {
  const flow = await client.flow({ id: 1 })
  const page = await client.flowHistory({ id: 1 })
  stopReason(flow, page, Date.now())
  stopReason(flow, page.history, Date.now())
  summarizeHistory(Object.freeze(page.history), flow, Date.now())
  summarizeHistory([], { interval: '60s', selfHostedIca: null, trustlessAgent: null }, Date.now())
})

test('upcomingRuns: flows come back as they are', async () => {
  const { flows } = await client.flows()
  const [next] = upcomingRuns(flows, { from: Date.now() })
  expectTypeOf(next).toEqualTypeOf<{ flow: Flow; time: number } | undefined>()
})
