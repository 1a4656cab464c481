/** The rules of a chain that depend on its release. */
export interface ChainRules {
  /**
   * Whether the rules before release 1.0.5 apply: fees assume the same gas for all flows, comparisons read only the newest run, and
   * skipped runs never end a flow.
   */
  hasOldRules: boolean
  /** Which run ends a flow if it has no result: the run itself, the run before, or the run before for messages on another chain. */
  openRun: 'itself' | 'before' | 'beforeOnOtherChain'
  /** Whether the operand `delta` means the previous change. */
  hasDelta: boolean
  /** Whether a contract call increases the `salt` in the flow's own message in each run. */
  increasesSalt: boolean
  /** Whether a flow on this chain fails if one of its messages creates a validator. */
  gatesValidators: boolean
}

export const oldestRules: ChainRules = {
  hasOldRules: true,
  openRun: 'itself',
  hasDelta: false,
  increasesSalt: false,
  gatesValidators: false,
}

export const newestRules: ChainRules = {
  hasOldRules: false,
  openRun: 'beforeOnOtherChain',
  hasDelta: true,
  increasesSalt: true,
  gatesValidators: true,
}
