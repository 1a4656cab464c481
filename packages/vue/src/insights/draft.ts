import type { FlowDraft } from '@flow-query/insights/draft'
import { DraftObserver, type FlowDraftCheck } from '@flow-query/insights/query'
import { type ComputedRef, type MaybeRefOrGetter, toValue } from 'vue'
import { injectFlowClient } from '../context.js'
import { type CheckOptions, useObservedFacts } from './observed-facts.js'

export interface UseFlowDraftOptions extends CheckOptions {
  /** The draft to check. While `draft` is `null` or `undefined`, or has no owner, the composable waits. */
  draft: MaybeRefOrGetter<FlowDraft | null | undefined>
  /** How long a changed draft must stay the same before it is checked, in milliseconds. The first draft is checked at once. Default: 300 */
  debounce?: MaybeRefOrGetter<number | undefined>
}
export type UseFlowDraftResult = { [Name in keyof FlowDraftCheck]: ComputedRef<FlowDraftCheck[Name]> }

/**
 * Checks whether the chain would accept a new flow, what the flow would cost, and whether its runs would succeed.
 *
 * The node simulates each new draft, so the check waits until the user has stopped typing.
 *
 * @example
 * const { data: check } = useFlowDraft({ draft: () => props.draft })
 * const verdict = computed(() => check.value?.verdict)
 */
export function useFlowDraft(options: MaybeRefOrGetter<UseFlowDraftOptions>): UseFlowDraftResult {
  const flowClient = injectFlowClient()
  return useObservedFacts(DraftObserver, () => {
    const { draft, debounce, time, client } = toValue(options)
    return {
      client: flowClient(toValue(client)),
      draft: toValue(draft),
      debounce: toValue(debounce),
      time: toValue(time),
    }
  })
}
