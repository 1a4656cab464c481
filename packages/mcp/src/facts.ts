import { type Flow, isFlowQueryError, toDate } from '@flow-query/core'
import { dryRunFlow, type FlowDryRun, forecastFlows, readForecastFacts } from '@flow-query/core/forecast'
import { flowHealth } from '@flow-query/core/insights'
import { readAgent, readRuns } from './chain.js'
import type { Call } from './tool.js'
import { untrusted } from './untrusted.js'

/** The number of newest runs that the health of a flow is based on. */
const examinedRuns = 100

/** Reads a flow, its newest runs and its forecast. */
export async function readFacts(id: string, { chain, options, now }: Pick<Call, 'chain' | 'options' | 'now'>) {
  const { client, height } = chain
  const flow = await client.flow({ id, height }, options)
  const page = await readRuns(chain, flow, examinedRuns, options)
  const health = flowHealth(flow, page, now)
  const needsAgent = 'cause' in health && health.cause === 'agentFeeNotPaid'
  const agent = needsAgent ? await readAgent(chain, flow, options) : undefined
  const dryRun = await dryRunIfSoon(flow, { chain, options, now })
  const notes: string[] = []
  const forecast = await forecastOf()
  return { flow, runs: { page, agent }, forecast, dryRun, notes }

  async function forecastOf() {
    try {
      const facts = await readForecastFacts(client, { flows: [flow], histories: { [id]: page }, height, now }, options)
      return forecastFlows({ ...facts, dryRuns: { [id]: dryRun ?? undefined } }, now)[0] ?? null
    } catch (error) {
      if (!isFlowQueryError(error)) throw error
      notes.push(`There is no forecast, because a request failed: ${untrusted(error.shortMessage, 300)}`)
      return null
    }
  }
}

/** How soon a flow must be due for a dry run, in milliseconds. Until a later run, the state of the chain can change too much. */
const maximumDryRunDelay = 3_600_000

/** Executes the messages of a flow that is due soon. Returns null if the flow is not due soon, or if the node can't do it. */
export async function dryRunIfSoon(
  flow: Flow,
  { chain: { client, height }, options, now }: Pick<Call, 'chain' | 'options' | 'now'>,
): Promise<FlowDryRun | null> {
  const delay = (toDate(flow.execTime)?.getTime() ?? Number.NaN) - now
  const isSoon = delay > 0 && delay < maximumDryRunDelay
  // A dry run always uses the newest state.
  if (height !== undefined || !isSoon) return null
  try {
    const dryRun = await dryRunFlow(client, { flow }, options)
    return dryRun.result === 'notLocal' ? null : dryRun
  } catch (error) {
    if (!isFlowQueryError(error)) throw error
    return null
  }
}
