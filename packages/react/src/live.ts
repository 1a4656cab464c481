'use client'

import { type FlowClient, isFlowQueryError } from '@flow-query/core'
import {
  type FlowEvent,
  type LiveFlowsOptions,
  type LiveStatus,
  liveFlows,
  notLive,
  watchFlows,
} from '@flow-query/core/live'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useFlowClient } from './context.js'

export interface UseLiveFlowsOptions extends Pick<LiveFlowsOptions, 'fallbackInterval'> {
  /** Replaces the provider's. */
  client?: FlowClient | undefined
}
export type UseLiveFlowsResult = LiveStatus

/**
 * Keeps what is read of the chain as it is there, while a component that uses it is mounted: a flow that changed is asked for
 * once, and written into every list and collection that holds it; a history asks for its newest page, and a list for a new
 * flow. Answers how the connection stands.
 *
 * Any number of uses share one connection to the client's `rpc`. While there is none, and while the node tells nothing, what is
 * on the page is asked for again every `fallbackInterval` milliseconds, as long as the page is visible.
 */
export function useLiveFlows({ client, fallbackInterval }: UseLiveFlowsOptions = {}): UseLiveFlowsResult {
  const flowClient = useFlowClient(client)
  const queryClient = useQueryClient()
  const [status, setStatus] = useState(notLive)
  useEffect(() => {
    const mounted = new AbortController()
    liveFlows(flowClient, queryClient, { fallbackInterval, onStatus: setStatus, signal: mounted.signal })
    return () => mounted.abort()
  }, [flowClient, queryClient, fallbackInterval])
  return status
}

export interface UseWatchFlowsOptions {
  /** Called with each event, when a query already reads its outcome. */
  onEvent: (event: FlowEvent) => void
  /** Called with the present status, then with each new one: `stopped`, and why, where no event can come. */
  onStatus?: ((status: LiveStatus) => void) | undefined
  /** Replaces the provider's. */
  client?: FlowClient | undefined
}

/**
 * Tells what happens to the flows of the chain, while a component that uses it is mounted.
 *
 * It shares the one connection to the client's `rpc`. Events of a time without connection are lost. The callbacks may be
 * others with each render.
 */
export function useWatchFlows({ client, onEvent, onStatus }: UseWatchFlowsOptions): void {
  const flowClient = useFlowClient(client)
  const callbacks = useRef({ onEvent, onStatus })
  useEffect(() => {
    callbacks.current = { onEvent, onStatus }
  })
  useEffect(() => {
    const mounted = new AbortController()
    try {
      watchFlows(flowClient, {
        onEvents: events => {
          for (const event of events) callbacks.current.onEvent(event)
        },
        onStatus: status => callbacks.current.onStatus?.(status),
        signal: mounted.signal,
      })
    } catch (error) {
      if (!isFlowQueryError(error)) throw error
      callbacks.current.onStatus?.({ state: 'stopped', error })
    }
    return () => mounted.abort()
  }, [flowClient])
}
