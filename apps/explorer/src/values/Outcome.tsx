import type { ExecutionOutcome } from '@flow-query/core'
import { words } from '../words/common'
import { Mark } from './Mark'
import { outcomeMarks } from './marks'

/** The outcome of a run as an icon and text. */
export function Outcome({ outcome, testId }: { outcome: ExecutionOutcome; testId: string }) {
  return (
    <span className="status" data-outcome={outcome} data-testid={testId}>
      <Mark path={outcomeMarks[outcome]} />
      {words.outcomes[outcome]}
    </span>
  )
}
