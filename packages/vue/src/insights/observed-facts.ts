import type { BlockTime, Flow } from '@flow-query/core'
import type { FactsObserverClass, ObservedResult } from '@flow-query/insights/query'
import { isServer, notifyManager, QueriesObserver, useQueryClient } from '@tanstack/vue-query'
import { type ComputedRef, computed, type MaybeRefOrGetter, shallowRef, watchEffect } from 'vue'
import type { ClientOptions } from '../types.js'

export interface CheckOptions extends ClientOptions {
  /** The newest block, from `chainTime`. Defaults to the data of {@link useChainTime}. */
  time?: MaybeRefOrGetter<BlockTime | undefined>
}

/** The flows to check: a list, or all flows of an owner. */
export type CheckedFlows =
  | {
      /** The flows to check. While `flows` is `null` or `undefined`, the composable waits. */
      flows: MaybeRefOrGetter<readonly Flow[] | null | undefined>
      owner?: undefined
    }
  | {
      /** The owner whose flows are loaded and checked. While `owner` is empty, `null` or `undefined`, the composable waits. */
      owner: MaybeRefOrGetter<string | null | undefined>
      flows?: undefined
    }

/** Subscribes to a result that is computed from cached facts, as `useQuery` subscribes to a query. */
export function useObservedFacts<Options extends object, Data>(
  Observer: FactsObserverClass<Options, Data>,
  options: () => Options,
): { [Name in keyof ObservedResult<Data>]: ComputedRef<ObservedResult<Data>[Name]> } {
  const queryClient = useQueryClient()
  const observer = new Observer(queryClient, new QueriesObserver(queryClient, []), options())
  const published = shallowRef(observer.getResult())
  const result = computed(() => {
    void published.value
    return observer.getOptimisticResult(options())
  })
  if (!isServer) {
    watchEffect(() => observer.setOptions(options()))
    watchEffect(onCleanup => {
      if (queryClient.isRestoring?.value) return
      const publish = (next: ObservedResult<Data>) => {
        published.value = next
      }
      onCleanup(observer.subscribe(notifyManager.batchCalls(publish)))
    })
  }
  return {
    data: computed(() => result.value.data),
    isPending: computed(() => result.value.isPending),
    error: computed(() => result.value.error),
  }
}
