import type { BlockTime, FlowClient } from '@flow-query/core'
import type { FactsObserverClass, ObservedResult } from '@flow-query/insights/query'
import { notifyManager, QueriesObserver, useIsRestoring, useQueryClient } from '@tanstack/svelte-query'
import { untrack } from 'svelte'
import { useFlowClient } from '../context.js'
import { type QueryStore, queryStore } from '../store.js'
import type { ClientOptions } from '../types.js'

export interface CheckOptions extends ClientOptions {
  /** The newest block, from `chainTime`. Defaults to the data of {@link useChainTime}. */
  time?: BlockTime | undefined
}

/** Subscribes to a result that is computed from cached facts, as `createQuery` subscribes to a query. */
export function observeFacts<Options extends object, Data>(
  Observer: FactsObserverClass<Options, Data>,
  read: () => Options,
): QueryStore<ObservedResult<Data>> {
  const queryClient = useQueryClient()
  const isRestoring = useIsRestoring()
  const options = $derived(read())
  const observer = new Observer(
    queryClient,
    new QueriesObserver(queryClient, []),
    untrack(() => options),
  )
  let published = $state.raw(observer.getResult())
  const result = $derived.by(() => {
    void published
    return observer.getOptimisticResult(options)
  })

  $effect.pre(() => observer.setOptions(options))
  $effect(() => {
    if (isRestoring.current) return
    const publish = (next: ObservedResult<Data>) => {
      published = next
    }
    return observer.subscribe(notifyManager.batchCalls(publish))
  })
  return queryStore({
    get data() {
      return result.data
    },
    get isPending() {
      return result.isPending
    },
    get error() {
      return result.error
    },
  })
}

/** Adds the client of the context if the options contain none. */
export function withClient<Options extends ClientOptions>(options: Options): Options & { client: FlowClient } {
  return { ...options, client: useFlowClient(options.client) }
}
