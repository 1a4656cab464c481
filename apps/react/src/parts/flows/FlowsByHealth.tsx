import type { Flow } from '@flow-query/core'
import {
  flowsCsv,
  flowsOfHealth,
  type HealthFilter,
  healthChecks,
  healthListText,
  nextCheckCount,
  type Sort,
  shouldCheckMore,
  words,
} from '@flow-query/explorer-kit'
import { useFlowsHealth } from '@flow-query/react/insights'
import { useEffect, useMemo, useState } from 'react'
import { useStatusTime } from '../../hooks'
import { CsvButton } from '../CsvButton'
import { FlowTable } from './FlowTable'
import { NoMatches } from './NoMatches'

interface FlowsByHealthProps {
  flows: readonly Flow[]
  /** Whether all flows are loaded. */
  complete: boolean
  /** Which flows are searched, or empty for all. */
  coverage: string
  /** The start of the name of a CSV file. */
  csvList: string
  health: HealthFilter
  sort: Sort
}

/** The flows with the selected health. Each check takes a request, so flows are checked in steps. */
export function FlowsByHealth({ flows, complete, coverage, csvList, health, sort }: FlowsByHealthProps) {
  const [limit, setLimit] = useState(() => nextCheckCount(0, sort))
  const now = useStatusTime(flows)
  const checks = useMemo(() => healthChecks({ flows, complete }, sort, limit, now), [flows, complete, sort, limit, now])
  const { data, isPending, error } = useFlowsHealth({ flows: checks.flows })
  const matching = useMemo(() => flowsOfHealth(data, health, sort), [data, health, sort])
  const found = useMemo(() => matching.map(({ flow }) => flow), [matching])
  const healths = useMemo(() => new Map(matching.map(({ flow, health }) => [flow.id, health])), [matching])
  // Flows that have not started need no check.
  const checked = data.length + flows.length - checks.total
  const isLast = limit >= checks.total
  const checkMore = () => setLimit(limit + nextCheckCount(limit, sort))

  const willRunAgain = !isPending && !error && !isLast && shouldCheckMore(limit, found.length, sort)
  useEffect(() => {
    if (willRunAgain) setLimit(limit + nextCheckCount(limit, sort))
  }, [willRunAgain, limit, sort])

  return (
    <>
      <div className="list-line">
        <p className="note" role="status" data-testid="flows-found">
          {healthListText(found.length, checked, flows.length, coverage)}{' '}
          {!isLast && (
            <button
              type="button"
              className="link"
              data-testid="check-more-flows"
              aria-busy={isPending}
              onClick={checkMore}
            >
              {isPending ? words.flows.checking : words.flows.checkMore(nextCheckCount(limit, sort))}
            </button>
          )}
        </p>
        {found.length > 0 && <CsvButton list={csvList} content={() => flowsCsv(found, Date.now(), healths)} />}
      </div>
      {found.length > 0 && <FlowTable flows={found} label={words.flows.title} health={healths} />}
      {!found.length && !isPending && isLast && <NoMatches coverage={coverage} />}
    </>
  )
}
