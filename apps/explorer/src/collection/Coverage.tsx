import type { FlowQueryError } from '@flow-query/core'
import type { FlowCollection } from '@flow-query/core/collection'
import { ago } from '@flow-query/format'
import { useFlowClient } from '@flow-query/react'
import { type FlowCollectionArgs, loadAllFlows } from '@flow-query/react/collection'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useClock } from '../time/use-clock'
import { Mark } from '../values/Mark'
import { icons } from '../values/marks'
import { coverageNotice } from './coverage-text'
import { Progress } from './Progress'

interface CoverageProps {
  query: { data: FlowCollection | undefined; error: FlowQueryError | null; isFetching: boolean }
  /** The arguments of the query. Default: all flows of the chain. */
  args?: FlowCollectionArgs
}

/** Says which flows a page covers, shows their progress, and loads all flows if the user agrees. */
export function Coverage({ query: { data, error, isFetching }, args }: CoverageProps) {
  const client = useFlowClient()
  const queryClient = useQueryClient()
  const [isStarting, setStarting] = useState(false)
  const age = useClock(now => ago(data?.asOf ?? now, now))
  const notice = useMemo(() => coverageNotice({ data, error, isFetching }, age), [data, error, isFetching, age])

  const isLoading = isStarting || notice?.isLoading

  async function loadAll() {
    if (isLoading) return
    setStarting(true)
    // The error is in the query's state.
    await loadAllFlows(queryClient, client, args).catch(() => {})
    setStarting(false)
  }

  return (
    <>
      {notice && (
        <div className="banner coverage" data-testid="coverage">
          <Mark path={icons.info} />
          <p>{notice.text}</p>
          <button type="button" data-testid="load-all" aria-busy={isLoading} onClick={loadAll}>
            {isLoading ? 'Loading…' : notice.action}
          </button>
        </div>
      )}
      <Progress query={{ data, error, isFetching }} onContinue={loadAll} />
    </>
  )
}
