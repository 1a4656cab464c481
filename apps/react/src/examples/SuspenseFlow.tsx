import { describeError, formatLabel } from '@flow-query/format'
import { flowQueryOptions, useFlowClient } from '@flow-query/react'
import { useQueryErrorResetBoundary, useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'

/** Use it to show one loading state and one error message for several queries. */
export function SuspenseFlow({ id }: { id: string }) {
  const { reset } = useQueryErrorResetBoundary()
  return (
    <ErrorBoundary onReset={reset} FallbackComponent={Retry}>
      <Suspense fallback={<p>Loading…</p>}>
        <Label id={id} />
      </Suspense>
    </ErrorBoundary>
  )
}

function Label({ id }: { id: string }) {
  const client = useFlowClient()
  const { data: flow, error } = useSuspenseQuery(flowQueryOptions(client, { id }))
  return (
    <>
      {error && <p role="alert">{describeError(error)}</p>}
      <p>{formatLabel(flow)}</p>
    </>
  )
}

function Retry({ error, resetErrorBoundary }: FallbackProps) {
  return (
    <>
      <p role="alert">{describeError(error)}</p>
      <button type="button" onClick={resetErrorBoundary}>
        Try again
      </button>
    </>
  )
}
