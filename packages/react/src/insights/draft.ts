'use client'

import type { FlowDraft } from '@flow-query/insights/draft'
import { DraftObserver, type FlowDraftCheck } from '@flow-query/insights/query'
import { useFlowClient } from '../context.js'
import { type CheckOptions, useObservedFacts } from './observed-facts.js'

export interface UseFlowDraftOptions extends CheckOptions {
  /** The draft to check. While `draft` is `null` or `undefined`, or has no owner, the hook waits. */
  draft: FlowDraft | null | undefined
  /** How long a changed draft must stay the same before it is checked, in milliseconds. The first draft is checked at once. Default: 300 */
  debounce?: number | undefined
}
export type UseFlowDraftResult = FlowDraftCheck

/**
 * Checks whether the chain would accept a new flow, what the flow would cost, and whether its runs would succeed.
 *
 * The node simulates each new draft, so the check waits until the user has stopped typing.
 *
 * @example
 * const { data: check } = useFlowDraft({ draft })
 * return <p>{check?.verdict}</p>
 */
export function useFlowDraft(options: UseFlowDraftOptions): UseFlowDraftResult {
  return useObservedFacts(DraftObserver, { ...options, client: useFlowClient(options.client) })
}
