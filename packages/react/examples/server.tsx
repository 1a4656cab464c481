import { createFlowClient, FlowQueryProvider, flowQueryOptions, useFlow } from '@flow-query/react'
import {
  type DehydratedState,
  dehydrate,
  HydrationBoundary,
  noop,
  QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query'
import { useState } from 'react'

const client = createFlowClient({ lcd: 'http://127.0.0.1:1317', chainId: 'intento-1' })

/** Call this on the server, for each request. */
export async function load(id: string): Promise<DehydratedState> {
  const queryClient = new QueryClient()
  // If this request fails, the browser retries it.
  await queryClient.query(flowQueryOptions(client, { id })).catch(noop)
  return dehydrate(queryClient)
}

/** Render this on the server and in the browser. */
export function Page({ id, state }: { id: string; state: DehydratedState }) {
  const [queryClient] = useState(() => new QueryClient({ defaultOptions: { queries: { staleTime: 10_000 } } }))
  return (
    <QueryClientProvider client={queryClient}>
      <FlowQueryProvider client={client}>
        <HydrationBoundary state={state}>
          <Label id={id} />
        </HydrationBoundary>
      </FlowQueryProvider>
    </QueryClientProvider>
  )
}

function Label({ id }: { id: string }) {
  const { data: flow, error } = useFlow({ id })
  return (
    <>
      {error && <p role="alert">{error.message}</p>}
      {!flow && !error && <p>Loading…</p>}
      {flow && <p>{flow.label || `Flow ${flow.id}`}</p>}
    </>
  )
}
