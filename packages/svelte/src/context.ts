import type { FlowClient } from '@flow-query/core'
import { getContext, setContext } from 'svelte'
import { type Given, reader } from './given.js'

const key = Symbol('FlowClient')

/** Makes a client known to this component and those below it. Goes with TanStack's `QueryClientProvider`. */
export function setFlowClient(client: Given<FlowClient>): void {
  setContext(key, reader(client))
}

/**
 * The client of the nearest {@link setFlowClient}, unless one is given.
 *
 * @throws {Error} without either, saying what to add
 */
export function useFlowClient(client?: FlowClient | undefined): FlowClient {
  const found = client ?? getContext<(() => FlowClient) | undefined>(key)?.()
  if (!found) {
    throw new Error(
      'No setFlowClient above this component: make a client with createFlowClient({ lcd }) and call setFlowClient(client) in the root component',
    )
  }
  return found
}
