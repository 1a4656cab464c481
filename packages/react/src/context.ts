'use client'

import type { FlowClient } from '@flow-query/core'
import { createContext, createElement, type ReactNode, useContext } from 'react'

const FlowClientContext = createContext<FlowClient | null>(null)

/** Provides a client to the hooks below it. Render it inside TanStack Query's `QueryClientProvider`. */
export function FlowQueryProvider({ client, children }: { client: FlowClient; children?: ReactNode }) {
  return createElement(FlowClientContext.Provider, { value: client }, children)
}

/**
 * Returns `client` if it is set, and otherwise the client of the nearest {@link FlowQueryProvider}.
 *
 * @throws {Error} if `client` is not set and there is no provider
 */
export function useFlowClient(client?: FlowClient | undefined): FlowClient {
  const provided = useContext(FlowClientContext)
  const found = client ?? provided
  if (!found) {
    throw new Error(
      'No FlowQueryProvider above this component. Create a client with createFlowClient({ lcd }) outside of components, and wrap the app in <FlowQueryProvider client={client}>.',
    )
  }
  return found
}
