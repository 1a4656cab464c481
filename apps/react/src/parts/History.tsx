import type { Flow } from '@flow-query/core'
import { type Execution, executions, noExecutions, words } from '@flow-query/explorer-kit'
import { useFlowHistory } from '@flow-query/react'
import { ago, formatDelay } from '@flow-query/words'
import { memo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useClock, useExecutions } from '../hooks'
import { Amounts } from './Amounts'
import { ExecutionDetail } from './ExecutionDetail'
import { Loaded, Notice } from './Loaded'
import { LoadMore } from './LoadMore'
import { Outcome, useOutcome } from './Mark'
import { Strip } from './Strip'
import { Time } from './Time'

/** A flow's executions, newest first, with a picture of their outcomes. */
export function History({ flow }: { flow: Flow }) {
  const history = useExecutions(flow.id)
  return (
    <section className="history" aria-labelledby="history">
      <h2 id="history">{words.history.title}</h2>
      <Loaded query={history} skeleton={<HistorySkeleton />}>
        {({ pages }) => (
          <>
            <Executions flow={flow} runs={executions(pages)} />
            <LoadMore query={history} auto words={words.history} />
          </>
        )}
      </Loaded>
    </section>
  )
}

function Executions({ flow, runs }: { flow: Flow; runs: readonly Execution[] }) {
  const [search] = useSearchParams()
  const opened = Number(search.get('execution')) || null
  const [seen] = useState(runs[0]?.number ?? 0)
  const { columns } = words.history
  if (!runs.length) return <NoExecutions flow={flow} />
  return (
    <>
      <Strip flow={flow} runs={runs} seen={seen} opened={opened} />
      {opened !== null && !runs.some(run => run.number === opened) && <OlderExecution flow={flow} number={opened} />}
      <table className="executions" aria-label={words.history.title}>
        <thead>
          <tr>
            <th scope="col" className="number">
              {columns.number}
            </th>
            <th scope="col">{columns.time}</th>
            <th scope="col">{columns.outcome}</th>
            <th scope="col" className="number">
              {columns.delay}
            </th>
            <th scope="col" className="number">
              {columns.fee}
            </th>
          </tr>
        </thead>
        <tbody>
          {runs.map(({ number, entry }) => (
            <HistoryRow
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
    </>
  )
}

interface HistoryRowProps extends Execution {
  flow: Flow
  opened: boolean
  fresh: boolean
}

const HistoryRow = memo(function HistoryRow({ flow, number, entry, opened, fresh }: HistoryRowProps) {
  const outcome = useOutcome(entry, flow)
  return (
    <>
      <tr data-testid="history-row" data-number={number} className={fresh ? 'fresh' : undefined}>
        <td className="id number">
          <Link
            className="row-link"
            to={{ search: opened ? '' : `?execution=${number}` }}
            replace
            preventScrollReset
            aria-expanded={opened}
            data-testid="history-link"
          >
            {number}
          </Link>
        </td>
        <td className="when">
          <Time time={entry.actualExecTime} select={ago} />
        </td>
        <td className="state">
          <Outcome outcome={outcome} testId="history-outcome" />
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

/** An execution that a link names, and that is not among those that are loaded: asked for alone. */
function OlderExecution({ flow, number }: { flow: Flow; number: number }) {
  const older = useFlowHistory({ id: flow.id, offset: number - 1, limit: 1 })
  return (
    <div className="panel" data-testid="older-execution">
      <div className="panel-head">
        <h3>{words.history.execution(number)}</h3>
        <Link to={{ search: '' }} replace preventScrollReset data-testid="close">
          {words.history.close}
        </Link>
      </div>
      <Loaded query={older} skeleton={<i className="bone wide" />}>
        {({ history: [entry] }) =>
          entry ? <OlderDetail flow={flow} entry={entry} /> : <p>{words.history.missing(`${number}`)}</p>
        }
      </Loaded>
    </div>
  )
}

function OlderDetail({ flow, entry }: Pick<HistoryRowProps, 'flow' | 'entry'>) {
  const outcome = useOutcome(entry, flow)
  return (
    <>
      <Outcome outcome={outcome} testId="older-outcome" />
      <ExecutionDetail flow={flow} entry={entry} outcome={outcome} />
    </>
  )
}

function NoExecutions({ flow }: { flow: Flow }) {
  const help = useClock(now => noExecutions(flow, now))
  return <Notice testId="empty" title={words.history.empty} help={help} />
}

function HistorySkeleton() {
  return <div className="panel tall" data-testid="skeleton" aria-busy="true" />
}
