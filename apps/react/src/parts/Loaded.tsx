import type { FlowQueryError, FlowQueryErrorKind } from '@flow-query/core'
import { errorKind, isOutage, words } from '@flow-query/explorer-kit'
import { type ReactNode, useState } from 'react'
import { useEndpoint } from '../endpoint'

interface LoadedProps<T> {
  query: {
    data: T | undefined
    error: FlowQueryError | null
    errorUpdateCount: number
    isFetching: boolean
    refetch: () => void
  }
  skeleton: ReactNode
  /** Whether there is nothing in what came, as yet. */
  isNothing?: (data: T) => boolean
  /** What to show for a kind of error in place of the usual. */
  instead?: Partial<Record<FlowQueryErrorKind, ReactNode>>
  /** An error takes a line instead of a block. */
  inline?: boolean
  children: (data: T) => ReactNode
}

/**
 * What a query has: its data, else why there is none, else a skeleton of it. Data stays while a later answer is awaited
 * or fails, and an error stays while the query tries again, so that nothing flickers.
 */
export function Loaded<T>({ query, skeleton, isNothing, instead = {}, inline = false, children }: LoadedProps<T>) {
  const [lastError, setLastError] = useState(query.error)
  if (query.error && query.error !== lastError) setLastError(query.error)
  const error = query.error ?? (query.errorUpdateCount ? lastError : null)

  if (query.data !== undefined && !isNothing?.(query.data)) return children(query.data)
  if (!error) return skeleton
  const Shown = inline ? InlineFailure : Failure
  return instead[error.kind] ?? <Shown error={error} retrying={query.isFetching} onRetry={query.refetch} />
}

interface FailureProps {
  error: FlowQueryError
  retrying: boolean
  onRetry: () => void
}

/** What went wrong by its kind, and what to do about it. */
function Failure({ error, retrying, onRetry }: FailureProps) {
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

function InlineFailure({ error, retrying, onRetry }: FailureProps) {
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

interface NoticeProps {
  title: string
  help: string
  testId: string
  /** 1 where it is the whole page. */
  level?: 1 | 2
  children?: ReactNode
}

/** Nothing to show, and why that may be; `children` lead on. */
export function Notice({ title, help, testId, level = 2, children }: NoticeProps) {
  return (
    <div className="notice" data-testid={testId}>
      {level === 1 ? <h1>{title}</h1> : <h2>{title}</h2>}
      <p>{help}</p>
      {children && <div className="actions">{children}</div>}
    </div>
  )
}
