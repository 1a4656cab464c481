import { createFlowClient, type ExecutionOutcome, type Flow } from '@flow-query/core'
import { chainTimeAt } from '@flow-query/testing'
import { expectTypeOf, test } from 'vitest'
import { type FailureCause, flowHealth, type Run, stopReason, summarizeHistory, upcomingRuns } from './index.js'

const client = createFlowClient({ lcd: 'https://lcd.example.org' })

test('flowHealth: `state` narrows the type', async () => {
  const flow = await client.flow({ id: 1 })
  const health = flowHealth(flow, await client.flowHistory({ id: 1, reverse: true }), chainTimeAt())
  expectTypeOf(health.state).toEqualTypeOf<'healthy' | 'failing' | 'waiting' | 'stuck' | 'ended' | 'unknown'>()
  if (health.state === 'failing') {
    expectTypeOf(health.cause).toEqualTypeOf<FailureCause>()
    expectTypeOf(health.since).toEqualTypeOf<Run>()
  }
  if (health.state === 'ended') expectTypeOf(health.outcome).toEqualTypeOf<ExecutionOutcome | null>()
  // @ts-expect-error: a healthy flow has no cause
  if (health.state === 'healthy') health.cause
})

test('stopReason and summarizeHistory accept pages and arrays, including readonly ones', async () => {
  const flow = await client.flow({ id: 1 })
  const page = await client.flowHistory({ id: 1 })
  stopReason(flow, page, chainTimeAt())
  stopReason(flow, page.history, chainTimeAt())
  summarizeHistory(Object.freeze(page.history), flow, chainTimeAt())
  summarizeHistory([], { interval: '60s', selfHostedIca: null, trustlessAgent: null }, chainTimeAt())
})

test('upcomingRuns returns each flow with its time', async () => {
  const { flows } = await client.flows()
  const [next] = upcomingRuns(flows, chainTimeAt())
  expectTypeOf(next).toEqualTypeOf<{ flow: Flow; time: number } | undefined>()
})
