import type { FlowDraft } from '@flow-query/insights/draft'
import { type FlowDraftCheck, initialDraftChecker, updateDraftChecker } from '@flow-query/insights/query'
import { useFlowClient } from '../context.js'
import type { QueryStore } from '../store.js'
import { type Given, reader } from '../store.js'
import { checkStore } from './check-store.js'
import { type CheckOptions, observeFacts } from './observed-facts.svelte.js'

export interface UseFlowDraftOptions extends CheckOptions {
  /** The draft to check. While `draft` is `null` or `undefined`, or has no owner, the store waits. */
  draft: FlowDraft | null | undefined
}
export type UseFlowDraftResult = QueryStore<FlowDraftCheck>

/**
 * Checks whether the chain would accept a new flow, what the flow would cost, and whether its runs would succeed.
 *
 * The node simulates each new draft, so debounce the input of a form.
 *
 * @example
 * const check = useFlowDraft(() => ({ draft }))
 * const verdict = $derived($check.data?.verdict)
 */
export function useFlowDraft(options: Given<UseFlowDraftOptions>): UseFlowDraftResult {
  const given = reader(options)
  const checker = observeFacts(initialDraftChecker, (state, queryClient) => {
    const { client, ...args } = given()
    return updateDraftChecker(state, useFlowClient(client), args, queryClient)
  })
  return checkStore(() => checker().result)
}
