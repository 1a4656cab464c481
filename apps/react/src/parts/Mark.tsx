import type { ExecutionOutcome, Flow, FlowHistoryEntry } from '@flow-query/core'
import { executionOutcome, flowStatus } from '@flow-query/core'
import type { FlowHealth } from '@flow-query/core/insights'
import { type IconName, icons, outcomeMarks, statusMark, words } from '@flow-query/explorer-kit'
import { useClock } from '../hooks'

export function Mark({ path }: { path: string }) {
  return (
    <svg className="mark" viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}

export function Icon({ name }: { name: IconName }) {
  return <Mark path={icons[name]} />
}

interface StatusProps {
  flow: Flow
  /** As far as it is known: what ended with a failure gets no tick. */
  health?: FlowHealth | undefined
  testId: string
}

/** What a flow is up to now. */
export function Status({ flow, health, testId }: StatusProps) {
  const status = useClock(now => flowStatus(flow, now))
  return (
    <span className="status" data-status={status} data-testid={testId} title={words.statusMeaning[status]}>
      <Mark path={statusMark(status, health)} />
      {words.statuses[status]}
    </span>
  )
}

export function useOutcome(entry: FlowHistoryEntry, flow: Flow): ExecutionOutcome {
  return useClock(now => executionOutcome(entry, flow, now))
}

/** How an execution went. */
export function Outcome({ outcome, testId }: { outcome: ExecutionOutcome; testId: string }) {
  return (
    <span className="status" data-outcome={outcome} data-testid={testId}>
      <Mark path={outcomeMarks[outcome]} />
      {words.outcomes[outcome]}
    </span>
  )
}
