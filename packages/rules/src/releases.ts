export interface ReleaseRules {
  /** Whether a run without a result ends a local flow one run later, like a flow on another chain. */
  endsLocalFlowsLate: boolean
  /** Whether a comparison can have the operand `delta`. */
  hasDelta: boolean
  /** Whether each run increases the salt of a contract's message. */
  increasesSalt: boolean
  /** Whether a flow can't create a validator. */
  gatesValidators: boolean
}

/** The rules of releases 1.0.7 and 1.0.8. */
export const earlierRules: ReleaseRules = {
  endsLocalFlowsLate: true,
  hasDelta: false,
  increasesSalt: false,
  gatesValidators: false,
}

/** The rules since release 1.1.0. */
export const newestRules: ReleaseRules = {
  endsLocalFlowsLate: false,
  hasDelta: true,
  increasesSalt: true,
  gatesValidators: true,
}
