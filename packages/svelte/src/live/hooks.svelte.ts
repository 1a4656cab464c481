import { type FlowClient, isFlowQueryError } from '@flow-query/core'
import {
  type FlowEvent,
  initialLiveStatus,
  type LiveFlowsOptions,
  type LiveStatus,
  liveFlows,
  watchFlows,
} from '@flow-query/core/live'
import { notifyManager, useQueryClient } from '@tanstack/svelte-query'
import { untrack } from 'svelte'
import { useFlowClient } from '../context.js'
import { type Given, type QueryStore, queryStore, reader } from '../store.js'
import type { ClientOptions } from '../types.js'

export interface UseLiveFlowsOptions extends Pick<LiveFlowsOptions, 'fallbackInterval'>, ClientOptions {}
export type UseLiveFlowsResult = QueryStore<LiveStatus>

/**
 * Keeps cached queries current while the component is mounted, and returns the state of the connection.
 *
 * All calls share one connection to the client's `rpc`.
 */
export function useLiveFlows(options?: Given<UseLiveFlowsOptions>): UseLiveFlowsResult {
  const given = reader(options)
  const queryClient = useQueryClient()
  let status = $state.raw(initialLiveStatus)
  const fallbackInterval = $derived(given()?.fallbackInterval)
  const onStatus = (next: LiveStatus) => {
    status = next
  }
  whileMounted(
    () => given()?.client,
    () => fallbackInterval,
    (client, signal) =>
      liveFlows(client, queryClient, { fallbackInterval, batch: notifyManager.batch, onStatus, signal }),
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
 * To change the callbacks later, pass the options in a getter or a store.
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

function whileMounted(
  given: () => FlowClient | undefined,
  dependency: (() => unknown) | undefined,
  listen: (client: FlowClient, signal: AbortSignal) => void,
): void {
  // Throws while the component initializes if there is no client, even on a server.
  useFlowClient(given())

  const client = $derived(useFlowClient(given()))
  $effect(() => {
    const [mounted, listening] = [client, new AbortController()]
    dependency?.()
    // State that a callback reads must not run the effect again.
    untrack(() => listen(mounted, listening.signal))
    return () => listening.abort()
  })
}
