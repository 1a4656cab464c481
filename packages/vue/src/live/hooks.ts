import { type FlowClient, isFlowQueryError } from '@flow-query/core'
import { type FlowEvent, initialLiveStatus, type LiveStatus, liveFlows, watchFlows } from '@flow-query/core/live'
import { notifyManager, useQueryClient } from '@tanstack/vue-query'
import {
  getCurrentScope,
  type MaybeRefOrGetter,
  type ShallowRef,
  shallowReadonly,
  shallowRef,
  toRaw,
  toValue,
  watch,
  watchPostEffect,
} from 'vue'
import { injectFlowClient } from '../context.js'
import type { ClientOptions } from '../types.js'

export interface UseLiveFlowsOptions extends ClientOptions {
  /** The polling interval in milliseconds while no events arrive and the page is visible. */
  fallbackInterval?: MaybeRefOrGetter<number | undefined>
}
export type UseLiveFlowsResult = Readonly<ShallowRef<LiveStatus>>

/**
 * Keeps cached queries current while the component is mounted, and returns the state of the connection.
 *
 * All calls share one connection to the client's `rpc`.
 */
export function useLiveFlows(options?: MaybeRefOrGetter<UseLiveFlowsOptions>): UseLiveFlowsResult {
  const queryClient = useQueryClient()
  const status = shallowRef(initialLiveStatus)
  const fallbackInterval = () => toValue(toValue(options)?.fallbackInterval)
  const onStatus = (next: LiveStatus) => {
    status.value = next
  }
  whileMounted(options, fallbackInterval, (client, signal) =>
    liveFlows(client, queryClient, {
      fallbackInterval: fallbackInterval(),
      batch: notifyManager.batch,
      onStatus,
      signal,
    }),
  )
  return shallowReadonly(status)
}

export interface UseWatchFlowsOptions extends ClientOptions {
  /** Queries that you send from then on return the new state. */
  onEvent: (event: FlowEvent) => void
  /** Called with the current status and each change. The state is `stopped` with an `error` if no events can arrive. */
  onStatus?: ((status: LiveStatus) => void) | undefined
}

/**
 * Calls `onEvent` for each event of the chain's flows while the component is mounted.
 *
 * All calls share one connection to the client's `rpc`. Events that occur while the connection is lost are not delivered.
 * To change the callbacks later, pass the options in a ref or a getter.
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

function whileMounted(
  options: MaybeRefOrGetter<{ client?: MaybeRefOrGetter<FlowClient | undefined> } | undefined>,
  dependency: (() => unknown) | undefined,
  listen: (client: FlowClient, signal: AbortSignal) => void,
): void {
  const flowClient = injectFlowClient()
  if (!getCurrentScope()) {
    throw new Error(
      'Call useLiveFlows and useWatchFlows in setup() or effectScope().run(), because they listen until the scope ends.',
    )
  }
  // A `ref` or `reactive` wraps the client in a proxy. Calls only share a connection if they pass the same object.
  const given = () => toRaw(flowClient(toValue(toValue(options)?.client)))
  // Throws during `setup` if there is no client.
  given()

  const mounted = shallowRef<FlowClient>()
  watchPostEffect(() => {
    mounted.value = given()
  })
  watch(
    [mounted, () => dependency?.()],
    ([client], _, onCleanup) => {
      if (!client) return
      const listening = new AbortController()
      onCleanup(() => listening.abort())
      listen(client, listening.signal)
    },
    { flush: 'post' },
  )
}
