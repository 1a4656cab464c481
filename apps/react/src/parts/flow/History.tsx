import { type ExecutionOutcome, executionOutcome, type Flow } from '@flow-query/core'
import { clock, type Execution, noExecutions, outcomes, shortTime, withOutcome, words } from '@flow-query/explorer-kit'
import { useFlowHistory } from '@flow-query/react'
import { formatDelay, formatNumber } from '@flow-query/words'
import { memo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useClock } from '../../hooks'
import { Amounts } from '../Amounts'
import { Loaded, Notice } from '../Loaded'
import { Outcome, useOutcome } from '../Mark'
import { Time } from '../Time'
import { ExecutionDetail } from './ExecutionDetail'

/** A flow's runs, newest first. */
export function History({ flow, runs }: { flow: Flow; runs: readonly Execution[] }) {
  const [search] = useSearchParams()
  const opened = Number(search.get('execution')) || null
  const [outcome, setOutcome] = useState<ExecutionOutcome | null>(null)
  const [seen] = useState(runs[0]?.number ?? 0)
  const { columns, title, found } = words.history
  const shown = withOutcome(runs, outcome, flow, clock.now())
  return (
    <section className="history" aria-labelledby="history">
      <div className="panel-head">
        <h2 id="history">
          {title}{' '}
          <span className="count counted" key={runs[0]?.number} data-testid="runs-total">
            {formatNumber(runs[0]?.number ?? 0)}
          </span>
        </h2>
        <div className="filter-line">
          <span className="note" role="status" data-testid="runs-found">
            {outcome && found(shown.length, runs.length)}
          </span>
          <select
            aria-label={words.history.filter}
            data-testid="filter-outcome"
            value={outcome ?? ''}
            onChange={event => setOutcome(outcomes.find(outcome => outcome === event.target.value) ?? null)}
          >
            <option value="">{words.history.all}</option>
            {outcomes.map(outcome => (
              <option key={outcome} value={outcome}>
                {words.outcomes[outcome]}
              </option>
            ))}
          </select>
        </div>
      </div>
      {opened !== null && !runs.some(run => run.number === opened) && <OlderRun flow={flow} number={opened} />}
      {runs.length === 0 && <NoRuns flow={flow} />}
      <table className="executions" hidden={runs.length === 0} aria-label={title}>
        <thead>
          <tr>
            <th scope="col" className="number">
              {columns.number}
            </th>
            <th scope="col">{columns.outcome}</th>
            <th scope="col">{columns.time}</th>
            <th scope="col" className="number">
              {columns.delay}
            </th>
            <th scope="col" className="number">
              {columns.fee}
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
              opened={number === opened}
              fresh={number > seen}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface RunRowProps extends Execution {
  flow: Flow
  opened: boolean
  fresh: boolean
}

const RunRow = memo(function RunRow({ flow, number, entry, opened, fresh }: RunRowProps) {
  const outcome = useOutcome(entry, flow)
  return (
    <>
      <tr data-testid="history-row" data-number={number} className={fresh ? 'fresh' : undefined}>
        <td className="id number">
          <Link
            className="row-link"
            to={{ search: opened ? '' : `?execution=${number}` }}
            replace
            aria-expanded={opened}
            data-testid="history-link"
          >
            {number}
          </Link>
        </td>
        <td className="state">
          <Outcome outcome={outcome} testId="history-outcome" />
        </td>
        <td className="when">
          <Time time={entry.actualExecTime} select={shortTime} />
        </td>
        <td className="delay number">{formatDelay(entry.scheduledExecTime, entry.actualExecTime)}</td>
        <td className="fee number">
          <Amounts coins={entry.execFee} none={words.history.noFee} aligned />
        </td>
      </tr>
      {opened && (
        <tr className="detail-row">
          <td colSpan={5}>
            <ExecutionDetail flow={flow} entry={entry} outcome={outcome} />
          </td>
        </tr>
      )}
    </>
  )
})

/** A run that a link names, and that is not among those that are loaded: asked for alone. */
function OlderRun({ flow, number }: { flow: Flow; number: number }) {
  const older = useFlowHistory({ id: flow.id, offset: number - 1, limit: 1 })
  return (
    <div className="panel" data-testid="older-execution">
      <div className="panel-head">
        <h3>{words.history.execution(number)}</h3>
        <Link to={{ search: '' }} replace data-testid="close">
          {words.history.close}
        </Link>
      </div>
      <Loaded query={older} skeleton={<i className="bone wide" />}>
        {({ history: [entry] }) =>
          entry ? (
            <>
              <Outcome outcome={executionOutcome(entry, flow, clock.now())} testId="older-outcome" />
              <ExecutionDetail flow={flow} entry={entry} outcome={executionOutcome(entry, flow, clock.now())} />
            </>
          ) : (
            <p>{words.history.missing(`${number}`)}</p>
          )
        }
      </Loaded>
    </div>
  )
}

function NoRuns({ flow }: { flow: Flow }) {
  const help = useClock(now => noExecutions(flow, now))
  return <Notice testId="empty" title={words.history.empty} help={help} />
}
