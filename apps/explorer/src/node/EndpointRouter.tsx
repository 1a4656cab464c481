import { type ReactNode, useMemo } from 'react'
import { Router } from '../router/router'
import { useEndpoint } from './EndpointProvider'
import { ownParams } from './endpoint'
import { serverNode } from './start'

/** A router whose URLs contain the endpoint, so that a copied URL or a new tab shows the same chain. */
export function EndpointRouter({ children }: { children: ReactNode }) {
  const { endpoint } = useEndpoint()
  const kept = useMemo(() => ownParams(endpoint, serverNode()), [endpoint])
  return <Router kept={kept}>{children}</Router>
}
