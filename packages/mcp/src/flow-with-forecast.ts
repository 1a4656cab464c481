import { type ChainTime, type Flow, isFlowQueryError } from '@flow-query/core'
import { readHealth } from '@flow-query/insights'
import { dryRunIfDue, type FlowDryRun, forecastFlows, readForecastFacts } from '@flow-query/insights/forecast'
import type { Call } from './tool.js'
import { untrusted } from './untrusted.js'

/** Reads a flow with its health, its forecast and a dry run. If the forecast can't be read, `notes` contains the reason. */
export async function readFlowWithForecast(
  id: string,
  { chain, options }: Pick<Call, 'chain' | 'options'>,
  time: ChainTime,
) {
  const { client, height } = chain
  const checked = await readHealth(client, { id, time, height }, options)
  const { flow } = checked
  const dryRun = await readDryRun(flow, { chain, options }, time)
  const notes: string[] = []
  const forecast = await readForecast()
  return { flow, checked, forecast, dryRun, notes }

  async function readForecast() {
    try {
      const histories = { [id]: checked.newest }
      const facts = await readForecastFacts(client, { flows: [flow], histories, height, time }, options)
      return forecastFlows({ ...facts, dryRuns: { [id]: dryRun ?? undefined } }, time)[0] ?? null
    } catch (error) {
      if (!isFlowQueryError(error)) throw error
      notes.push(`There is no forecast, because a request failed: ${untrusted(error.shortMessage, 300)}`)
      return null
    }
  }
}

/** Returns null if the flow is not due soon, or if the node can't simulate transactions. */
export async function readDryRun(
  flow: Flow,
  { chain: { client, height }, options }: Pick<Call, 'chain' | 'options'>,
  time: ChainTime,
): Promise<FlowDryRun | null> {
  try {
    return await dryRunIfDue(client, { flow, time, height }, options)
  } catch (error) {
    if (!isFlowQueryError(error)) throw error
    return null
  }
}
