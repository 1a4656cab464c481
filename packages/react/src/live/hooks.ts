'use client'

import { isFlowQueryError } from '@flow-query/core'
import {
  type FlowEvent,
  initialLiveStatus,
  type LiveFlowsOptions,
  type LiveStatus,
  liveFlows,
  watchFlows,
} from '@flow-query/core/live'
import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useFlowClient } from '../context.js'
import type { ClientOptions } from '../types.js'

export interface UseLiveFlowsOptions extends Pick<LiveFlowsOptions, 'fallbackInterval'>, ClientOptions {}
export type UseLiveFlowsResult = LiveStatus

/** React paints before it runs normal effects, so a page would show the status of the previous client. React 18 warns on a server. */
const useEffectBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect

/**
 * Keeps cached queries current while the component is mounted, and returns the state of the connection.
 *
 * All calls share one connection to the client's `rpc`.
 */
export function useLiveFlows({ client, fallbackInterval }: UseLiveFlowsOptions = {}): UseLiveFlowsResult {
  const flowClient = useFlowClient(client)
  const queryClient = useQueryClient()
  const [status, setStatus] = useState(initialLiveStatus)
  useEffectBeforePaint(() => {
    const mounted = new AbortController()
    const { batch } = notifyManager
    liveFlows(flowClient, queryClient, { fallbackInterval, batch, onStatus: setStatus, signal: mounted.signal })
    return () => mounted.abort()
  }, [flowClient, queryClient, fallbackInterval])
  return status
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
