import type { Flow } from '@flow-query/core'
import { ago, describeInterval, formatCount } from '@flow-query/format'
import type { FlowVerdict } from '@flow-query/insights'
import { Copyable } from '../accounts/Copyable'
import { Link } from '../router/Link'
import { copyPath } from '../router/paths'
import { Time } from '../time/Time'
import { Account } from './Account'

/** The schedule and the accounts of a flow. */
export function Details({ flow, verdict }: { flow: Flow; verdict: FlowVerdict | undefined }) {
  const isOver = verdict?.state === 'ended'
  const hasEnd = verdict !== undefined && !isOver && !verdict.stop
  // If a flow ended with a failure, this button is next to the failure.
  const canCopy = !(isOver && verdict.needsAttention)
  return (
    <section className="panel" aria-labelledby="details">
      <h2 id="details">Details</h2>
      <dl className="facts">
        <div>
          <dt>Schedule</dt>
          <dd data-testid="flow-interval">{describeInterval(flow.interval)}</dd>
        </div>
        <div>
          <dt>Start</dt>
          <dd>
            <Time time={flow.startTime} both />
          </dd>
        </div>
        {hasEnd && (
          <div>
            <dt>End</dt>
            <dd>
              <Time time={flow.endTime} both />
            </dd>
          </div>
        )}
        <div>
          <dt>Owner</dt>
          <dd>
            <Copyable text={flow.owner} what="owner address" testId="flow-owner" />
          </dd>
        </div>
        <div>
          <dt>Fee account</dt>
          <dd>
            <Copyable text={flow.feeAddress} what="fee account address" />
          </dd>
        </div>
        <Account flow={flow} />
        <Updates times={flow.updateHistory} />
      </dl>
      {canCopy && (
        <Link className="button" to={copyPath(flow.id)} data-testid="copy-flow">
          Copy as new flow
        </Link>
      )}
    </section>
  )
}

/** The time of the last update, if the owner has updated the flow. */
function Updates({ times }: { times: readonly string[] }) {
  const last = times.at(-1)
  if (!last) return null
  return (
    <div>
      <dt>Updated</dt>
      <dd data-testid="flow-updated">
        <Time time={last} select={ago} />
        {times.length > 1 && ` (${formatCount(times.length, 'update')})`}
      </dd>
    </div>
  )
}
