import { until } from '@flow-query/format'
import { useMemo, useState } from 'react'
import { Link } from '../router/Link'
import { attentionPath, paths } from '../router/paths'
import { LinesSkeleton } from '../states/LinesSkeleton'
import { Time } from '../time/Time'
import { useMinute } from '../time/use-minute'
import { FlowLabel } from '../values/FlowLabel'
import { Verdict } from '../values/Verdict'
import { causesOf } from '../verdicts/causes'
import type { Checks } from '../verdicts/use-checks'
import { useStableRows } from '../verdicts/use-stable-rows'
import { Panel } from './Panel'

interface NextFailuresProps {
  checks: Checks
  limit: number
  /** The owner of the flows. If omitted, these are the flows of the whole chain. */
  owner?: string
}

const maxGroups = 3

/** The next failures, soonest first. They can be filtered by cause. */
export function NextFailures({ checks, limit, owner }: NextFailuresProps) {
  const { failures, checked, total, isSorted, hasFailures, failuresRound, forecastError } = checks
  const minute = useMinute(checks.until)
  const groups = useMemo(() => causesOf(failures), [failures])
  const [chosen, setChosen] = useState<string | null>(null)
  const cause = groups.find(({ key }) => key === chosen)
  const rows = failures.filter(({ flow }) => !cause || cause.flowIds.has(flow.id)).slice(0, limit)
  // Another cause is another list.
  const { shown, changes, update, handlers } = useStableRows({
    rows,
    isSorted: hasFailures,
    round: `${failuresRound} ${chosen}`,
  })
  return (
    <Panel
      id="failures"
      title="Next failures"
      count={failures.length}
      allPath={attentionPath('willFail', owner)}
      checks={checks}
      isReady={hasFailures}
      until={minute}
      changes={changes}
      onUpdate={update}
    >
      {groups.length > 0 && isSorted && (
        <fieldset className="causes" aria-label="Cause">
          {groups.slice(0, maxGroups).map(({ key, text }) => (
            <button
              key={key}
              type="button"
              data-testid="failure-group"
              aria-pressed={key === chosen}
              onClick={() => setChosen(key === chosen ? null : key)}
            >
              {text}
            </button>
          ))}
        </fieldset>
      )}
      {!shown && <LinesSkeleton />}
      {shown?.length === 0 && (
        <p className="muted" data-testid="no-failures">
          {noFailuresText(checked === total, minute)}
        </p>
      )}
      {shown && shown.length > 0 && (
        <ol className="lines" {...handlers}>
          {shown.map(verdict => (
            <li key={verdict.flow.id} data-testid="next-failure" data-id={verdict.flow.id}>
              <Link className="row-link" to={paths.flow(verdict.flow.id)}>
                <FlowLabel flow={verdict.flow} />
              </Link>
              <Verdict verdict={verdict} />
              <span className="times">{verdict.failure && <Time time={verdict.failure.at} select={until} />}</span>
            </li>
          ))}
        </ol>
      )}
      {forecastError && <p className="muted">Some data couldn’t be loaded, so failures may be missing.</p>}
    </Panel>
  )
}

function noFailuresText(isComplete: boolean, minute: string | null): string {
  if (isComplete) return 'No failures expected.'
  return minute === null ? 'No failures expected in the checked flows.' : `No failures expected until ${minute}.`
}
