export interface ChainRules {
  /**
   * Whether the rules before release 1.0.5 apply. With these rules, fees assume the same gas for all flows, comparisons read only the
   * newest run, and skipped runs never end a flow.
   */
  hasOldRules: boolean
  openRun: 'itself' | 'before' | 'beforeOnOtherChain'
  hasDelta: boolean
  increasesSalt: boolean
  gatesValidators: boolean
  /** The `@type` of the message that creates a flow. */
  submitFlowType: string
  /** Whether a comparison can't use the operator `EQUAL`. */
  refusesEqual: boolean
  /** Whether the chain refuses a start time without an interval. */
  checksIntervalEarly: boolean
  /** Whether errors of a new flow start with a specific name, such as `invalid scheduling`, instead of `invalid request`. */
  namesSubmissionErrors: boolean
}

export const oldestRules: ChainRules = {
  hasOldRules: true,
  openRun: 'itself',
  hasDelta: false,
  increasesSalt: false,
  gatesValidators: false,
  submitFlowType: '/intento.intent.v1beta1.MsgSubmitFlow',
  refusesEqual: true,
  checksIntervalEarly: false,
  namesSubmissionErrors: false,
}

export const newestRules: ChainRules = {
  hasOldRules: false,
  openRun: 'beforeOnOtherChain',
  hasDelta: true,
  increasesSalt: true,
  gatesValidators: true,
  submitFlowType: '/intento.intent.v1.MsgSubmitFlow',
  refusesEqual: false,
  checksIntervalEarly: true,
  namesSubmissionErrors: true,
}
