import type { FlowDraft } from '@flow-query/insights/draft'
import { DraftObserver, type FlowDraftCheck } from '@flow-query/insights/query'
import { type Given, type QueryStore, reader } from '../store.js'
import { type CheckOptions, observeFacts, withClient } from './observed-facts.svelte.js'

export interface UseFlowDraftOptions extends CheckOptions {
  /** The draft to check. While `draft` is `null` or `undefined`, or has no owner, the store waits. */
  draft: FlowDraft | null | undefined
  /** How long a changed draft must stay the same before it is checked, in milliseconds. The first draft is checked at once. Default: 300 */
  debounce?: number | undefined
}
export type UseFlowDraftResult = QueryStore<FlowDraftCheck>

/**
 * Checks whether the chain would accept a new flow, what the flow would cost, and whether its runs would succeed.
 *
 * The node simulates each new draft, so the check waits until the user has stopped typing.
 *
 * @example
 * const check = useFlowDraft(() => ({ draft }))
 * const verdict = $derived($check.data?.verdict)
 */
export function useFlowDraft(options: Given<UseFlowDraftOptions>): UseFlowDraftResult {
  const given = reader(options)
  return observeFacts(DraftObserver, () => withClient(given()))
}
