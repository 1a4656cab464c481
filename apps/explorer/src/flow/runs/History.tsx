import { type ChainTime, executionOutcome, type Flow, flowStatus } from '@flow-query/core'
import { formatCount, formatNumber, outcomeNames } from '@flow-query/format'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { CsvButton } from '../../csv/CsvButton'
import { withFilter } from '../../flows/filters'
import { Notice } from '../../states/Notice'
import { useClock } from '../../time/use-clock'
import { type Execution, noExecutions, outcomes, readOutcome, withOutcome } from './executions'
import { OlderRun } from './OlderRun'
import { RunRow } from './RunRow'

/** A flow's runs, newest first. */
export function History({ flow, runs, time }: { flow: Flow; runs: readonly Execution[]; time: ChainTime }) {
  const [search, setSearch] = useSearchParams()
  const opened = Number(search.get('execution')) || null
  const outcome = readOutcome(search)
  const [seen] = useState(runs[0]?.number ?? 0)
  const shown = withOutcome(runs, outcome, flow, time)
  return (
    <section className="history" aria-labelledby="history">
      <div className="panel-head">
        <h2 id="history">
          Runs{' '}
          <span className="count counted" key={runs[0]?.number} data-testid="runs-total">
            {formatNumber(runs[0]?.number ?? 0)}
          </span>
        </h2>
        <div className="filter-line" hidden={runs.length === 0}>
          <span className="note" role="status" data-testid="runs-found">
            {outcome && `${formatNumber(shown.length)} of the last ${formatCount(runs.length, 'run')}`}
          </span>
          <select
            aria-label="Outcome"
            data-testid="filter-outcome"
            value={outcome ?? ''}
            onChange={event => setSearch(withFilter(search, 'outcome', event.target.value), { replace: true })}
          >
            <option value="">All outcomes</option>
            {outcomes.map(outcome => (
              <option key={outcome} value={outcome}>
                {outcomeNames[outcome]}
              </option>
            ))}
          </select>
          {shown.length > 0 && <CsvButton list={`runs-${flow.id}`} table={csv => csv.runsCsv(flow, shown, time)} />}
        </div>
      </div>
      {opened !== null && !runs.some(run => run.number === opened) && (
        <OlderRun flow={flow} number={opened} time={time} />
      )}
      {runs.length === 0 && <NoRuns flow={flow} time={time} />}
      <table className="executions" hidden={runs.length === 0} aria-label="Runs">
        <thead>
          <tr>
            <th scope="col" className="number">
              Run
            </th>
            <th scope="col">Outcome</th>
            <th scope="col">Time</th>
            <th scope="col" className="number">
              Delay
            </th>
            <th scope="col" className="number">
              Fee
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ number, entry }) => (
            <RunRow
              key={number}
              flow={flow}
              number={number}
              entry={entry}
              outcome={executionOutcome(entry, flow, time)}
              status={flowStatus(flow, time, { newest: entry })}
              opened={number === opened}
              filter={outcome}
              fresh={number > seen}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function NoRuns({ flow, time }: { flow: Flow; time: ChainTime }) {
  const help = useClock(now => noExecutions(flow, time, now))
  return <Notice testId="empty" title="No runs yet" help={help} />
}
