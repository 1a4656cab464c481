'use client'

import type { FlowClient } from '@flow-query/core'
import { createContext, createElement, type ReactNode, useContext } from 'react'

const FlowClientContext = createContext<FlowClient | null>(null)

/** Makes a client known to the hooks below it. Goes inside TanStack's `QueryClientProvider`. */
export function FlowQueryProvider({ client, children }: { client: FlowClient; children?: ReactNode }) {
  return createElement(FlowClientContext.Provider, { value: client }, children)
}

/**
 * The client of the nearest {@link FlowQueryProvider}, unless one is given.
 *
 * @throws {Error} without either, saying what to add
 */
export function useFlowClient(client?: FlowClient | undefined): FlowClient {
  const provided = useContext(FlowClientContext)
  const found = client ?? provided
  if (!found) {
    throw new Error(
      'No FlowQueryProvider above this component: make a client with createFlowClient({ lcd }), outside of components, and wrap the app in <FlowQueryProvider client={client}>',
    )
  }
  return found
}
