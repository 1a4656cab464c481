import type { FlowQueryError } from '@flow-query/core'
import { useEndpoint } from '../node/endpoint-context'
import { errorKind, isOutage } from '../node/live'
import { words } from '../words/common'

interface FailureProps {
  error: FlowQueryError
  retrying: boolean
  onRetry: () => void
  /** Whether to show the error in a single line. */
  inline: boolean
}

/** An error message with a retry button. */
export function Failure({ inline, ...props }: FailureProps) {
  return inline ? <InlineFailure {...props} /> : <BlockFailure {...props} />
}

function BlockFailure({ error, retrying, onRetry }: Omit<FailureProps, 'inline'>) {
  const { setChoosing } = useEndpoint()
  const [title, help] = words.errors[errorKind(error)]
  return (
    <div className="notice" role="alert" data-testid="error" data-kind={errorKind(error)}>
      <h2>{title}</h2>
      <p>
        {help} {isOutage(error) && words.keepsAsking}
      </p>
      <details>
        <summary>{words.details}</summary>
        <code>{error.message}</code>
      </details>
      <div className="actions">
        <button type="button" className="primary" data-testid="retry" aria-busy={retrying} onClick={onRetry}>
          {words.retry}
        </button>
        <button type="button" data-testid="error-endpoint" onClick={() => setChoosing(true)}>
          {words.endpoint.switch}
        </button>
      </div>
    </div>
  )
}

function InlineFailure({ error, retrying, onRetry }: Omit<FailureProps, 'inline'>) {
  return (
    <span
      className="inline-failure"
      role="alert"
      data-testid="error"
      data-kind={errorKind(error)}
      title={error.message}
    >
      {words.errors[errorKind(error)][0]}.{' '}
      <button type="button" className="link" data-testid="retry" aria-busy={retrying} onClick={onRetry}>
        {words.retry}
      </button>
    </span>
  )
}
