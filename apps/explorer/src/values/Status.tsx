import type { Flow } from '@flow-query/core'
import { statusMeanings, statusNames } from '@flow-query/format'
import type { FlowVerdict } from '@flow-query/insights'
import { useChainClock } from '../time/use-chain-time'
import { Mark } from './Mark'
import { endedBadly, knownStatus, statusMark } from './marks'

interface StatusProps {
  flow: Flow
  /** The flow's verdict, if known. A flow that ended with a failure gets no check mark. */
  verdict?: FlowVerdict | undefined
  testId: string
}

export function Status({ flow, verdict, testId }: StatusProps) {
  const status = useChainClock(time => knownStatus(flow, time, verdict))
  if (status === null) return null
  return (
    <span
      className="status"
      data-status={status}
      data-ended-badly={endedBadly(status, verdict)}
      data-testid={testId}
      title={statusMeanings[status]}
    >
      <Mark path={statusMark(status, verdict)} />
      {statusNames[status]}
    </span>
  )
}
