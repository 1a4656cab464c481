import { type ChainTime, executionOutcome, type Flow, flowStatus } from '@flow-query/core'
import { formatCount, formatNumber, outcomeNames } from '@flow-query/format'
import { type ReactNode, useState } from 'react'
import { RunsCsvButton } from '../../csv/RunsCsvButton'
import { withFilter } from '../../filters/filters'
import { useSearchParams } from '../../router/router'
import { type Execution, noExecutions, outcomes, readOpened, readOutcome, withOutcome } from '../../runs/executions'
import { useWatchAnswers } from '../../runs/use-answers'
import { Notice } from '../../states/Notice'
import { useChainNow } from '../../time/use-chain-time'
import { OlderRun } from './OlderRun'
import { RunRow } from './RunRow'
import { useHeldRuns } from './use-held-runs'

interface HistoryProps {
  flow: Flow
  /** The loaded runs, newest first. */
  runs: readonly Execution[]
  time: ChainTime
  /** Shown below all loaded runs. */
  children: ReactNode
}

/** The number of runs that are listed at first. */
const fewRuns = 5

/** A new run doesn't move the rows while a visitor reads them. */
export function History({ flow, runs, time, children }: HistoryProps) {
  const [search, setSearch] = useSearchParams()
  const opened = readOpened(search)
  const outcome = readOutcome(search)
  const [seen] = useState(runs[0]?.number ?? 0)
  const [showsAll, setShowsAll] = useState(false)
  const found = withOutcome(runs, outcome, flow, time)
  const isFew = !showsAll && outcome === null && !found.slice(fewRuns).some(({ number }) => number === opened)
  const { isShown, waiting, show, handlers } = useHeldRuns(runs, opened !== null)
  useWatchAnswers(flow.id)
  const shown = found.filter(isShown)
  const listed = isFew ? shown.slice(0, fewRuns) : shown
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
            {outcome && `${formatNumber(found.length)} of the last ${formatCount(runs.length, 'run')}`}
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
          <RunsCsvButton list={`runs-${flow.id}`} flows={[flow]} />
          {waiting > 0 && (
            <button type="button" className="link" data-testid="show-new-runs" onClick={show}>
              Show {formatCount(waiting, 'new run')}
            </button>
          )}
        </div>
      </div>
      {opened !== null && !runs.some(run => run.number === opened) && (
        <OlderRun flow={flow} number={opened} time={time} />
      )}
      {runs.length === 0 && <NoRuns flow={flow} time={time} />}
      <table className="executions" hidden={runs.length === 0} aria-label="Runs" {...handlers}>
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
          {listed.map(({ number, entry }) => (
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
      {listed.length < shown.length ? (
        <div className="more">
          <button type="button" data-testid="all-runs" onClick={() => setShowsAll(true)}>
            {runs.length === runs[0]?.number ? 'Show all runs' : 'Show more runs'}
          </button>
        </div>
      ) : (
        children
      )}
    </section>
  )
}

function NoRuns({ flow, time }: { flow: Flow; time: ChainTime }) {
  const help = useChainNow(now => noExecutions(flow, time, now))
  return <Notice testId="empty" title="No runs yet" help={help} />
}
