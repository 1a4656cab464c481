import type { ExecutionOutcome, Flow, FlowHistoryEntry } from '@flow-query/core'
import { json, readBase64, words } from '@flow-query/explorer-kit'
import { ago, describeMessage, type Explanation, explainExecution, formatDelay } from '@flow-query/words'
import { Amounts } from '../Amounts'
import { Time } from '../Time'
import { Json } from './Messages'

interface ExecutionDetailProps {
  flow: Flow
  entry: FlowHistoryEntry
  outcome: ExecutionOutcome
}

/** What went wrong, if something did; then all that the chain kept of an execution. */
export function ExecutionDetail({ flow, entry, outcome }: ExecutionDetailProps) {
  const { history } = words
  const late = formatDelay(entry.scheduledExecTime, entry.actualExecTime)
  return (
    <div className="detail" data-testid="history-detail" ref={intoView}>
      {Object.entries(explainExecution(entry, flow, outcome)).map(([place, explanation]) => (
        <Problem key={place} outcome={outcome} explanation={explanation} />
      ))}
      <dl className="facts">
        <div>
          <dt>{history.planned}</dt>
          <dd>
            <Time time={entry.scheduledExecTime} select={ago} both />
          </dd>
        </div>
        <div>
          <dt>{history.ran}</dt>
          <dd>
            <Time time={entry.actualExecTime} select={ago} both />{' '}
            {late && <span className="muted">{history.after(late)}</span>}
          </dd>
        </div>
        <div>
          <dt>{history.fee}</dt>
          <dd data-testid="detail-fee">
            <Amounts coins={entry.execFee} none={history.noFee} />
          </dd>
        </div>
        <div>
          <dt>{history.packets}</dt>
          <dd data-testid="detail-packets">
            {entry.packetSequences.length ? (
              <span className="mono">{entry.packetSequences.join(', ')}</span>
            ) : (
              <span className="muted">{history.noPackets}</span>
            )}
          </dd>
        </div>
        <div>
          <dt>{history.responses}</dt>
          <dd data-testid="detail-responses">
            {entry.msgResponses.length ? (
              Object.entries(entry.msgResponses).map(([place, response]) => (
                <div key={place}>
                  {describeMessage(response)} <Json testId="response-json" text={json(response)} />
                </div>
              ))
            ) : (
              <span className="muted">
                {flow.configuration.saveResponses ? history.noResponses : history.responsesNotKept}
              </span>
            )}
          </dd>
        </div>
        {entry.queryResponses.length > 0 && (
          <div>
            <dt>{history.queries}</dt>
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

/** In words, with what the owner can do; the chain's own message below. */
function Problem({ outcome, explanation }: { outcome: ExecutionOutcome; explanation: Explanation }) {
  const { title, help, chainSaid } = explanation
  return (
    <div className="problem" data-testid="problem" data-outcome={outcome}>
      <h3>{title}</h3>
      <p>{help}</p>
      {chainSaid !== null && (
        <>
          <p className="chain-said">{words.history.chainSaid}</p>
          <code data-testid="chain-message">{chainSaid}</code>
        </>
      )}
    </div>
  )
}

function QueryAnswer({ response }: { response: string }) {
  const { text, raw, size } = readBase64(response)
  return (
    <div className="answer">
      <bdi>{text ?? words.history.bytes(size)}</bdi>{' '}
      <span className="muted">
        {words.history.raw} <code>{raw}</code>
      </span>
    </div>
  )
}

/** An execution that was just opened may be out of sight. */
function intoView(detail: HTMLElement | null) {
  detail?.scrollIntoView({ block: 'nearest' })
}
