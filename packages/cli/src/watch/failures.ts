import { isFlowQueryError } from '@flow-query/core'
import { messageOf } from '../failure.js'
import type { Output } from '../terminal/output.js'

/** Prints each problem once, because flows are read every few seconds. */
export interface FailureReport {
  failed: (error: unknown) => void
  succeeded: () => void
}

export function createFailureReport(output: Pick<Output, 'note'>): FailureReport {
  /** Errors that another request for the same flow would return again. */
  const permanent = new Set<string>()
  let isFailing = false

  return {
    failed(error) {
      const text = messageOf(error)
      if (isFlowQueryError(error) && error.retryable) {
        if (!isFailing) output.note(`${text} Retrying.`)
        isFailing = true
      } else if (!permanent.has(text)) {
        permanent.add(text)
        output.note(text)
      }
    },
    succeeded() {
      if (isFailing) output.note('The node responds again.')
      isFailing = false
    },
  }
}
