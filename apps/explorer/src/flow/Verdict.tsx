import type { ChainTime, Flow, FlowHistoryPage } from '@flow-query/core'
import { flowHealth, runToInspect } from '@flow-query/core/insights'
import { explainHealth } from '@flow-query/format'
import { useTrustlessAgent } from '@flow-query/react'
import { Link } from 'react-router'
import { paths } from '../paths'
import { useClock } from '../time/use-clock'
import { splitAddresses } from '../values/address'
import { Copyable } from '../values/Copyable'
import { Mark } from '../values/Mark'
import { agentToExplain, healthMarks, healthTone, needsChainMessage } from '../values/marks'
import { PhraseText } from './conditions/PhraseText'

/** Explains a flow's health and how to fix problems. The title, the chain's message and the link are about the same run. */
export function Verdict({ flow, newest, time }: { flow: Flow; newest: FlowHistoryPage; time: ChainTime }) {
  const now = useClock(now => now)
  const health = flowHealth(flow, newest, time)
  const { data: agent } = useTrustlessAgent({ agentAddress: agentToExplain(flow, health) })
  const { title, since, help, chainSaid } = explainHealth(health, flow, time, { now, agent })
  const tone = healthTone(health)
  const run = runToInspect(health)?.number ?? null
  return (
    <section className="verdict" aria-label="Health" data-health={tone} data-testid="verdict">
      <h2>
        <Mark path={healthMarks[tone]} />
        <span>
          <PhraseText phrase={title} of={flow.id} />
        </span>
      </h2>
      {since !== null && (
        <p className="muted" data-testid="since">
          <PhraseText phrase={since} of={flow.id} />
        </p>
      )}
      {help !== null && (
        <p data-testid="help">
          <TextWithAddresses text={help} />
        </p>
      )}
      {chainSaid !== null && (
        <details open={needsChainMessage(health)}>
          <summary>Message from the chain</summary>
          <code data-testid="verdict-message">{chainSaid}</code>
        </details>
      )}
      {tone === 'failing' && run !== null && (
        <p>
          <Link
            className="button"
            to={{ pathname: paths.flow(flow.id), search: `?execution=${run}` }}
            data-testid="view-run"
          >
            View run {run}
          </Link>
        </p>
      )}
    </section>
  )
}

/** A text in which addresses have links and copy buttons. */
function TextWithAddresses({ text }: { text: string }) {
  return splitAddresses(text).map(part =>
    typeof part === 'string' ? part : <Copyable key={part.address} text={part.address} />,
  )
}
