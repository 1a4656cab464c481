import type { FlowQueryError, FlowQueryErrorKind } from '@flow-query/core'
import { type ReactNode, useState } from 'react'
import { Failure } from './Failure'

interface LoadedProps<T> {
  query: {
    data: T | undefined
    error: FlowQueryError | null
    errorUpdateCount: number
    isFetching: boolean
  }
  skeleton: ReactNode
  /** Whether the data is still empty. If it is, the skeleton or the error is shown. */
  isEmpty?: (data: T) => boolean
  /** Texts that are shown instead of the default error message, by kind of error. */
  instead?: Partial<Record<FlowQueryErrorKind, ReactNode>>
  /** Whether to show errors in a single line. */
  inline?: boolean
  children: (data: T) => ReactNode
}

/**
 * Shows the data of a query, its error, or a skeleton. Data stays visible if a refetch fails, and an error stays visible during
 * a retry, so that nothing flickers.
 */
export function Loaded<T>({ query, skeleton, isEmpty, instead = {}, inline = false, children }: LoadedProps<T>) {
  const [lastError, setLastError] = useState(query.error)
  if (query.error && query.error !== lastError) setLastError(query.error)
  const error = query.error ?? (query.errorUpdateCount ? lastError : null)

  if (query.data !== undefined && !isEmpty?.(query.data)) return children(query.data)
  if (!error) return skeleton
  return instead[error.kind] ?? <Failure error={error} retrying={query.isFetching} inline={inline} />
}
