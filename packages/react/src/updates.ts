import type { FlowClient } from '@flow-query/core'
import { type FollowFlowsOptions, followFlows, type LiveStatus, notFollowing } from '@flow-query/core/updates'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useFlowClient } from './context.js'

export interface FlowUpdatesOptions extends Pick<FollowFlowsOptions, 'fallbackInterval'> {
  /** Replaces the provider's. */
  client?: FlowClient | undefined
}

/**
 * Keeps every query of the client as it is on the chain, while a component that uses it is mounted: an event of the chain
 * asks again for what it touches. Answers how the connection stands.
 *
 * Any number of uses share one connection to the client's `rpc`. While there is none, queries are asked again every
 * `fallbackInterval` milliseconds, as long as the page is visible.
 */
export function useFlowUpdates({ client, fallbackInterval }: FlowUpdatesOptions = {}): LiveStatus {
  const flowClient = useFlowClient(client)
  const queryClient = useQueryClient()
  const [status, setStatus] = useState(notFollowing)
  useEffect(() => {
    const following = new AbortController()
    followFlows(flowClient, queryClient, { fallbackInterval, onStatus: setStatus, signal: following.signal })
    return () => following.abort()
  }, [flowClient, queryClient, fallbackInterval])
  return status
}
