import type { Coin, Flow } from '@flow-query/core'
import type { DeadQuery } from '@flow-query/rules'

/** Whether a flow's next run will succeed, and how long its money lasts, from {@link forecastFlow}. */
export interface FlowForecast {
  flow: Flow
  /**
   * The forecast for the next run:
   * - `likely`: the run will probably succeed, because no risk was found
   * - `atRisk`: the run is likely to fail or to be skipped, or to be the last one
   * - `willFail`: the run will fail unless an account or the flow is changed
   * - `none`: the flow won't run again
   * - `unknown`: some facts are unknown, or the flow may have stopped after it was read
   */
  nextRun: 'likely' | 'atRisk' | 'willFail' | 'none' | 'unknown'
  /** The risks of the next runs, soonest first. */
  risks: ForecastRisk[]
  /** The account that pays for the runs. Null if the flow won't run again, or if the balances are unknown. */
  funds: ForecastFunds | null
  /** The next runs and their expected outcomes, up to 100. */
  runs: ForecastRun[]
  /** The run that ends the flow before its schedule is over. Null if no such run is expected, or if it depends on an unknown outcome. */
  stop: ForecastStop | null
  /** The balance that remains on the fee account when the flow is over. It can't be used anymore. */
  stranded: Coin[]
  assumptions: ForecastAssumption[]
}

/**
 * A cause of a failure, or of the end of a flow:
 * - `feeBalanceTooLow`: no account can pay
 * - `feeNotCollected`: the messages take effect, but their fee can't be collected
 * - `agentFee`: the agent's fee exceeds the limit, is in another denom, or can't be paid. No account can pay a price of 0, or prices that aren't
 *   sorted by denom
 * - `agentNotFound`: the agent doesn't exist
 * - `messageFunds`: an account has less than the amount that a message sends
 * - `grantMissing`, `grantExpires`, `grantUsedUp`: a message needs a permission that is missing, expires or is used up
 * - `noOpenChannel`, `clientExpired`: the connection to the other chain doesn't work
 * - `unbondingLimit`: the delegator already has seven unbonding entries
 * - `wrongSigner`: a message must be signed by another account than the flow's
 * - `messageFails`: the coins of a message are invalid, or a transfer has no timeout. Other messages work only once, such as a
 *   `MsgRevoke`, only until a time that they contain, such as the timeout of a `MsgTransfer`, or only while enough coins are delegated
 * - `dryRunFailed`: a message fails if it is executed now
 * - `failsAgain`: the last run failed, and no relevant change is known
 * - `unansweredRun`: if the last run is not acknowledged before the next run, the next run is the last. If the certainty is `unknown`,
 *   the other chain hasn't acknowledged the runs of the flows in `flowIds`, so its relayer may be offline
 * - `stopsAfterFailure`, `stopsAfterSkip`: the run is the last one, whatever its outcome is, because the run before it failed or was
 *   skipped. On another chain, `stopOnFailure` and skipped runs stop a flow one run late
 * - `conditionsNotMet`: the comparisons skip the run
 * - `conditionsFail`: the run fails, because a comparison can't be evaluated or a feedback loop can't read its value, for example
 *   because the field doesn't exist
 * - `loopOnFirstMessage`: a feedback loop changes the first message, so the chain executes no message, but charges the fee
 * - `queryNeverAnswered`: the flow never runs, because the chain ignores the response to its query, or can't send the query
 * - `conditionInput`: a comparison has no value to compare, so it always passes
 * - `dependency`: another flow's result skips the run or stops the flow
 * - `pendingQuery`: another chain must answer a query first
 * - `otherChain`: the outcome depends on unknown balances or permissions on another chain
 * - `factsMissing`: the passed facts are incomplete, the run needs locked coins, which may unlock before the run, or the chain has not yet
 *   shown that it can apply a feedback loop. If `flowIds` is set, these flows may spend the balance first
 * - `releaseNotSupported`: the chain has a release before 1.0.7, whose rules the forecast doesn't know
 * - `stopped`: the flow stopped for good because it could not pay
 */
export type ForecastRiskKind =
  | 'feeBalanceTooLow'
  | 'feeNotCollected'
  | 'agentFee'
  | 'agentNotFound'
  | 'messageFunds'
  | 'grantMissing'
  | 'grantExpires'
  | 'grantUsedUp'
  | 'noOpenChannel'
  | 'clientExpired'
  | 'unbondingLimit'
  | 'wrongSigner'
  | 'messageFails'
  | 'dryRunFailed'
  | 'failsAgain'
  | 'unansweredRun'
  | 'stopsAfterFailure'
  | 'stopsAfterSkip'
  | 'conditionsNotMet'
  | 'conditionsFail'
  | 'loopOnFirstMessage'
  | 'queryNeverAnswered'
  | 'conditionInput'
  | 'dependency'
  | 'pendingQuery'
  | 'otherChain'
  | 'factsMissing'
  | 'releaseNotSupported'
  | 'stopped'

export interface ForecastRisk {
  kind: ForecastRiskKind
  /**
   * How certain the risk is:
   *
   * - `certain`: it follows from the state and the rules of the chain. Only a transaction can prevent it
   * - `likely`: it also depends on an estimate or on other accounts
   * - `unknown`: it can't be checked
   */
  certainty: 'certain' | 'likely' | 'unknown'
  /** When the first affected run is due, in RFC 3339 format. */
  at: string
  /** The number of this run, starting at 1. */
  run: number | null
  /** The balance of the account before the run, or the remaining amount of a limit. */
  held?: Coin
  /** How much the run needs: the required balance, the amount of a message, the fee, or the price of an agent. */
  needed?: Coin
  /**
   * How much the balance or the limit must increase. For an account, the amount covers this run and its fee, the balance that the next
   * run requires, and what other simulated flows spend before it.
   */
  missing?: Coin
  /**
   * How much more the account needs for all scheduled runs of the flow. Undefined for limits, if `missing` is enough, if the amount is
   * unknown, and if an existing flow has more than 1,000 runs left.
   */
  missingForAllRuns?: Coin
  /** The prices of an agent that don't match the denoms of the fee limit. Empty if no account can pay the agent. */
  prices?: Coin[]
  /** The account whose balance is too low, or whose permission is needed. */
  address?: string
  /** The message that fails, such as `msgs[1]`, or `msgs[0].msgs[1]` in a `MsgExec`. */
  path?: string
  /** When the permission expires, in RFC 3339 format. */
  expires?: string
  flowIds?: string[]
  /** Why no query starts a run. */
  deadQuery?: DeadQuery
  /** The chain's error message from the last run or the dry run, or the message that the run is expected to cause. */
  message?: string
}

/** The account that pays for the runs, and how long its money lasts. */
export interface ForecastFunds {
  payer: 'feeAccount' | 'wallet' | 'none'
  /** The address of this account, or of the fee account if no account can pay. */
  address: string
  /** The denom of all amounts below. */
  denom: string
  /** The balance of the account, in the base denom. */
  balance: string
  /** The minimum balance to start a run, in the base denom. */
  needed: string
  /** The cost of a run in the base denom, including an agent's fee in the same denom. */
  costPerRun: string
  /** The number of runs that can be paid in full, up to 1,000. `atMost` is null if more can be paid. */
  runs: { atLeast: number; likely: number; atMost: number | null }
  /** When the last paid run is due, in RFC 3339 format. Null if all scheduled runs can be paid, if none can, or if more than `atLeast` may be paid. */
  lastsUntil: string | null
  scheduled: number
}

export interface ForecastRun {
  number: number | null
  /** When the run is due, in RFC 3339 format. */
  time: string
  outcome: ForecastOutcome
  /**
   * The indexes of the messages that take effect although the run fails: those before a feedback loop, and transfers. Undefined if no
   * message does.
   */
  inEffect?: readonly number[]
  fee: Coin | null
  /** The account that pays the run, or the last account that could pay. Undefined if no balance is known. */
  payer?: 'feeAccount' | 'wallet'
  /**
   * The balance of this account after the run. Undefined if other flows may have changed it. After the last run, the fee account may return
   * it to the owner. For a flow that doesn't exist yet, it is the balance of the account that is too low at some run, if there is one.
   */
  balance?: Coin
  /** The address of the account with this balance. Only set for a flow that doesn't exist yet, and empty for its fee account. */
  account?: string
}

/** The run that ends a flow early, because it can't be paid, or because a rule of the flow or of the chain stops the flow. */
export type ForecastStop = Omit<ForecastRun, 'fee' | 'payer' | 'balance' | 'account' | 'inEffect'>

export type ForecastOutcome = 'succeeded' | 'feeNotCollected' | 'failed' | 'idle' | 'skipped' | 'unknown'

/**
 * An assumption of a forecast:
 * - `feeLikeLastRun`: the fee is the same as in the newest run with the same outcome
 * - `feeEstimated`: there was no similar run, so the fee is estimated from the gas of a dry run or of the messages' types
 * - `agentFeeUnchanged`: the agent doesn't change its fee
 * - `messagesLikeLastRun`: messages with unknown effects have the same effects as in the last run
 * - `messagesLikeDryRun`: the messages have the same result as in the dry run
 * - `answersArrive`: another chain acknowledges each run before the next one
 * - `otherFlowsIgnored`: other flows of the owner spend nothing from the same accounts
 * - `differentBlocks`: the facts come from blocks that are far apart, because the nodes disagree or lag behind. `nextRun` is then `unknown`
 *   instead of `likely`, and the verdict of a check is `unknown` instead of `good`
 */
export type ForecastAssumption =
  | 'feeLikeLastRun'
  | 'feeEstimated'
  | 'agentFeeUnchanged'
  | 'messagesLikeLastRun'
  | 'messagesLikeDryRun'
  | 'answersArrive'
  | 'otherFlowsIgnored'
  | 'differentBlocks'
