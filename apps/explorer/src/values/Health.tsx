import type { FlowHealth } from '@flow-query/core/insights'
import { describeHealth, phraseText } from '@flow-query/format'
import { Mark } from './Mark'
import { healthMarks, healthTone } from './marks'

/** A flow's health as an icon and text, or a skeleton while it is loading. */
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
