import type { BlockTime, Coin, Flow, FlowClient, HeightArgs, RequestOptions } from '@flow-query/core'
import { type FlowQueryError, type FlowQueryErrorKind, isFlowQueryError } from '@flow-query/core'
import { allowListeners, type ReadBlocks } from '@flow-query/core/parts/cache'
import { onAbort } from '@flow-query/core/parts/request'
import type { NewestEntries } from '../../health/runs.js'
import type { FlowsForecastFacts } from '../forecast-facts.js'
import { planForecasts } from './plan.js'
import { type FactState, type ForecastFactQueryOptions, isRequired, type StateOf } from './reader.js'

export interface ForecastFactsArgs extends HeightArgs {
  flows: readonly Flow[]
  /** The newest runs that you have already read, by flow ID. */
  histories?: { readonly [flowId: string]: NewestEntries | undefined } | undefined
  /** The balances that you have already read, by address. */
  balances?: { readonly [address: string]: readonly Coin[] | undefined } | undefined
  /** Defaults to the newest 100 flows of each owner, if there are at most 20 owners. */
  otherFlows?: readonly Flow[] | undefined
  time: BlockTime
}

/**
 * Reads the facts for {@link forecastFlows}, each fact once: the parameters, the newest runs, and the balances, permissions, agents
 * and channels that the flows use.
 *
 * If several flows have a wallet fallback, their fee accounts are only read if the wallet can't pay all runs.
 *
 * @example
 * const time = await chainTime(client)
 * const facts = await readForecastFacts(client, { flows, time })
 * const forecasts = forecastFlows(facts, time)
 *
 * If the node doesn't support a query, its facts are missing, and the outcomes that depend on them are unknown.
 *
 * If the client has the LCD of another chain in `chains`, this also reads the accounts there. If those requests fail, the facts of the
 * other chain are missing.
 *
 * @throws {FlowQueryError} if any other request to this chain fails
 */
export async function readForecastFacts(
  client: FlowClient,
  args: ForecastFactsArgs,
  { signal = new AbortController().signal }: RequestOptions = {},
): Promise<FlowsForecastFacts> {
  return readPlanned(client, stateOf => planForecasts(client, args, stateOf), signal)
}

interface Plan<Facts> {
  queries: readonly ForecastFactQueryOptions[]
  facts: Facts | undefined
  error: FlowQueryError | null
}

export async function readPlanned<Facts>(
  client: FlowClient,
  plan: (stateOf: StateOf) => Plan<Facts>,
  signal: AbortSignal,
): Promise<Facts> {
  const reading = new AbortController()
  allowListeners(reading.signal)
  const stopListening = onAbort(signal, reason => reading.abort(reason))
  const states = new Map<string, FactState>()
  try {
    signal.throwIfAborted()
    for (;;) {
      const { facts, error, queries } = plan(key => states.get(JSON.stringify(key)))
      if (error) throw error
      const unread = queries.filter(({ queryKey }) => !states.has(JSON.stringify(queryKey)))
      if (facts && unread.length === 0) return facts
      await Promise.all(
        unread.map(async query => {
          states.set(JSON.stringify(query.queryKey), await readFact(client, query, reading.signal))
          reading.signal.throwIfAborted()
        }),
      )
    }
  } finally {
    stopListening()
    // After one request has failed, the results of the others aren't used.
    reading.abort()
  }
}

/**
 * Sends the request of one query of a plan, and returns the state of the query for {@link planForecasts}.
 *
 * @throws {FlowQueryError} if a request to this chain fails. Some errors are facts instead: "not found", unsupported queries, and errors
 * about arguments, because flows can contain invalid addresses. Simulations and requests to other chains don't throw, because their facts
 * are optional
 */
export async function readFact(
  client: FlowClient,
  query: ForecastFactQueryOptions,
  signal: AbortSignal,
): Promise<FactState> {
  let blocks: ReadBlocks | undefined
  const onBlocks = (read: ReadBlocks) => {
    blocks = read
  }
  try {
    const data = await query.queryFn({ signal, onBlocks })
    return { status: 'success', data, error: null, fetchMeta: { blocks } }
  } catch (error) {
    const isFact = isFlowQueryError(error) && (factKinds.has(error.kind) || !isRequired(client, query))
    if (!isFact) throw error
    return { status: 'error', data: undefined, error, fetchMeta: { blocks } }
  }
}

const factKinds: ReadonlySet<FlowQueryErrorKind> = new Set(['notFound', 'argument', 'unsupported'])
