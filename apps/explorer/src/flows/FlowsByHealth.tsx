import { formatNumber } from '@flow-query/format'
import { useFlowsHealth } from '@flow-query/react/insights'
import { useEffect, useMemo, useState } from 'react'
import { coverageText, csvList, healthListText } from '../collection/coverage-text'
import { CsvButton } from '../csv/CsvButton'
import { type FoundFlows, healthChecks } from '../search/find-flows'
import { FlowTable } from './FlowTable'
import { flowsOfHealth, type HealthFilter, nextCheckCount, type Sort, shouldCheckMore } from './filters'
import { NoMatches } from './NoMatches'

interface FlowsByHealthProps {
  listed: FoundFlows
  health: HealthFilter
  sort: Sort
}

/** The flows with the selected health. Each check takes a request, so flows are checked in steps. */
export function FlowsByHealth({ listed, health, sort }: FlowsByHealthProps) {
  const coverage = coverageText(listed.collection)
  const [limit, setLimit] = useState(() => nextCheckCount(0, sort))
  const checks = useMemo(() => healthChecks(listed, sort, limit), [listed, sort, limit])
  const { data, isPending, error } = useFlowsHealth({ flows: checks.flows })
  const matching = useMemo(() => flowsOfHealth(data, health, sort), [data, health, sort])
  const found = useMemo(() => matching.map(({ flow }) => flow), [matching])
  const healths = useMemo(() => new Map(matching.map(({ flow, health }) => [flow.id, health])), [matching])
  // Flows that have not started need no check.
  const candidates = listed.found.length
  const checked = data.length + candidates - checks.total
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
          {healthListText(found.length, checked, candidates, coverage)}{' '}
          {!isLast && (
            <button
              type="button"
              className="link"
              data-testid="check-more-flows"
              aria-busy={isPending}
              onClick={checkMore}
            >
              {isPending ? 'Checking…' : `Check ${formatNumber(nextCheckCount(limit, sort))} more`}
            </button>
          )}
        </p>
        {found.length > 0 && (
          <CsvButton list={csvList(listed.collection)} table={(csv, time) => csv.flowsCsv(found, time, healths)} />
        )}
      </div>
      {found.length > 0 && <FlowTable flows={found} label="Flows" health={healths} />}
      {!found.length && !isPending && isLast && <NoMatches coverage={coverage} />}
    </>
  )
}
