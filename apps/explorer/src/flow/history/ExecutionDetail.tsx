import type { ExecutionOutcome, Flow, FlowHistoryEntry, FlowStatus } from '@flow-query/core'
import {
  ago,
  describePacket,
  describeResponses,
  type Explanation,
  explainExecution,
  formatCount,
  formatDelay,
} from '@flow-query/format'
import { type UnclearRun, unclearRuns } from '@flow-query/insights'
import type { Packet } from '@flow-query/insights/forecast'
import { useInfiniteFlowHistory } from '@flow-query/react'
import { Amounts } from '../../accounts/Amounts'
import { Copyable } from '../../accounts/Copyable'
import { scrollToShow } from '../../browser/scroll'
import { newestRuns } from '../../runs/executions'
import { transactionsOf } from '../../runs/transactions'
import { useAnswers } from '../../runs/use-answers'
import { usePackets } from '../../runs/use-packets'
import { Time } from '../../time/Time'
import { useTime } from '../../time/use-chain-time'
import { json } from '../../values/json'
import { Json } from '../messages/Json'
import { readBase64 } from './base64'
import { RunBlock } from './RunBlock'

interface ExecutionDetailProps {
  flow: Flow
  number: number
  entry: FlowHistoryEntry
  outcome: ExecutionOutcome
  /** The status of the flow if this is its newest run. */
  status: FlowStatus
}

/** The details of a run, starting with its problems. */
export function ExecutionDetail({ flow, number, entry, outcome, status }: ExecutionDetailProps) {
  const unclear = useUnclearRuns(flow, entry)
  const isUnclear = unclear?.some(run => run.number === number)
  const own = { number, time: entry.actualExecTime, packetSequences: entry.packetSequences }
  const packets = usePackets(flow, [...(unclear ?? []), ...(isUnclear ? [] : [own])])
  const hashes = useTransactions(flow, entry)
  const late = formatDelay(entry.scheduledExecTime, entry.actualExecTime)
  return (
    <div className="detail" data-testid="history-detail" ref={intoView}>
      {Object.entries(explainExecution(entry, flow, outcome, { status, unclear, packets })).map(
        ([place, explanation]) => (
          <Problem
            key={place}
            outcome={outcome}
            explanation={explanation}
            isAcknowledgement={entry.packetSequences.length > 0}
          />
        ),
      )}
      <dl className="facts">
        <div>
          <dt>Scheduled</dt>
          <dd>
            <Time time={entry.scheduledExecTime} select={ago} both />
          </dd>
        </div>
        <div>
          <dt>Executed</dt>
          <dd>
            <Time time={entry.actualExecTime} select={ago} both /> {late && <span className="muted">{late} late</span>}
          </dd>
        </div>
        <div>
          <dt>Block</dt>
          <dd>
            <RunBlock entry={entry} />
          </dd>
        </div>
        <div>
          <dt>Fee</dt>
          <dd data-testid="detail-fee">
            <Amounts coins={entry.execFee} none="None" />
          </dd>
        </div>
        <div>
          <dt>Packets</dt>
          <dd data-testid="detail-packets">
            <Packets
              flow={flow}
              entry={entry}
              packets={packets?.filter(({ run }) => run === number) ?? []}
              known={isUnclear ? undefined : knownResults[outcome]}
            />
          </dd>
        </div>
        {hashes.length > 0 && (
          <div>
            <dt>Relayer’s transaction</dt>
            <dd>
              {hashes.map(hash => (
                <Copyable key={hash} text={hash} what="transaction hash" testId="detail-transaction" />
              ))}
            </dd>
          </div>
        )}
        <div>
          <dt>Responses</dt>
          <dd data-testid="detail-responses">
            <Responses flow={flow} entry={entry} />
          </dd>
        </div>
        {entry.queryResponses.length > 0 && (
          <div>
            <dt>Query responses</dt>
            <dd data-testid="detail-queries">
              {Object.entries(entry.queryResponses).map(([place, response]) => (
                <QueryAnswer key={place} response={response} />
              ))}
            </dd>
          </div>
        )}
      </dl>
    </div>
  )
}

function useTransactions(flow: Flow, entry: FlowHistoryEntry): string[] {
  const pages = useInfiniteFlowHistory(newestRuns(flow.id)).data?.pages ?? []
  return transactionsOf(
    entry,
    pages.flatMap(({ history }) => history),
    useAnswers(flow.id) ?? [],
  )
}

/** Returns undefined for an older run, whose result may belong to a run before it. The chain writes late results into the newest run. */
function useUnclearRuns(flow: Flow, entry: FlowHistoryEntry): readonly UnclearRun[] | undefined {
  const time = useTime()
  const newest = useInfiniteFlowHistory(newestRuns(flow.id)).data?.pages[0]
  const isNewest = newest?.history[0]?.actualExecTime === entry.actualExecTime
  return isNewest && time ? unclearRuns(flow, newest, time) : undefined
}

interface ProblemProps {
  outcome: ExecutionOutcome
  explanation: Explanation
  /** Whether another chain sent the error message. Its text only repeats the code that the explanation names. */
  isAcknowledgement: boolean
}

/** An explanation of the problem, a way to fix it, and the chain's error message. */
function Problem({ outcome, explanation, isAcknowledgement }: ProblemProps) {
  const { title, help, chainSaid } = explanation
  return (
    <div className="problem" data-testid="problem" data-outcome={outcome}>
      <h3>{title}</h3>
      <p>{help}</p>
      {chainSaid !== null && (
        <details open={!isAcknowledgement}>
          <summary>Message from the chain</summary>
          <code data-testid="chain-message">{chainSaid}</code>
        </details>
      )}
    </div>
  )
}

interface PacketsProps {
  flow: Flow
  entry: FlowHistoryEntry
  packets: readonly Packet[]
  /** The result according to the outcome of the run. The other chain knows more, if it can be read. */
  known: Packet['result'] | undefined
}

const knownResults: Partial<Record<ExecutionOutcome, Packet['result']>> = {
  succeeded: 'executed',
  failed: 'failed',
  timedOut: 'timedOut',
}

/** The results on the other chain of the packets that a run sent, or their sequence numbers if no result is known. */
function Packets({ flow, entry, packets, known }: PacketsProps) {
  if (entry.packetSequences.length === 0)
    return <span className="muted">None. This run sent nothing to another chain.</span>
  return entry.packetSequences.map(sequence => {
    const there = packets.find(packet => packet.sequence === sequence)
    const isVague = !there || there.result === 'unknown' || there.result === 'delivered'
    const packet = isVague && known ? { run: null, sequence, result: known, code: null } : there
    return (
      <p key={sequence} data-testid="packet-result">
        {(packet && describePacket(packet, flow)) ?? `Packet ${sequence}`}
      </p>
    )
  })
}

const mostResponses = 100

function Responses({ flow, entry }: { flow: Flow; entry: FlowHistoryEntry }) {
  if (entry.msgResponses.length === 0)
    return (
      <span className="muted">
        {flow.configuration.saveResponses
          ? 'None'
          : 'Not saved. This flow does not save the responses to its messages.'}
      </span>
    )
  const more = entry.msgResponses.length - mostResponses
  const shown = entry.msgResponses.slice(0, mostResponses)
  const described = describeResponses(shown, flow.msgs)
  return (
    <>
      {Object.entries(shown).map(([place, response]) => (
        <div key={place}>
          {described[Number(place)]} <Json testId="response-json" text={json(response)} />
        </div>
      ))}
      {more > 0 && <p className="note">And {formatCount(more, 'more response')}.</p>}
    </>
  )
}

function QueryAnswer({ response }: { response: string }) {
  const { text, raw, size } = readBase64(response)
  return (
    <div>
      <bdi>{text ?? `${formatCount(size, 'byte')} of binary data`}</bdi>{' '}
      <span className="muted">
        raw <code>{raw}</code>
      </span>
    </div>
  )
}

/** Scrolls to a run that was just opened, because it may be outside of the window. */
function intoView(detail: HTMLElement | null) {
  if (detail) scrollToShow(detail)
}
