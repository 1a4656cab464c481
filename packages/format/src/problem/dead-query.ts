import type { StuckCause } from '@flow-query/insights'

/** Why a query never starts a run, as a part of a sentence. */
export const deadQueries: Record<StuckCause, string> = {
  queryResponseRejected: 'the chain drops each response to a query with the timeout policy REJECT_QUERY_RESPONSE',
  queryRepeated:
    'the chain drops the first response to a query with the timeout policy RETRY_QUERY_REQUEST and repeats the query, but relayers answer a query only once',
  invalidQueryKey: 'the key of its query isn’t base64, so the chain can’t send the query',
  queryUnanswered:
    'the other chain has not answered its query. If the key of the query doesn’t exist there, the flow never runs again. Otherwise, no relayer carries the query or its response',
}

/** The change after which the query starts a run. */
export const queryChanges: Record<StuckCause, string> = {
  queryResponseRejected: 'Use the timeout policy EXECUTE_QUERY_CALLBACK',
  queryRepeated: 'Use the timeout policy EXECUTE_QUERY_CALLBACK',
  invalidQueryKey: 'Encode the key of the query as base64',
  queryUnanswered: 'Check that the key of the query exists on the other chain',
}
