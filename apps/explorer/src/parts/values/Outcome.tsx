import type { ExecutionOutcome } from '@flow-query/core'
import { outcomeMarks, words } from '@flow-query/explorer-kit'
import { Mark } from './Mark'

/** The outcome of a run as an icon and text. */
export function Outcome({ outcome, testId }: { outcome: ExecutionOutcome; testId: string }) {
  return (
    <span className="status" data-outcome={outcome} data-testid={testId}>
      <Mark path={outcomeMarks[outcome]} />
      {words.outcomes[outcome]}
    </span>
  )
}
