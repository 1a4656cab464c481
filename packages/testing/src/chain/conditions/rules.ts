/** The rules of the chain that differ between releases. */
export interface ChainRules {
  /** Whether a run without a result ends a local flow one run later, like a flow on another chain. */
  endsLocalFlowsLate: boolean
  hasDelta: boolean
  increasesSalt: boolean
  gatesValidators: boolean
}

/** The rules of releases 1.0.7 and 1.0.8. */
export const earlierRules: ChainRules = {
  endsLocalFlowsLate: true,
  hasDelta: false,
  increasesSalt: false,
  gatesValidators: false,
}

export const newestRules: ChainRules = {
  endsLocalFlowsLate: false,
  hasDelta: true,
  increasesSalt: true,
  gatesValidators: true,
}
