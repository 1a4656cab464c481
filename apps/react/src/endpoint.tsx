import { createFlowClient, type FlowClient, v1, v1beta1 } from '@flow-query/core'
import { clientOptions, type Endpoint, type EndpointStart, persistFlows, remember } from '@flow-query/explorer-kit'
import { FlowQueryProvider } from '@flow-query/react'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'

/** Creates a client. It detects the API version of the node. */
export function clientOf(endpoint: Endpoint): FlowClient {
  return createFlowClient({ ...clientOptions(endpoint), versions: [v1, v1beta1] })
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

/** Provides the selected endpoint and its client. */
export function EndpointProvider({ start, children }: { start: EndpointStart; children: ReactNode }) {
  const [endpoint, setEndpoint] = useState(start.endpoint)
  const [problem, setProblem] = useState(start.problem)
  const [isChoosing, setChoosing] = useState(false)
  const queryClient = useQueryClient()
  const client = useMemo(() => {
    const client = clientOf(endpoint)
    persistFlows(queryClient, client, endpoint)
    return client
  }, [queryClient, endpoint])
  const state = useMemo<EndpointState>(() => {
    const dismissProblem = () => setProblem(null)
    const switchTo = (endpoint: Endpoint) => {
      remember(endpoint)
      setEndpoint(endpoint)
      dismissProblem()
    }
    return { endpoint, problem, switchTo, dismissProblem, isChoosing, setChoosing }
  }, [endpoint, problem, isChoosing])

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
