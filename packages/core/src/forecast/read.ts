import type { FlowClient, RequestOptions } from '../client.js'
import { isFlowQueryError } from '../errors.js'
import type { NewestEntries } from '../insights/runs.js'
import { allowListeners } from '../queries.js'
import type { Coin, Flow, HeightArgs } from '../types.js'
import type { FlowsForecastFacts } from './facts.js'
import { type FactState, isOfThisChain, planForecasts } from './plan.js'

/** The arguments of {@link readForecastFacts}. */
export interface ForecastFactsArgs extends HeightArgs {
  /** The flows to forecast. */
  flows: readonly Flow[]
  /** The newest runs that you have already read, by flow ID. The runs of other flows are read from the node. */
  histories?: { readonly [flowId: string]: NewestEntries | undefined } | undefined
  /** The balances that you have already read, by address. The balances of other accounts are read from the node. */
  balances?: { readonly [address: string]: readonly Coin[] | undefined } | undefined
  /** The current time: a `Date`, or milliseconds since 1970. Default: `Date.now()`. */
  now?: number | Date | undefined
}

/**
 * Reads the facts for {@link forecastFlows}, each fact once: the parameters, the newest runs, and the balances, permissions, agents
 * and channels that the flows use.
 *
 * If several flows have a wallet fallback, their fee accounts are only read if the wallet can't pay all runs.
 *
 * @example
 * const facts = await readForecastFacts(client, { flows })
 * const forecasts = forecastFlows(facts, Date.now())
 *
 * If the client has the LCD of another chain in `chains`, this also reads the accounts there. If those requests fail, the facts of the
 * other chain are missing.
 *
 * @throws {FlowQueryError} if a request to this chain fails
 */
export async function readForecastFacts(
  client: FlowClient,
  { now = Date.now(), ...args }: ForecastFactsArgs,
  { signal = new AbortController().signal }: RequestOptions = {},
): Promise<FlowsForecastFacts> {
  allowListeners(signal)
  const states = new Map<string, FactState>()
  for (;;) {
    const { facts, error, queries } = planForecasts(client, { ...args, now }, key => states.get(JSON.stringify(key)))
    if (error) throw error
    const unread = queries.filter(({ queryKey }) => !states.has(JSON.stringify(queryKey)))
    if (facts && unread.length === 0) return facts
    await Promise.all(
      unread.map(async ({ queryKey, queryFn }) => {
        const isNeeded = isOfThisChain(client, { queryKey })
        states.set(JSON.stringify(queryKey), await stateAfter(queryFn({ signal }), isNeeded))
        signal.throwIfAborted()
      }),
    )
  }
}

/**
 * Returns the state of a query after its request. It doesn't throw "not found", because that can be a fact, and errors about arguments,
 * because flows can contain invalid addresses. It throws other errors if forecasts need the data.
 */
async function stateAfter(request: Promise<unknown>, isNeeded: boolean): Promise<FactState> {
  try {
    return { status: 'success', data: await request, error: null }
  } catch (error) {
    const isFact = isFlowQueryError(error, 'notFound') || isFlowQueryError(error, 'argument')
    if (!isFact && (isNeeded || !isFlowQueryError(error))) throw error
    return { status: 'error', data: undefined, error }
  }
}
