import { describeError, formatLabel } from '@flow-query/format'
import { createFlowClient, flowQueryOptions, isFlowQueryError, useFlow } from '@flow-query/react'
import { type DehydratedState, dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'

// The timeout is short on the server, because visitors see nothing until the page is rendered.
const timeout = typeof document === 'undefined' ? 2_000 : undefined
const client = createFlowClient({ lcd: 'http://127.0.0.1:1317', chainId: 'intento-1', timeout })

export async function loader({ params: { id } }: { params: { id: string } }) {
  const queryClient = new QueryClient()
  try {
    await queryClient.query(flowQueryOptions(client, { id }))
  } catch (error) {
    if (!isFlowQueryError(error)) throw error
    // If the node is slow, the browser sends the request again.
    if (error.kind === 'timeout') return { id, state: dehydrate(queryClient) }
    const status = error.kind === 'notFound' || error.kind === 'argument' ? 404 : 502
    throw new Response(describeError(error), { status })
  }
  return { id, state: dehydrate(queryClient) }
}

export default function Page({ loaderData: { id, state } }: { loaderData: { id: string; state: DehydratedState } }) {
  return (
    <HydrationBoundary state={state}>
      <Label id={id} />
    </HydrationBoundary>
  )
}

function Label({ id }: { id: string }) {
  const { data: flow, error } = useFlow({ id })
  return (
    <>
      {error && <p role="alert">{describeError(error)}</p>}
      {!flow && !error && <p>Loading…</p>}
      {flow && <p>{formatLabel(flow)}</p>}
    </>
  )
}
