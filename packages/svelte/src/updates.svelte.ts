import type { FlowClient } from '@flow-query/core'
import { type FollowFlowsOptions, followFlows, type LiveStatus, notFollowing } from '@flow-query/core/updates'
import { useQueryClient } from '@tanstack/svelte-query'
import { untrack } from 'svelte'
import { useFlowClient } from './context.js'
import { type Given, reader } from './given.js'
import { type QueryStore, queryStore } from './store.js'

export interface FlowUpdatesOptions extends Pick<FollowFlowsOptions, 'fallbackInterval'> {
  /** Replaces the context's. */
  client?: FlowClient | undefined
}

/**
 * Keeps every query of the client as it is on the chain, while a component that uses it is mounted: an event of the chain
 * asks again for what it touches. Tells how the connection stands, as a store and as a runes object.
 *
 * Any number of uses share one connection to the client's `rpc`. While there is none, queries are asked again every
 * `fallbackInterval` milliseconds, as long as the page is visible.
 */
export function useFlowUpdates(options?: Given<FlowUpdatesOptions>): QueryStore<LiveStatus> {
  const given = reader(options)
  const queryClient = useQueryClient()
  // Where there is none, the component fails, on a server too.
  useFlowClient(given()?.client)

  let status = $state.raw(notFollowing)
  const flowClient = $derived(useFlowClient(given()?.client))
  const fallbackInterval = $derived(given()?.fallbackInterval)
  $effect(() => {
    const following = new AbortController()
    const onStatus = (next: LiveStatus) => {
      status = next
    }
    const options = { fallbackInterval, onStatus, signal: following.signal }
    const client = flowClient
    // What queries read when they are asked is theirs to follow.
    untrack(() => followFlows(client, queryClient, options))
    return () => following.abort()
  })
  return queryStore({
    get state() {
      return status.state
    },
    get error() {
      return status.error
    },
  })
}
