import type { ExecutionOutcome, Flow, FlowHistoryEntry } from '@flow-query/core'
import { executionOutcome, flowStatus } from '@flow-query/core'
import { type IconName, icons, outcomeMarks, statusMarks, words } from '@flow-query/explorer-kit'
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

/** What a flow is up to now. */
export function Status({ flow, testId }: { flow: Flow; testId: string }) {
  const status = useClock(now => flowStatus(flow, now))
  return (
    <span className="status" data-status={status} data-testid={testId} title={words.statusMeaning[status]}>
      <Mark path={statusMarks[status]} />
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
