/** The policies for late responses to a query, in the order of their numbers on the chain. */
export const timeoutPolicies = ['REJECT_QUERY_RESPONSE', 'RETRY_QUERY_REQUEST', 'EXECUTE_QUERY_CALLBACK'] as const

/** `fails` means that the chain can't evaluate the comparison, so the run fails. `unknown` means that facts are missing. */
export type ComparisonResult = boolean | 'fails' | 'unknown'

export function combine(results: readonly ComparisonResult[], needsAll: boolean): ComparisonResult {
  if (results.length === 0) return true
  // The chain uses the first comparison that isn't true. If that one is unknown, it may also fail the run.
  if (needsAll) return results.find(result => result !== true) ?? true
  if (results.includes(true)) return true
  if (results.includes('unknown')) return 'unknown'
  return results.includes('fails') ? 'fails' : false
}

export interface Dependencies {
  stopOnSuccessOf: readonly string[]
  stopOnFailureOf: readonly string[]
  skipOnSuccessOf: readonly string[]
  skipOnFailureOf: readonly string[]
}

/** IDs of flows, where it is unknown whether those in `mayStop` and `maySkip` decide. */
export interface DecidingFlows {
  stoppedBy: string[]
  mayStop: string[]
  skippedBy: string[]
  maySkip: string[]
}

/** @param succeeded whether a flow's newest run succeeded. Null before its first run, and undefined if it is unknown */
export function decidingFlows(
  { stopOnSuccessOf, stopOnFailureOf, skipOnSuccessOf, skipOnFailureOf }: Dependencies,
  succeeded: (flowId: string) => boolean | null | undefined,
): DecidingFlows {
  const withResult = (result: boolean | undefined, ids: readonly string[]) => ids.filter(id => succeeded(id) === result)
  return {
    stoppedBy: [...withResult(true, stopOnSuccessOf), ...withResult(false, stopOnFailureOf)],
    mayStop: withResult(undefined, [...stopOnSuccessOf, ...stopOnFailureOf]),
    skippedBy: [...withResult(true, skipOnSuccessOf), ...withResult(false, skipOnFailureOf)],
    maySkip: withResult(undefined, [...skipOnSuccessOf, ...skipOnFailureOf]),
  }
}

interface Query {
  timeoutPolicy: string
  queryKey: string
}

/** The chain sets no time for the timeout of a query, so it treats each response as late. */
export function dropsResponses({ timeoutPolicy }: Pick<Query, 'timeoutPolicy'>): boolean {
  return timeoutPolicy === 'REJECT_QUERY_RESPONSE'
}

/** Why the queries of a flow never start a run. */
export type DeadQuery = 'queryResponseRejected' | 'queryRepeated' | 'invalidQueryKey'

interface MayQuery {
  icqConfig: Query | null
}

interface Inputs {
  comparisons: readonly MayQuery[]
  feedbackLoops: readonly MayQuery[]
}

/**
 * Returns why a flow never runs because of its queries. With `RETRY_QUERY_REQUEST`, the chain ignores the first response and repeats the
 * query, but relayers answer each query only once.
 */
export function deadQueryOf(conditions: Inputs): DeadQuery | undefined {
  const sent = sentQueries(conditions)
  if (sent.some(query => !canBeSent(query))) return 'invalidQueryKey'
  if (sent.some(dropsResponses)) return 'queryResponseRejected'
  return sent.some(repeatsQuery) ? 'queryRepeated' : undefined
}

/** Returns whether the chain sends the queries of a flow. It only does if one of the lists starts with a query. */
export function sendsQueries({ comparisons, feedbackLoops }: Inputs): boolean {
  return [comparisons[0], feedbackLoops[0]].some(input => input?.icqConfig)
}

export function sentQueries(conditions: Inputs): Query[] {
  if (!sendsQueries(conditions)) return []
  const { comparisons, feedbackLoops } = conditions
  return [...comparisons, ...feedbackLoops].flatMap(({ icqConfig }) => icqConfig ?? [])
}

export function repeatsQuery({ timeoutPolicy }: Pick<Query, 'timeoutPolicy'>): boolean {
  return timeoutPolicy === 'RETRY_QUERY_REQUEST'
}

export function canBeSent({ queryKey }: Pick<Query, 'queryKey'>): boolean {
  return isBase64(queryKey)
}

export function isBase64(text: string): boolean {
  return /^([A-Za-z\d+/]{4})*([A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/.test(text)
}
