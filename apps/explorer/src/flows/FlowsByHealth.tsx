import type { FlowVerdict } from '@flow-query/insights'
import { useMemo } from 'react'
import { coverageText, csvList, healthListText } from '../collection/coverage-text'
import { CsvButton } from '../csv/CsvButton'
import type { Sort } from '../filters/filters'
import type { FoundFlows } from '../filters/find-flows'
import { useMinute } from '../time/use-minute'
import { flowsOfHealth, type HealthFilter, worstOfHealth } from '../verdicts/health-filter'
import { useChecks } from '../verdicts/use-checks'
import { useStableRows } from '../verdicts/use-stable-rows'
import { CheckProgress } from './CheckProgress'
import { FlowTable } from './FlowTable'
import { FlowTableSkeleton } from './FlowTableSkeleton'
import { NoMatches } from './NoMatches'
import { PartialChecks } from './PartialChecks'

interface FlowsByHealthProps {
  listed: FoundFlows
  health: HealthFilter
  sort: Sort
}

/** The flows with the selected verdict. Each check requires requests, so flows are checked in steps. */
export function FlowsByHealth({ listed, health, sort }: FlowsByHealthProps) {
  const coverage = coverageText(listed.collection)
  const checks = useChecks(listed.queue)
  const { verdicts, failures, checked, checkRest, isChecking } = checks
  const isWorstFirst = sort === 'worst'
  const isSoonestFirst = isWorstFirst && health === 'willFail'
  const rows = useMemo(() => {
    if (isSoonestFirst) return failures
    return isWorstFirst ? worstOfHealth(verdicts, health) : flowsOfHealth(verdicts, health)
  }, [isSoonestFirst, isWorstFirst, failures, verdicts, health])
  const until = useMinute(isSoonestFirst ? checks.until : null)
  // Other lists are checked from top to bottom, so their rows don't move.
  const stable = useStableRows({
    rows,
    isSorted: isSoonestFirst ? checks.hasFailures : checks.isSorted,
    round: isSoonestFirst ? checks.failuresRound : checks.round,
  })
  const shown = (isWorstFirst ? stable.shown : rows) ?? noRows
  const found = useMemo(() => shown.map(({ flow }) => flow), [shown])
  const known = useMemo(() => new Map(shown.map(verdict => [verdict.flow.id, verdict])), [shown])
  return (
    <>
      <div className="list-line">
        <p className="note line" role="status" data-testid="flows-found">
          <CheckProgress
            checks={checks}
            text={healthListText({ found: rows.length, checked, listed: listed.queue.flows.length, until }, coverage)}
            changes={isWorstFirst ? stable.changes : 0}
            onShowChanges={stable.update}
          />
        </p>
        {found.length > 0 && (
          <CsvButton list={csvList(listed.collection)} table={(csv, time) => csv.flowsCsv(found, time, known)} />
        )}
      </div>
      {!found.length && isChecking && <FlowTableSkeleton />}
      {found.length > 0 && (
        <div {...stable.handlers}>
          <PartialChecks />
          <FlowTable
            flows={found}
            label="Flows"
            verdicts={known}
            fetchesVerdicts={false}
            showsFailures={health === 'willFail'}
          />
        </div>
      )}
      {!found.length && !isChecking && !checkRest && <NoMatches coverage={coverage} />}
    </>
  )
}

const noRows: readonly FlowVerdict[] = []
