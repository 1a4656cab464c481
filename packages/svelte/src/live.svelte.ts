import { type FlowClient, isFlowQueryError } from '@flow-query/core'
import {
  type FlowEvent,
  type LiveFlowsOptions,
  type LiveStatus,
  liveFlows,
  notLive,
  watchFlows,
} from '@flow-query/core/live'
import { useQueryClient } from '@tanstack/svelte-query'
import { untrack } from 'svelte'
import { useFlowClient } from './context.js'
import { type Given, reader } from './given.js'
import { type QueryStore, queryStore } from './store.js'

export interface UseLiveFlowsOptions extends Pick<LiveFlowsOptions, 'fallbackInterval'> {
  /** Replaces the context's. */
  client?: FlowClient | undefined
}
export type UseLiveFlowsResult = QueryStore<LiveStatus>

/**
 * Keeps what is read of the chain as it is there, while a component that uses it is mounted: a flow that changed is asked for
 * once, and written into every list and collection that holds it; a history asks for its newest page, and a list for a new
 * flow. Tells how the connection stands, as a store and as a runes object.
 *
 * Any number of uses share one connection to the client's `rpc`. While there is none, and while the node tells nothing, what is
 * on the page is asked for again every `fallbackInterval` milliseconds, as long as the page is visible.
 */
export function useLiveFlows(options?: Given<UseLiveFlowsOptions>): UseLiveFlowsResult {
  const given = reader(options)
  const queryClient = useQueryClient()
  let status = $state.raw(notLive)
  const fallbackInterval = $derived(given()?.fallbackInterval)
  const onStatus = (next: LiveStatus) => {
    status = next
  }
  whileMounted(
    () => given()?.client,
    () => fallbackInterval,
    (client, signal) => liveFlows(client, queryClient, { fallbackInterval, onStatus, signal }),
  )
  return queryStore({
    get state() {
      return status.state
    },
    get error() {
      return status.error
    },
  })
}

export interface UseWatchFlowsOptions {
  /** Called with each event, when a query already reads its outcome. */
  onEvent: (event: FlowEvent) => void
  /** Called with the present status, then with each new one: `stopped`, and why, where no event can come. */
  onStatus?: ((status: LiveStatus) => void) | undefined
  /** Replaces the context's. */
  client?: FlowClient | undefined
}

/**
 * Tells what happens to the flows of the chain, while a component that uses it is mounted.
 *
 * It shares the one connection to the client's `rpc`. Events of a time without connection are lost. In a getter or a store,
 * the callbacks may become others.
 */
export function useWatchFlows(options: Given<UseWatchFlowsOptions>): void {
  const given = reader(options)
  const onStatus = (status: LiveStatus) => given().onStatus?.(status)
  whileMounted(
    () => given().client,
    undefined,
    (client, signal) => {
      try {
        watchFlows(client, {
          onEvents: events => {
            for (const event of events) given().onEvent(event)
          },
          onStatus,
          signal,
        })
      } catch (error) {
        if (!isFlowQueryError(error)) throw error
        onStatus({ state: 'stopped', error })
      }
    },
  )
}

/** Listens while the component is mounted, and so never on a server; anew where the client or what is `also` read is another. */
function whileMounted(
  given: () => FlowClient | undefined,
  also: (() => unknown) | undefined,
  listen: (client: FlowClient, signal: AbortSignal) => void,
): void {
  // Where there is none, the component fails, on a server too.
  useFlowClient(given())

  const client = $derived(useFlowClient(given()))
  $effect(() => {
    const [mounted, listening] = [client, new AbortController()]
    also?.()
    // What callbacks read is theirs to follow.
    untrack(() => listen(mounted, listening.signal))
    return () => listening.abort()
  })
}
