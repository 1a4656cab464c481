import { describeVerdict, phraseText } from '@flow-query/format'
import type { FlowVerdict } from '@flow-query/insights'
import { Mark } from './Mark'
import { verdictMarks, verdictTone } from './marks'

/** A flow's verdict as an icon and text, or a skeleton while it is loading. */
export function Verdict({ verdict }: { verdict: FlowVerdict | undefined }) {
  if (!verdict) return <i className="bone wide" />
  const isPartial = verdict.forecast?.assumptions.includes('otherFlowsIgnored')
  const text = phraseText(describeVerdict(verdict))
  const tone = verdictTone(verdict)
  return (
    <span
      className="health"
      data-health={tone}
      title={isPartial ? `${text}. Other flows of the owner were not checked` : text}
    >
      <Mark path={verdictMarks[tone]} />
      <span>{text}</span>
    </span>
  )
}
