import { describeError, formatLabel } from '@flow-query/format'
import { flowHistoryQueryOptions, flowQueryOptions, isFlowQueryError, useFlow, useFlowHistory } from '@flow-query/react'
import { noop } from '@tanstack/react-query'
import { createFileRoute, type ErrorComponentProps, notFound, useRouter } from '@tanstack/react-router'
import { client } from '../flow-client'

export const Route = createFileRoute('/flow/$id')({
  /** Awaits the flow, because the status of the response depends on it. */
  loader: async ({ context: { queryClient }, params: { id } }) => {
    const runs = queryClient.query(flowHistoryQueryOptions(client, { id, limit: 5, reverse: true })).catch(noop)
    try {
      await queryClient.query(flowQueryOptions(client, { id }))
    } catch (error) {
      if (isFlowQueryError(error, 'notFound') || isFlowQueryError(error, 'argument')) throw notFound()
      // If the node is slow, the browser sends the request again.
      if (!isFlowQueryError(error, 'timeout')) throw error
    }
    await runs
  },
  component: Page,
  notFoundComponent: () => <h1>Page not found</h1>,
  errorComponent: ErrorPage,
})

function ErrorPage({ error }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <main>
      <h1>Could not load the page</h1>
      <p>{describeError(error)}</p>
      <button type="button" onClick={() => router.invalidate()}>
        Try again
      </button>
    </main>
  )
}

function Page() {
  const { id } = Route.useParams()
  return (
    <main>
      <Label id={id} />
      <Runs id={id} />
    </main>
  )
}

function Label({ id }: { id: string }) {
  const { data: flow, error } = useFlow({ id })
  return <h1>{flow ? formatLabel(flow) : (describeError(error) ?? 'Loading…')}</h1>
}

function Runs({ id }: { id: string }) {
  const { data, error } = useFlowHistory({ id, limit: 5, reverse: true })
  if (!data) return <p>{describeError(error) ?? 'Loading runs…'}</p>
  return (
    <ul>
      {Object.entries(data.history).map(([index, { actualExecTime, executed }]) => (
        <li key={index}>
          {actualExecTime}: {executed ? 'succeeded' : 'did not succeed'}
        </li>
      ))}
    </ul>
  )
}
