import type { BlockTime, Flow, FlowClient, RequestOptions } from '@flow-query/core'
import { type FlowQueryError, isFlowQueryError } from '@flow-query/core'
import { lookUp } from '@flow-query/core/parts/decode'
import { type ForecastFactsArgs, readForecastFacts } from '../forecast/facts/read.js'
import { flowsDueUntil } from '../forecast/flows-due-soon.js'
import type { FlowsForecastFacts } from '../forecast/forecast-facts.js'
import { forecastFlows } from '../forecast/forecast-flows.js'
import type { FlowForecast } from '../forecast/result.js'
import type { NewestEntries } from '../health/runs.js'
import { type FlowVerdict, flowVerdict } from './verdict.js'

export interface ReadVerdictsArgs extends ForecastFactsArgs {
  histories: { readonly [flowId: string]: NewestEntries | undefined }
}

export interface ReadVerdicts {
  verdicts: FlowVerdict[]
  /** Why the verdicts have no forecasts, or null if the facts could be read. */
  error: FlowQueryError | null
}

/**
 * Reads the facts for forecasts, and returns verdicts in the order of the flows. Each flow that will run requires about two requests.
 */
export async function readVerdicts(
  client: FlowClient,
  args: ReadVerdictsArgs,
  options: RequestOptions = {},
): Promise<ReadVerdicts> {
  const { flows, histories, time } = args
  const running = flowsDueUntil(flows, time, Number.POSITIVE_INFINITY)
  let forecasts = new Map<string, FlowForecast>()
  let error: FlowQueryError | null = null
  try {
    if (running.length > 0)
      forecasts = forecastsByOwner(await readForecastFacts(client, { ...args, flows: running }, options), time)
  } catch (cause) {
    if (!isFlowQueryError(cause) || options.signal?.aborted) throw cause
    error = cause
  }
  return {
    verdicts: flows.map(flow => flowVerdict(flow, lookUp(histories, flow.id), forecasts.get(flow.id), time)),
    error,
  }
}

/** Forecasts each owner separately, because fewer flows allow more simulated runs. */
function forecastsByOwner(facts: FlowsForecastFacts, time: BlockTime): Map<string, FlowForecast> {
  const byOwner = new Map<string, Flow[]>()
  for (const flow of facts.flows) {
    const known = byOwner.get(flow.owner)
    if (known) known.push(flow)
    else byOwner.set(flow.owner, [flow])
  }
  const forecasts = Array.from(byOwner).flatMap(([owner, flows]) => {
    const otherFlows = facts.otherFlows?.filter(flow => flow.owner === owner)
    return forecastFlows({ ...facts, flows, otherFlows }, time)
  })
  return new Map(forecasts.map(forecast => [forecast.flow.id, forecast]))
}
