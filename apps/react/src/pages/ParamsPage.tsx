import { isFlowQueryError } from '@flow-query/core'
import { words } from '@flow-query/explorer-kit'
import { useSuspenseParams } from '@flow-query/react'
import { describeParams } from '@flow-query/words'
import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { Suspense } from 'react'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import { Copyable } from '../parts/Copy'
import { Failure } from '../parts/Loaded'

const { title, intro, columns } = words.params

/** The parameters with suspense: what waits and what fails stands around the table, which always has its data. */
export default function ParamsPage() {
  return (
    <>
      <title>{words.title(title)}</title>
      <h1 className="page-title">{title}</h1>
      <p className="intro">{intro}</p>
      <QueryErrorResetBoundary>
        {({ reset }) => (
          <ErrorBoundary onReset={reset} FallbackComponent={ParamsFailure}>
            <Suspense fallback={<ParamsSkeleton />}>
              <ParamsTable />
            </Suspense>
          </ErrorBoundary>
        )}
      </QueryErrorResetBoundary>
    </>
  )
}

function ParamsTable() {
  const { data: params } = useSuspenseParams()
  return (
    <table className="params" aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{columns.name}</th>
          <th scope="col">{columns.value}</th>
          <th scope="col">{columns.meaning}</th>
        </tr>
      </thead>
      <tbody>
        {describeParams(params).map(({ field, name, meaning, values }) => (
          <tr key={field} data-testid="param-row" data-field={field}>
            <th scope="row">{name}</th>
            <td>
              {values.map(({ text, of, denom, exact }) => (
                <span className="param-value" key={`${of} ${denom} ${text}`} title={exact}>
                  <span>{text}</span>
                  {of && <span className="param-of">{of}</span>}
                  {denom && <Copyable text={denom} what={words.what.denom} />}
                </span>
              ))}
            </td>
            <td className="meaning">{meaning}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function ParamsFailure({ error, resetErrorBoundary }: FallbackProps) {
  // What is no answer of a node is a mistake of the page.
  if (!isFlowQueryError(error)) throw error
  return <Failure error={error} onRetry={resetErrorBoundary} />
}

const skeletonRows = [1, 2, 3, 4, 5, 6, 7, 8]

function ParamsSkeleton() {
  return (
    <table className="params" data-testid="skeleton" aria-label={words.loading} aria-busy="true">
      <tbody>
        {skeletonRows.map(row => (
          <tr key={row}>
            <td className="name">
              <i className="bone wide" />
            </td>
            <td>
              <i className="bone" />
            </td>
            <td>
              <i className="bone wider" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
