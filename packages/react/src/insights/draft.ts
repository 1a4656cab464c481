'use client'

import type { FlowDraft } from '@flow-query/insights/draft'
import { DraftObserver, type FlowDraftCheck } from '@flow-query/insights/query'
import { useFlowClient } from '../context.js'
import { type CheckOptions, useObservedFacts } from './observed-facts.js'

export interface UseFlowDraftOptions extends CheckOptions {
  /** The draft to check. While `draft` is `null` or `undefined`, or has no owner, the hook waits. */
  draft: FlowDraft | null | undefined
}
export type UseFlowDraftResult = FlowDraftCheck

/**
 * Checks whether the chain would accept a new flow, what the flow would cost, and whether its runs would succeed.
 *
 * The node simulates each new draft, so debounce the input of a form.
 *
 * @example
 * const { data: check } = useFlowDraft({ draft })
 * return <p>{check?.verdict}</p>
 */
export function useFlowDraft({ draft, time, client }: UseFlowDraftOptions): UseFlowDraftResult {
  return useObservedFacts(DraftObserver, { client: useFlowClient(client), draft, time })
}
