import type { Flow, FlowHistoryPage } from '@flow-query/core'
import { flowHealth } from '@flow-query/core/insights'
import { healthMarks, healthTone, paths, runToLookAt, words } from '@flow-query/explorer-kit'
import { explainHealth } from '@flow-query/words'
import { Link } from 'react-router'
import { useClock } from '../../hooks'
import { Mark } from '../Mark'
import { PhraseText, TextWithAddresses } from './Phrase'

/** How a flow is, since when, and what helps. */
export function Verdict({ flow, newest }: { flow: Flow; newest: FlowHistoryPage }) {
  const now = useClock(now => now)
  const health = flowHealth(flow, newest, now)
  const { title, help, chainSaid } = explainHealth(health, flow, now)
  const tone = healthTone(health)
  // Then its own words are all there is to go by.
  const isUnexplained = 'cause' in health && (health.cause === 'other' || health.cause === 'conditionsNotMet')
  const run = runToLookAt(title, health)
  return (
    <section className="verdict" aria-label={words.flow.health} data-health={tone} data-testid="verdict">
      <h2>
        <Mark path={healthMarks[tone]} />
        <span>
          <PhraseText phrase={title} of={flow.id} />
        </span>
      </h2>
      {help !== null && (
        <p data-testid="help">
          <TextWithAddresses text={help} />
        </p>
      )}
      {chainSaid !== null && (
        <details open={isUnexplained}>
          <summary>{words.history.chainSaid}</summary>
          <code data-testid="verdict-said">{chainSaid}</code>
        </details>
      )}
      {tone === 'failing' && run !== null && (
        <p>
          <Link
            className="button"
            to={{ pathname: paths.flow(flow.id), search: `?execution=${run}` }}
            data-testid="look-at-run"
          >
            {words.flow.lookAtRun(run)}
          </Link>
        </p>
      )}
    </section>
  )
}

export function VerdictSkeleton() {
  return (
    <section className="verdict">
      <p>
        <i className="bone wider" />
      </p>
    </section>
  )
}
