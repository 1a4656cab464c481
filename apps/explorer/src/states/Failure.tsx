import type { FlowQueryError } from '@flow-query/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEndpoint } from '../node/EndpointProvider'
import { errorKind, errorText, isTemporary } from '../node/errors'

interface FailureProps {
  error: FlowQueryError
  retrying: boolean
  /** Whether to show the error in a single line. */
  inline: boolean
}

export function Failure({ inline, ...props }: FailureProps) {
  return inline ? <InlineFailure {...props} /> : <BlockFailure {...props} />
}

function BlockFailure({ error, retrying }: Omit<FailureProps, 'inline'>) {
  const retry = useRetry()
  const { setChoosing } = useEndpoint()
  const { title, help } = errorText(error)
  return (
    <div className="notice" role="alert" data-testid="error" data-kind={errorKind(error)}>
      <h2>{title}</h2>
      <p>
        {help} {isTemporary(error) && 'Retrying automatically.'}
      </p>
      <details>
        <summary>Details</summary>
        <code>{error.message}</code>
      </details>
      <div className="actions">
        <button type="button" className="primary" data-testid="retry" aria-busy={retrying} onClick={retry}>
          Try again
        </button>
        <button type="button" data-testid="error-endpoint" onClick={() => setChoosing(true)}>
          Change endpoint
        </button>
      </div>
    </div>
  )
}

function InlineFailure({ error, retrying }: Omit<FailureProps, 'inline'>) {
  const retry = useRetry()
  return (
    <span
      className="inline-failure"
      role="alert"
      data-testid="error"
      data-kind={errorKind(error)}
      title={error.message}
    >
      {errorText(error).title}.{' '}
      <button type="button" className="link" data-testid="retry" aria-busy={retrying} onClick={retry}>
        Try again
      </button>
    </span>
  )
}

/** Returns a function that retries all failed queries of the page, because a list needs the time of the chain too. */
function useRetry() {
  const client = useQueryClient()
  return () => client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status !== 'success' })
}
