import type { FlowConditions } from '@flow-query/core'

/** The conditions of a flow without conditions. */
export const none: FlowConditions = {
  feedbackLoops: [],
  comparisons: [],
  stopOnSuccessOf: [],
  stopOnFailureOf: [],
  skipOnFailureOf: [],
  skipOnSuccessOf: [],
  useAndForComparisons: false,
}
