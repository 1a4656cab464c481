import { describeVerdict, phraseText } from '@flow-query/format'
import type { FlowVerdict } from '@flow-query/insights'
import { useOldDataTime } from '../time/data-age'
import { useMinute } from '../time/use-minute'
import { Mark } from './Mark'
import { verdictMarks, verdictTone } from './marks'

interface VerdictProps {
  verdict: FlowVerdict | undefined
  /** Follows the verdict after a comma, such as `3 runs in a row`. */
  detail?: string | null
}

/** A flow's verdict as an icon and text, or a skeleton while it is loading. A verdict on old data says when it was true. */
export function Verdict({ verdict, detail = null }: VerdictProps) {
  const oldDataTime = useOldDataTime()
  const minute = useMinute(oldDataTime)
  if (!verdict) return <i className="bone wide" />
  const isPartial = verdict.forecast?.assumptions.includes('otherFlowsIgnored')
  const described = phraseText(describeVerdict(verdict))
  const current = detail === null ? described : `${described}, ${detail}`
  const isOver = verdict.state === 'ended'
  const text = minute === null || isOver ? current : `${current} (at ${minute})`
  const tone = verdictTone(verdict, oldDataTime !== null)
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
