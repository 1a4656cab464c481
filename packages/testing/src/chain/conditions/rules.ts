export interface ChainRules {
  /**
   * Whether the rules before release 1.0.5 apply: fees assume the same gas for all flows, comparisons read only the newest run, and
   * skipped runs never end a flow.
   */
  hasOldRules: boolean
  openRun: 'itself' | 'before' | 'beforeOnOtherChain'
  hasDelta: boolean
  increasesSalt: boolean
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
