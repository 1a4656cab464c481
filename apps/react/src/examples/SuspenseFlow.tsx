import { flowQueryOptions, useFlowClient } from '@flow-query/react'
import { QueryErrorResetBoundary, useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'

/** Use it to show one loading state and one error message for several queries. */
export function SuspenseFlow({ id }: { id: string }) {
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <ErrorBoundary onReset={reset} fallbackRender={props => <Retry retry={props.resetErrorBoundary} />}>
          <Suspense fallback={<p>Loading…</p>}>
            <Label id={id} />
          </Suspense>
        </ErrorBoundary>
      )}
    </QueryErrorResetBoundary>
  )
}

function Label({ id }: { id: string }) {
  const client = useFlowClient()
  const { data: flow } = useSuspenseQuery(flowQueryOptions(client, { id }))
  return <p>{flow.label}</p>
}

function Retry({ retry }: { retry: () => void }) {
  return (
    <button type="button" onClick={retry}>
      The flow could not be loaded. Try again
    </button>
  )
}
