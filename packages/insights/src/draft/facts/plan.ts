import type { Coin, Flow, FlowClient } from '@flow-query/core'
import { type FlowQueryError, isFlowQueryError } from '@flow-query/core'
import { methodQuery, queryKey } from '@flow-query/core/parts/cache'
import { lookUp } from '@flow-query/core/parts/decode'
import { haveDifferentBlocks } from '../../forecast/facts/blocks.js'
import { dryRun } from '../../forecast/facts/dry-run.js'
import { planForecasts } from '../../forecast/facts/plan.js'
import { type FactQuery, FactReader, type ForecastFactQueryOptions, type StateOf } from '../../forecast/facts/reader.js'
import { readSequence } from '../../forecast/facts/transaction.js'
import type { FlowDryRun } from '../../forecast/forecast-facts.js'
import { isOwnAddress, parseAddress } from '../address.js'
import { namedFlowIds } from '../check/conditions.js'
import { recipientsOf } from '../check/messages.js'
import type { FlowDraft } from '../draft.js'
import type { DraftFacts, NodeAnswer } from '../draft-facts.js'
import { accountOnOtherChain, draftId, feeAddress, flowOfDraft } from '../flow.js'
import { withOwnersAddresses } from '../placeholders.js'
import { readNodeAnswer } from './node-answer.js'

/** The queries that a check needs, and the facts that are already loaded. */
export interface DraftPlan {
  queries: ForecastFactQueryOptions[]
  /** Undefined until all facts are loaded. */
  facts: DraftFacts | undefined
  isPending: boolean
  /** The first error of a query, except for errors that are facts, such as "this agent doesn't exist". */
  error: FlowQueryError | null
}

/** The maximum number of facts of one kind. A draft in a link can name thousands of flows and accounts. */
const mostFacts = 100

/**
 * Returns the queries whose facts a check needs. Some facts show that others are needed, so call it again when more facts are loaded, until
 * it adds no queries.
 */
export function planDraft(client: FlowClient, given: FlowDraft, stateOf: StateOf): DraftPlan {
  const { draft, flow, forecasts } = planRuns(client, given, stateOf)
  const reader = new FactReader(client, stateOf, mostFacts)
  const named = reader.readAll(namedFlowIds(draft), id => methodQuery(client, 'flow', { id }), 'notFound')
  const recipients = reader.readAccounts(client, {
    addresses: flow ? recipientsOf(flow) : [],
    grants: [],
    delegators: [],
    unbonders: [],
  })
  const { facts, time } = forecasts
  const readOptional = <Data>(query: FactQuery<Data>, whenFailed: (error: FlowQueryError) => Data) => {
    const data = reader.read(query)
    const error = stateOf(query.queryKey)?.error
    return data === undefined && isFlowQueryError(error) ? whenFailed(error) : data
  }
  const sequence = readOptional(sequenceQuery(client, draft.owner), () => null)
  // The key contains the balance. After a payment, the node may accept a flow that it refused before.
  const held = lookUp({ ...facts?.balances, ...facts?.spendableBalances }, draft.owner) ?? []
  const isReady = !forecasts.isPending && sequence !== undefined
  const canAsk = isReady && isOwnAddress(draft.owner)
  const nodeAnswer = canAsk
    ? readOptional<NodeAnswer>(nodeAnswerQuery(client, draft, held, sequence), error => ({ result: 'unknown', error }))
    : undefined
  const result = isReady && flow && sequence !== null ? reader.read(dryRunQuery(client, flow, held, sequence)) : null
  const isPending = forecasts.isPending || reader.isPending
  const error = forecasts.error ?? reader.error
  // Some keys contain the whole draft, so each key is only written once.
  const keyOf = ({ queryKey }: ForecastFactQueryOptions) => JSON.stringify(queryKey)
  const known = new Set(forecasts.queries.map(keyOf))
  const queries = [...forecasts.queries, ...reader.queries.filter(query => !known.has(keyOf(query)))]
  if (isPending || !facts || !time || !isReady) return { queries, facts: undefined, isPending, error }
  const { flows: _, dryRuns: __, ...shared } = facts
  return {
    queries,
    facts: {
      ...shared,
      differentBlocks: haveDifferentBlocks(
        queries,
        queries.map(({ queryKey }) => stateOf(queryKey)),
      ),
      balances: { ...recipients.balances, ...shared.balances },
      time,
      namedFlows: named,
      nodeAnswer: nodeAnswer ?? undefined,
      dryRun: result ?? undefined,
    },
    isPending,
    error,
  }
}

/** The prefix of `Your address` is only known once the facts contain the interchain account. */
function planRuns(client: FlowClient, given: FlowDraft, stateOf: StateOf) {
  const planWith = (prefix?: string) => {
    const draft = withOwnersAddresses(given, prefix)
    const flow = parseAddress(draft.owner) && flowOfDraft({ ...draft, startAt: '0' }, { block: '1970-01-01T00:00:00Z' })
    const args = {
      flows: flow ? [flow] : [],
      histories: { [draftId]: [] },
      balances: { [feeAddress]: [] },
      mostFacts,
    }
    return { draft, flow, forecasts: planForecasts(client, args, stateOf) }
  }
  const plan = planWith()
  const account = accountOnOtherChain(plan.flow, plan.forecasts.facts ?? {})
  return plan.draft === given || !account ? plan : planWith(parseAddress(account)?.prefix)
}

/** Fails if the owner has no account. The node can then still check the rules of a flow. */
function sequenceQuery(client: FlowClient, owner: string): FactQuery<string | null> {
  return {
    queryKey: queryKey(client, 'flowDryRun', { owner }),
    queryFn: async options => (isOwnAddress(owner) ? readSequence(client, owner, options) : null),
    retry: false,
  }
}

function nodeAnswerQuery(
  client: FlowClient,
  draft: FlowDraft,
  held: readonly Coin[],
  sequence: string | null,
): FactQuery<NodeAnswer> {
  return {
    queryKey: queryKey(client, 'flowDryRun', { draft, held }),
    queryFn: options => readNodeAnswer(client, draft, sequence ?? '0', options),
    retry: false,
  }
}

function dryRunQuery(client: FlowClient, flow: Flow, held: readonly Coin[], sequence: string): FactQuery<FlowDryRun> {
  const { owner, msgs, selfHostedIca, trustlessAgent } = flow
  return {
    queryKey: queryKey(client, 'flowDryRun', { owner, msgs, selfHostedIca, trustlessAgent, held }),
    queryFn: options => dryRun(client, flow, { ...options, sequence }),
    retry: false,
  }
}
