import type { FlowClient } from '@flow-query/core'
import { getContext, setContext } from 'svelte'
import { type Given, reader } from './store.js'

const key = Symbol('FlowClient')

/** Provides a client to this component and those below it. They also need TanStack Query's `QueryClientProvider`. */
export function setFlowClient(client: Given<FlowClient>): void {
  setContext(key, reader(client))
}

/**
 * Returns `client` if it is set, and otherwise the client of the nearest {@link setFlowClient}.
 *
 * @throws {Error} if `client` is not set and no parent has called {@link setFlowClient}
 */
export function useFlowClient(client?: FlowClient | undefined): FlowClient {
  const found = client ?? getContext<(() => FlowClient) | undefined>(key)?.()
  if (!found) {
    throw new Error(
      'No setFlowClient above this component. Create a client with createFlowClient({ lcd }) and call setFlowClient(client) in the root component.',
    )
  }
  return found
}
