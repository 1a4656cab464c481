import type { ExecutionOutcome } from '@flow-query/core'
import { outcomeNames } from '@flow-query/format'
import { Mark } from './Mark'
import { outcomeMarks } from './marks'

export function Outcome({ outcome, testId }: { outcome: ExecutionOutcome; testId: string }) {
  return (
    <span className="status" data-outcome={outcome} data-testid={testId}>
      <Mark path={outcomeMarks[outcome]} />
      {outcomeNames[outcome]}
    </span>
  )
}
