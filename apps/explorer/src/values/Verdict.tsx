import type { FlowVerdict } from '@flow-query/core/insights'
import { describeVerdict, phraseText } from '@flow-query/format'
import { Mark } from './Mark'
import { verdictMarks, verdictTone } from './marks'

/** A flow's verdict as an icon and text, or a skeleton while it is loading. */
export function Verdict({ verdict }: { verdict: FlowVerdict | undefined }) {
  if (!verdict) return <i className="bone wide" />
  // The flow's page checks them, so it can have worse news.
  const isPartial = verdict.forecast?.assumptions.includes('otherFlowsIgnored')
  const text = `${phraseText(describeVerdict(verdict))}${isPartial ? ' · other flows not checked' : ''}`
  const tone = verdictTone(verdict)
  return (
    <span className="health" data-health={tone} title={text}>
      <Mark path={verdictMarks[tone]} />
      <span>{text}</span>
    </span>
  )
}
