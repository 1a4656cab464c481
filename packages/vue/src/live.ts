import { type FlowClient, isFlowQueryError } from '@flow-query/core'
import { type FlowEvent, type LiveStatus, liveFlows, notLive, watchFlows } from '@flow-query/core/live'
import { useQueryClient } from '@tanstack/vue-query'
import {
  type MaybeRefOrGetter,
  type ShallowRef,
  shallowReadonly,
  shallowRef,
  toRaw,
  toValue,
  watch,
  watchPostEffect,
} from 'vue'
import { injectFlowClient } from './context.js'

export interface UseLiveFlowsOptions {
  /** Milliseconds between two rounds of asking everything again, while no events come and the page is visible. */
  fallbackInterval?: MaybeRefOrGetter<number | undefined>
  /** Replaces the plugin's. */
  client?: MaybeRefOrGetter<FlowClient | undefined>
}
export type UseLiveFlowsResult = Readonly<ShallowRef<LiveStatus>>

/**
 * Keeps what is read of the chain as it is there, while a component that uses it is mounted: a flow that changed is asked for
 * once, and written into every list and collection that holds it; a history asks for its newest page, and a list for a new
 * flow. Answers how the connection stands.
 *
 * Any number of uses share one connection to the client's `rpc`. While there is none, and while the node tells nothing, what is
 * on the page is asked for again every `fallbackInterval` milliseconds, as long as the page is visible.
 */
export function useLiveFlows(options?: MaybeRefOrGetter<UseLiveFlowsOptions>): UseLiveFlowsResult {
  const queryClient = useQueryClient()
  const status = shallowRef(notLive)
  const fallbackInterval = () => toValue(toValue(options)?.fallbackInterval)
  const onStatus = (next: LiveStatus) => {
    status.value = next
  }
  whileMounted(options, fallbackInterval, (client, signal) =>
    liveFlows(client, queryClient, { fallbackInterval: fallbackInterval(), onStatus, signal }),
  )
  return shallowReadonly(status)
}

export interface UseWatchFlowsOptions {
  /** Called with each event, when a query already reads its outcome. */
  onEvent: (event: FlowEvent) => void
  /** Called with the present status, then with each new one: `stopped`, and why, where no event can come. */
  onStatus?: ((status: LiveStatus) => void) | undefined
  /** Replaces the plugin's. */
  client?: MaybeRefOrGetter<FlowClient | undefined>
}

/**
 * Tells what happens to the flows of the chain, while a component that uses it is mounted.
 *
 * It shares the one connection to the client's `rpc`. Events of a time without connection are lost. In a ref or a getter,
 * the callbacks may become others.
 */
export function useWatchFlows(options: MaybeRefOrGetter<UseWatchFlowsOptions>): void {
  const onStatus = (status: LiveStatus) => toValue(options).onStatus?.(status)
  whileMounted(options, undefined, (client, signal) => {
    try {
      watchFlows(client, {
        onEvents: events => {
          for (const event of events) toValue(options).onEvent(event)
        },
        onStatus,
        signal,
      })
    } catch (error) {
      if (!isFlowQueryError(error)) throw error
      onStatus({ state: 'stopped', error })
    }
  })
}

/** Listens while the component is mounted, and so never on a server; anew where the client or what is `also` read is another. */
function whileMounted(
  options: MaybeRefOrGetter<{ client?: MaybeRefOrGetter<FlowClient | undefined> } | undefined>,
  also: (() => unknown) | undefined,
  listen: (client: FlowClient, signal: AbortSignal) => void,
): void {
  const flowClient = injectFlowClient()
  // One in a `ref` or `reactive` is still the one that others listen with.
  const given = () => toRaw(flowClient(toValue(toValue(options)?.client)))
  // Where there is none, `setup()` fails.
  given()

  const mounted = shallowRef<FlowClient>()
  watchPostEffect(() => {
    mounted.value = given()
  })
  watch(
    [mounted, () => also?.()],
    ([client], _, onCleanup) => {
      if (!client) return
      const listening = new AbortController()
      onCleanup(() => listening.abort())
      listen(client, listening.signal)
    },
    { flush: 'post' },
  )
}
