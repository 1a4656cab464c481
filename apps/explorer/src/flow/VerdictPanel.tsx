import type { Coin, FlowQueryError } from '@flow-query/core'
import { describeVerdict, explainVerdict, formatCount } from '@flow-query/format'
import { type FlowVerdict, runToInspect } from '@flow-query/insights'
import { useTrustlessAgent } from '@flow-query/react'
import { Children, type ReactNode } from 'react'
import { Copyable } from '../accounts/Copyable'
import { errorText } from '../node/errors'
import { Link } from '../router/Link'
import { copyPath, paths } from '../router/paths'
import { usePackets } from '../runs/use-packets'
import { useOldDataTime } from '../time/data-age'
import { useChainNow } from '../time/use-chain-time'
import { useMinute } from '../time/use-minute'
import { CopyButton } from '../values/CopyButton'
import { Mark } from '../values/Mark'
import { verdictMarks, verdictTone } from '../values/marks'
import { agentToExplain, needsChainMessage } from './chain-message'
import { PhraseText } from './conditions/PhraseText'
import { type RemedyPart, remedyParts, withoutNextTime } from './forecast/remedy'

interface VerdictPanelProps {
  verdict: FlowVerdict
  /** Whether the balances and permissions for the forecast are still loading. */
  isWaiting: boolean
  /** The error that makes the forecast incomplete. */
  error: FlowQueryError | null
}

/** The most important problem of a flow, and how to fix it. The component reserves its usual height, so that nothing below it moves. */
export function VerdictPanel({ verdict, isWaiting, error }: VerdictPanelProps) {
  const { flow, health, state, failure, stop } = verdict
  const now = useChainNow(now => now)
  const { data: agent } = useTrustlessAgent({ agentAddress: agentToExplain(flow, health) })
  const packets = usePackets(flow, 'unclear' in health ? health.unclear : [])
  const { title, second, since, help, chainSaid, otherRisks, basis } = explainVerdict(verdict, {
    now,
    agent,
    packets,
  })
  // While the data is old, the title contains no time that is relative to now.
  const oldDataTime = useOldDataTime()
  const minute = useMinute(oldDataTime)
  const isOld = oldDataTime !== null && state !== 'ended'
  const tone = verdictTone(verdict, oldDataTime !== null)
  const run = state === 'failing' ? (runToInspect(health)?.number ?? null) : null
  return (
    <section
      className="verdict"
      aria-label="Verdict"
      aria-busy={isWaiting}
      data-health={tone}
      data-state={state}
      data-testid="verdict"
    >
      <h2>
        <Mark path={verdictMarks[tone]} />
        <span data-testid="verdict-title">
          <PhraseText phrase={isOld ? describeVerdict(verdict) : title} of={flow.id} />
        </span>
      </h2>
      <p className="muted" data-testid="verdict-second">
        {isWaiting && 'Checking balances and permissions…'}
        {!isWaiting && isOld && `At ${minute}. The flow may have run since then.`}
        {!isWaiting && !isOld && second && <PhraseText phrase={second} of={flow.id} />}
      </p>
      {since !== null && !isOld && (
        <p className="muted" data-testid="since">
          <PhraseText phrase={since} of={flow.id} />
        </p>
      )}
      {help !== null && (
        <p data-testid="help">
          <Remedy
            text={withoutNextTime(help, flow)}
            missing={[failure, stop].flatMap(expected => expected?.risk.missing ?? [])}
          />
        </p>
      )}
      {run !== null && (
        <Link
          className="button"
          to={{ pathname: paths.flow(flow.id), search: `?execution=${run}` }}
          data-testid="view-run"
        >
          View run {run}
        </Link>
      )}
      {health.state === 'ended' && verdict.needsAttention && (
        <Link className="button" to={copyPath(flow.id)} data-testid="copy-flow">
          Copy as new flow
        </Link>
      )}
      {chainSaid !== null && (
        <details open={failure !== null || needsChainMessage(health)}>
          <summary>Message from the chain</summary>
          <code data-testid="verdict-message">{chainSaid}</code>
        </details>
      )}
      {Object.entries(basis).map(([place, text]) => (
        <p key={place} className="muted" data-testid="forecast-basis">
          {text}
        </p>
      ))}
      {error && (
        <p className="muted" data-testid="forecast-error">
          {`Some data couldn’t be loaded: ${errorText(error).title}. ${errorText(error).help}`}
        </p>
      )}
      {otherRisks.length > 0 && (
        <details data-testid="other-risks">
          <summary>{formatCount(otherRisks.length, failure ? 'other possible problem' : 'possible problem')}</summary>
          {Object.entries(otherRisks).map(([place, { risk, sentence, remedy }]) => (
            <p key={place} data-testid="forecast-risk" data-kind={risk.kind}>
              <Remedy
                text={withoutNextTime(remedy === null ? sentence : `${sentence} ${remedy}`, flow)}
                missing={risk.missing ? [risk.missing] : []}
              />
            </p>
          ))}
        </details>
      )}
    </section>
  )
}

/** A text in which addresses and the missing amounts have copy buttons. */
function Remedy({ text, missing }: { text: string; missing: readonly Coin[] }) {
  // The same address or amount can appear twice, so `toArray` adds the keys.
  return Children.toArray(remedyParts(text, missing).map(renderPart))
}

function renderPart(part: RemedyPart): ReactNode {
  if (typeof part === 'string') return part
  if ('address' in part) return <Copyable text={part.address} />
  return (
    <span className="address" data-testid="missing-amount">
      <strong>{part.amount}</strong>
      <CopyButton text={() => part.copied} what={`amount ${part.amount}`} />
    </span>
  )
}
