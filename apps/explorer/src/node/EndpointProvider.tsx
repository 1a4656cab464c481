import { createFlowClient, type FlowClient, v1, v1beta1 } from '@flow-query/core'
import { FlowQueryProvider } from '@flow-query/react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { serverUrl } from '../browser/meta'
import { clientOptions } from './embedded'
import type { Endpoint } from './endpoint'
import { otherChains } from './other-chains'
import { persistFlows } from './persistence'
import { remember, serverNode } from './start'

/** Creates a client. It detects the API version of the node. */
export function clientOf(endpoint: Endpoint): FlowClient {
  const chains = otherChains(endpoint, serverNode(), serverUrl('chains'))
  return createFlowClient({ chains, ...clientOptions(endpoint), versions: [v1, v1beta1] })
}

interface Connection {
  endpoint: Endpoint
  client: FlowClient
  /** Resolves when the stored flows of the first screen are restored. */
  restored: Promise<void>
}

/** Creates the client of an endpoint, and restores the flows that are stored for its chain. */
export function connect(queryClient: QueryClient, endpoint: Endpoint): Connection {
  const client = clientOf(endpoint)
  return { endpoint, client, restored: persistFlows(queryClient, client, endpoint) }
}

interface EndpointState {
  endpoint: Endpoint
  /** An error message if the link contained an invalid endpoint. */
  problem: string | null
  switchTo: (endpoint: Endpoint) => void
  dismissProblem: () => void
  /** Whether the endpoint dialog is open. */
  isChoosing: boolean
  setChoosing: (isChoosing: boolean) => void
}

const EndpointContext = createContext<EndpointState | null>(null)

interface EndpointProviderProps {
  start: Connection
  /** An error message if the link contained an invalid endpoint. */
  problem: string | null
  children: ReactNode
}

export function EndpointProvider({ start, problem: startProblem, children }: EndpointProviderProps) {
  const [{ endpoint, client }, setConnection] = useState(start)
  const [problem, setProblem] = useState(startProblem)
  const [isChoosing, setChoosing] = useState(false)
  const queryClient = useQueryClient()
  const state = useMemo<EndpointState>(() => {
    const dismissProblem = () => setProblem(null)
    const switchTo = (endpoint: Endpoint) => {
      remember(endpoint)
      setConnection(connect(queryClient, endpoint))
      dismissProblem()
    }
    return { endpoint, problem, switchTo, dismissProblem, isChoosing, setChoosing }
  }, [queryClient, endpoint, problem, isChoosing])

  return (
    <EndpointContext value={state}>
      <FlowQueryProvider client={client}>{children}</FlowQueryProvider>
    </EndpointContext>
  )
}

export function useEndpoint(): EndpointState {
  const state = use(EndpointContext)
  if (!state) throw new Error('useEndpoint must be used inside an EndpointProvider.')
  return state
}
