import { formatNumber, until } from '@flow-query/format'
import { type ReactNode, useMemo, useState } from 'react'
import { CheckProgress } from '../flows/CheckProgress'
import { Link } from '../router/Link'
import { attentionPath } from '../router/paths'
import { LinesSkeleton } from '../states/LinesSkeleton'
import { Time } from '../time/Time'
import { useChainNow } from '../time/use-chain-time'
import { useMinute } from '../time/use-minute'
import { causesOf } from '../verdicts/causes'
import { countText } from '../verdicts/checks'
import type { Checks } from '../verdicts/use-checks'
import { useStableRows } from '../verdicts/use-stable-rows'
import { ProblemRow } from './ProblemRow'
import { countsOf, endOf, groupNames, groupRows, headlineOf, isTimed, type ProblemGroup, problemsOf } from './problems'

/** The maximum number of rows. Links lead to all of them. */
const maxRows = { expected: 12, failing: 8, stopped: 4 }
const maxCauses = 3
/** If the page has no more flows, all of them are checked soon, so rows don't move while they are checked. */
const fewFlows = 24

interface ProblemListProps {
  checks: Checks
  /** The content between the headline and the list. */
  children: ReactNode
}

/** All checked flows that need attention in one list, by the time at which their problem hurts next. The headline is the worst news. */
export function ProblemList({ checks, children }: ProblemListProps) {
  const { worst, checked, total, isSorted, isChecking, forecastError } = checks
  const minute = useMinute(checks.until)
  const now = useChainNow(now => Math.floor(now / 60_000)) * 60_000
  const causes = useMemo(() => causesOf(worst).slice(0, maxCauses), [worst])
  const [chosen, setChosen] = useState<string | null>(null)
  const cause = causes.find(({ key }) => key === chosen)
  const problems = useMemo(() => problemsOf(worst), [worst])
  const listed = useMemo(
    () => problemsOf(cause ? worst.filter(({ flow }) => cause.flowIds.has(flow.id)) : worst),
    [worst, cause],
  )
  const isEarly = !isSorted && total !== null && total <= fewFlows
  const rows = useMemo(() => {
    const { expected, failing, stopped } = listed
    const timed = expected.slice(0, maxRows.expected)
    return isEarly ? timed : [...timed, ...failing.slice(0, maxRows.failing), ...stopped.slice(0, maxRows.stopped)]
  }, [listed, isEarly])
  // Another cause is another list.
  const round = isChecking && !isSorted ? `${isEarly} ${rows.length}` : checks.round
  const stable = useStableRows({ rows, isSorted: isSorted || rows.length !== 0, round: `${round} ${chosen}` })
  const groups = useMemo(() => groupRows(stable.snapshot ?? [], now), [stable.snapshot, now])
  const counts = useMemo(() => countsOf(listed, stable.snapshot ?? [], now), [listed, stable.snapshot, now])
  const current = useMemo(() => new Map(stable.shown?.map(row => [row.flow.id, row])), [stable.shown])
  const { text, at } = headlineOf(problems, { checked, total, isSorted, until: minute })
  const isComplete = checked === total
  const groupCount = (group: ProblemGroup, listed: number) => {
    const count = counts.get(group) ?? listed
    const isCountComplete = isComplete || (checks.until !== null && endOf(group, now) <= Date.parse(checks.until))
    const text = countText(count, isCountComplete)
    return count > listed ? `${formatNumber(listed)} of ${text}` : text
  }
  return (
    <>
      <h2 className="headline" id="problems" data-testid="headline">
        {text}
        {at !== null && (
          <>
            {' '}
            <Time time={at} select={until} />
          </>
        )}
      </h2>
      <p className="intro line" data-testid="attention-checked">
        <CheckProgress checks={checks} changes={stable.changes} onShowChanges={stable.update} />
      </p>
      {children}
      <section className="panel problems" aria-labelledby="problems" aria-busy={!isSorted} data-testid="problems">
        {causes.length > 0 && isSorted && (
          <fieldset className="causes" aria-label="Cause">
            {causes.map(({ key, text }) => (
              <button
                key={key}
                type="button"
                data-testid="failure-group"
                aria-pressed={key === chosen}
                onClick={() => setChosen(key === chosen ? null : key)}
              >
                {isComplete ? text : `${text} so far`}
              </button>
            ))}
          </fieldset>
        )}
        <div {...stable.handlers}>
          {groups.map(([group, rows]) => (
            <section key={group} aria-labelledby={`group-${group}`}>
              <h3 id={`group-${group}`}>
                {groupNames[group]}{' '}
                <span className="count" data-testid="group-count">
                  {groupCount(group, rows.length)}
                </span>
              </h3>
              <ol className="lines">
                {rows.map(row => (
                  <ProblemRow key={row.flow.id} verdict={current.get(row.flow.id) ?? row} isExpected={isTimed(group)} />
                ))}
              </ol>
            </section>
          ))}
        </div>
        {!isSorted && groups.length === 0 && <LinesSkeleton />}
        {isSorted && groups.length === 0 && (
          <p className="muted" data-testid="no-failures">
            {isComplete ? 'No flows need attention.' : 'None of the checked flows need attention.'}
          </p>
        )}
        {forecastError && <p className="muted">Some data couldn’t be loaded, so failures may be missing.</p>}
        {isSorted && worst.length > 0 && (
          <p className="more">
            <Link to={attentionPath('willFail')} data-testid="failures-all">
              All expected failures
            </Link>
            <Link to={attentionPath('attention')} data-testid="attention-all">
              All flows that need attention
            </Link>
          </p>
        )}
      </section>
    </>
  )
}
