import type { FlowClient } from '@flow-query/core'
import { followFlows, type LiveStatus, notFollowing } from '@flow-query/core/updates'
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

export interface FlowUpdatesOptions {
  /** Milliseconds between two rounds of asking everything again, while there is no connection and the page is visible. */
  fallbackInterval?: MaybeRefOrGetter<number | undefined>
  /** Replaces the plugin's. */
  client?: MaybeRefOrGetter<FlowClient | undefined>
}

/**
 * Keeps every query of the client as it is on the chain, while a component that uses it is mounted: an event of the chain
 * asks again for what it touches. Answers how the connection stands.
 *
 * Any number of uses share one connection to the client's `rpc`. While there is none, queries are asked again every
 * `fallbackInterval` milliseconds, as long as the page is visible.
 */
export function useFlowUpdates(options?: MaybeRefOrGetter<FlowUpdatesOptions>): Readonly<ShallowRef<LiveStatus>> {
  const flowClient = injectFlowClient()
  const queryClient = useQueryClient()
  const status = shallowRef(notFollowing)
  const given = () => flowClient(toValue(toValue(options)?.client))
  // Where there is none, `setup()` fails.
  given()

  const followed = shallowRef<FlowClient>()
  // After mounting, and so never on a server.
  watchPostEffect(() => {
    // One in a `ref` or `reactive` is still the one that others follow.
    followed.value = toRaw(given())
  })
  watch(
    [() => followed.value, () => toValue(toValue(options)?.fallbackInterval)],
    ([client, fallbackInterval], _, onCleanup) => {
      if (!client) return
      const following = new AbortController()
      onCleanup(() => following.abort())
      followFlows(client, queryClient, {
        fallbackInterval,
        onStatus: next => {
          status.value = next
        },
        signal: following.signal,
      })
    },
    { flush: 'post' },
  )
  return shallowReadonly(status)
}
