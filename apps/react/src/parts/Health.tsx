import type { FlowHealth } from '@flow-query/core/insights'
import { healthMarks, healthTone } from '@flow-query/explorer-kit'
import { describeHealth, phraseText } from '@flow-query/words'
import { Mark } from './Mark'

/** How a flow is, in half a line; its place is held while that is not known yet. */
export function Health({ health }: { health: FlowHealth | undefined }) {
  if (!health) return <i className="bone wide" />
  const text = phraseText(describeHealth(health))
  const tone = healthTone(health)
  return (
    <span className="health" data-health={tone} title={text}>
      <Mark path={healthMarks[tone]} />
      <span>{text}</span>
    </span>
  )
}
