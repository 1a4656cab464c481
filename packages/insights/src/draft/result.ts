import type { Coin } from '@flow-query/core'
import type { ForecastAssumption, ForecastRun, ForecastStop } from '../forecast/result.js'

/** Whether a flow would work if it were submitted now, and its cost, from {@link checkFlow}. */
export interface FlowCheck {
  /**
   * The answer in one word:
   * - `refused`: the chain doesn't accept the flow
   * - `willFail`: no run will succeed, or only the first one, unless an account or the draft is changed
   * - `atRisk`: there are other problems
   * - `good`: no problem was found
   * - `unknown`: no problem was found, but some facts are unknown. See `assumptions`
   */
  verdict: 'refused' | 'willFail' | 'atRisk' | 'good' | 'unknown'
  /** The problems, the worst first. */
  problems: DraftProblem[]
  /** The fees. Null if the schedule is invalid, or if the release of the chain isn't supported. */
  cost: DraftCost | null
  /** The expected runs, up to 100. Empty if the chain refuses the flow. */
  runs: ForecastRun[]
  /** The run that ends the flow before its schedule is over. Null if no such run is expected. */
  stop: ForecastStop | null
  assumptions: DraftAssumption[]
}

/** The fees of a flow. All amounts are in the base denom, except for the agent's fee. */
export interface DraftCost {
  /**
   * The fee of one run that succeeds, without the agent's fee. The range contains the fees of all runs, which can grow, in at least 95 % of
   * the flows. A failed run usually costs less. See `FlowCheck.runs`.
   */
  run: CostRange
  /** The agent's fee for one run. Empty without an agent, and without a fee limit, because the agent is then not paid. */
  agent: Coin[]
  /** The balance that pays for all scheduled runs even if their fees are the highest likely ones, including an agent's fee in the base denom. */
  fund: Coin
  /** The part of `fund` that is left after the last run, because each run requires `check`, even if its fee is lower. */
  remains: Coin
  /** Whether `remains` is returned to the owner. Otherwise, `remains` stays on the fee account for good. */
  isReturned: boolean
  /** The balance that an account must have to start a run. */
  check: Coin
  /** The number of scheduled runs. */
  scheduled: number
}

/** A range of amounts in the base denom. */
export interface CostRange {
  atLeast: Coin
  likely: Coin
  atMost: Coin
}

/**
 * An assumption of a check: one of a forecast, or
 * - `nodeNotAsked`: the owner is invalid, or the node could not simulate the transaction, so the chain may refuse the flow. The verdict is
 *   then `unknown` instead of `good`
 * - `feeLikeDryRun`: the fee follows from the gas of the dry run
 * - `feeLikeOtherFlow`: the fee is the same as in a run of another flow with the same types of messages
 * - `feeByMessageType`: the fee is estimated from the usual gas of the messages' types
 * - `otherChainUnknown`: the messages run on another chain, where the balances and permissions are unknown
 * - `placeholders`: the portal replaces texts such as `Your osmo address` with addresses of the owner's account. If a text depends on the
 *   connected wallet, the verdict is `unknown` instead of `good`
 * - `pendingQuery`: another chain must answer a query before each run
 * - `laterRunsUnknown`: other flows of the owner spend from the same account, so runs after those in `runs` may not be paid. If some
 *   outcomes in `runs` are unknown too, the verdict is `unknown`
 * - `factsMissing`: other facts are unknown, such as a balance
 * - `releaseNotSupported`: the chain has a release before 1.0.7, whose rules the check doesn't know
 */
export type DraftAssumption =
  | ForecastAssumption
  | 'nodeNotAsked'
  | 'feeLikeDryRun'
  | 'feeLikeOtherFlow'
  | 'feeByMessageType'
  | 'otherChainUnknown'
  | 'placeholders'
  | 'pendingQuery'
  | 'laterRunsUnknown'
  | 'factsMissing'
  | 'releaseNotSupported'

/**
 * The effect of a problem, the worst first:
 * - `refused`: the chain doesn't accept the flow
 * - `neverRuns`: the chain waits for an answer to a query that never counts, so it never starts a run
 * - `firstRunUnpaid`: the first run can't be paid, so the flow ends there
 * - `everyRunFails`: all runs fail, or all runs after the first one
 * - `stops`: the flow ends before its schedule is over, or some of its runs fail or are skipped
 * - `losesMoney`: coins stay on the fee account for good, or more fees are paid than expected
 * - `noEffect`: a part of the draft has no effect
 */
export type DraftEffect =
  | 'refused'
  | 'neverRuns'
  | 'firstRunUnpaid'
  | 'everyRunFails'
  | 'stops'
  | 'losesMoney'
  | 'noEffect'

interface ProblemAt<Kind extends string> {
  kind: Kind
  /** The field of the draft, for example `msgs[0].amount`. Empty if it is unknown. */
  path: string
  effect: DraftEffect
}

/** A problem of a draft. `kind` is its cause. */
export type DraftProblem = RefusalProblem | ScheduleProblem | MessageProblem | MoneyProblem | ConditionProblem

export type DraftProblemKind = DraftProblem['kind']

/**
 * A cause of a refusal that isn't about a schedule, a message, money or conditions:
 * - `nodeRefuses`: the node doesn't accept the flow, for a reason that only `message` contains. The other causes follow from the node's
 *   error, which only contains the first one
 * - `noMessages`: the flow, or a `MsgExec`, has no messages
 */
export type RefusalProblem = (ProblemAt<'nodeRefuses'> & { message: string }) | ProblemAt<'noMessages'> | LimitProblem

/**
 * A limit that the draft exceeds:
 * - `labelTooLong`: the limit is a number of bytes
 * - `tooManyMessages`, `tooManyComparisons`, `tooManyFeedbackLoops`: the limit is the longest allowed length of the list
 * - `durationTooShort`, `durationTooLong`, `intervalTooShort`: the limit is a parameter of the chain
 * - `intervalTooLong`: the limit is the duration
 * - `startTooSoon`, `startTooLate`: the limit is a time in RFC 3339 format
 */
export type LimitProblem =
  | (ProblemAt<'labelTooLong' | 'tooManyMessages' | 'tooManyComparisons' | 'tooManyFeedbackLoops'> & { limit: string })
  | (ProblemAt<'durationTooShort' | 'durationTooLong' | 'intervalTooShort' | 'intervalTooLong'> & { limit: string })
  | (ProblemAt<'startTooSoon' | 'startTooLate'> & { limit: string })

/**
 * Another problem of `duration`, `interval` or `startAt`:
 * - `invalidDuration`: the text isn't a duration
 * - `startBefore2001`: the portal reads a delay of 10^9 milliseconds or more, or a time in seconds, as milliseconds since 1970
 * - `startWithoutInterval`: the chain only accepts a start time together with an interval
 * - `runsInEveryBlock`: a start time without an interval makes the flow run in every block until its money is spent
 * - `unevenInterval`: the duration isn't a multiple of the interval, so the fee account never returns its coins
 * - `intervalTooShortForRelayer`: the other chain may not acknowledge a run before the next one, which ends the flow
 */
export type ScheduleProblem =
  | (ProblemAt<'invalidDuration'> & { value: string })
  | ProblemAt<'startBefore2001' | 'startWithoutInterval' | 'runsInEveryBlock'>
  | (ProblemAt<'unevenInterval'> & { coins: Coin[] })
  | (ProblemAt<'intervalTooShortForRelayer'> & { value: string; limit: string })

/**
 * A problem of a message, or of the account or agent that executes it:
 * - `invalidAddress`: the address is missing, or its characters are wrong
 * - `otherChainAddress`: the address has the prefix of another chain
 * - `wrongSigner`: another account must sign the message
 * - `wrongGrantee`: only the owner can be the grantee of a `MsgExec`
 * - `onlyExec`: an agent only executes messages of the type `MsgExec`
 * - `unsupportedMessage`: flows can't execute messages of this type
 * - `invalidAmount`: the amount isn't an integer
 * - `amountNotPositive`, `invalidDenom`: the coin is invalid
 * - `invalidCoins`: the coins are missing, not sorted by denom, or repeat a denom
 * - `unknownDenom`: the account has no coins with this denom
 * - `grantMissing`, `grantExpires`, `grantUsedUp`: `address` doesn't permit the message, or only some of its runs
 * - `agentNotFound`, `noOpenChannel`, `clientExpired`: the messages can't be sent to the other chain
 * - `relayerOffline`: the other chain hasn't acknowledged the runs of the flows in `flowIds`, so the first run may be the last
 * - `unbondingLimit`: the delegator can't have more unbonding entries
 * - `messageFails`: the message works only once, until a certain time or until too little is delegated, so it fails from `run` on.
 *   `message` is the chain's error
 * - `dryRunFails`: the message fails if it is executed now
 */
export type MessageProblem =
  | (ProblemAt<'invalidAddress'> & { address: string; prefix: string })
  | (ProblemAt<'otherChainAddress'> & { address: string; prefix: string })
  | (ProblemAt<'wrongSigner'> & { address: string; owner: string })
  | (ProblemAt<'wrongGrantee'> & { address: string; owner: string })
  | (ProblemAt<'onlyExec' | 'unsupportedMessage'> & { type: string })
  | (ProblemAt<'invalidAmount'> & { amount: string })
  | (ProblemAt<'invalidDenom'> & { denom: string })
  | ProblemAt<'invalidCoins'>
  | (ProblemAt<'amountNotPositive'> & { coin: Coin })
  | (ProblemAt<'unknownDenom'> & { denom: string; address: string })
  | (ProblemAt<'grantMissing' | 'grantUsedUp'> & { address: string; run: number })
  | (ProblemAt<'grantExpires'> & { address: string; run: number; expires: string })
  | (ProblemAt<'agentNotFound'> & { address: string })
  | (ProblemAt<'noOpenChannel' | 'clientExpired'> & { connectionId: string; address: string })
  | (ProblemAt<'relayerOffline'> & { flowIds: string[] })
  | (ProblemAt<'unbondingLimit'> & { address: string; run: number })
  | (ProblemAt<'messageFails'> & { run: number; message: string })
  | (ProblemAt<'dryRunFails'> & { message: string })

/**
 * A problem of fees and balances:
 * - `feeFundsNotHeld`: the owner has less than `feeFunds`
 * - `feeBalanceTooLow`: no account can pay for the run
 * - `feeNotCollected`: the messages take effect, but their fee can't be collected
 * - `messageFunds`: an account has less than the messages send
 * - `agentFeeTooHigh`: the agent's fee exceeds the limit
 * - `agentFeeDenom`: the fee limit doesn't contain a denom that the agent accepts
 * - `agentUnpayable`: no account can pay the agent, because a price is 0 or the prices aren't sorted by denom
 * - `agentFeeNotHeld`: no account can pay the agent
 * - `feeFundsTooLow`: the fee account has less than a run requires, so the owner pays and the coins stay there for good
 * - `feeFundsUnused`: the chain doesn't take fees in the denoms of `coins`, so they are never used
 * - `feeFundsStranded`: the flow ends early, so `coins` stay on the fee account for good
 */
export type MoneyProblem =
  | (ProblemAt<'feeFundsNotHeld'> & { address: string; held: Coin; needed: Coin })
  | (ProblemAt<'feeBalanceTooLow' | 'feeNotCollected' | 'messageFunds'> & {
      /** The account. Empty for the fee account, because its address isn't known yet. */
      address: string
      /** The number of the first affected run, starting at 1. */
      run: number
      held: Coin
      needed: Coin
      /** How much more the account needs for this run and for the balance that the next run requires. Undefined if it is unknown. */
      missing?: Coin
      /** How much more the account needs for all scheduled runs. Undefined if `missing` is enough or the amount is unknown. */
      missingForAllRuns?: Coin
      /** If the fee account is short, the coins that the owner can pay into it. */
      inWallet?: Coin
    })
  | (ProblemAt<'agentFeeTooHigh'> & { address: string; price: Coin; limit: Coin })
  | (ProblemAt<'agentFeeDenom'> & { address: string; prices: Coin[] })
  | (ProblemAt<'agentUnpayable'> & { address: string })
  | (ProblemAt<'agentFeeNotHeld'> & { address: string; price: Coin; run: number })
  | (ProblemAt<'feeFundsTooLow'> & { coins: Coin[]; check: Coin })
  | (ProblemAt<'feeFundsUnused' | 'feeFundsStranded'> & { coins: Coin[] })

/**
 * A problem of conditions or of the rules that stop the flow:
 * - `incompleteCondition`: a required field is empty
 * - `responseIndexTooHigh`, `messageIndexTooHigh`: the draft has only `count` messages
 * - `queryTimeoutTooLong`: the timeout of a query is longer than the duration or the interval
 * - `queryResponseRejected`: with the timeout policy `REJECT_QUERY_RESPONSE`, the chain drops each response, so the flow never runs
 * - `queryRepeated`: with the timeout policy `RETRY_QUERY_REQUEST`, the chain drops the first response and repeats the query, which relayers
 *   don't answer again, so the flow never runs
 * - `invalidQueryKey`: the key of the query isn't base64, so the flow never runs
 * - `bothStops`: the chain ignores `stopOnSuccess` and `stopOnFailure` if both are set
 * - `noSavedResponses`: the flow `flowId` doesn't save its responses, so the condition always passes. `0` is the draft itself
 * - `emptyResponseKey`: the condition names no field, so it has no effect
 * - `loopOnFirstMessage`: if a feedback loop changes the first message, the chain executes no message
 * - `partlyExecuted`: runs fail, but the messages `messages` take effect each time, because they are before a feedback loop, or transfers
 * - `loopIgnored`: the chain ignores the feedback loop, because of its indexes and the number of messages
 * - `conditionFlowNotFound`: the flow `flowId` doesn't exist, so the condition always passes, or the feedback loop fails
 * - `conditionFlowEnded`: the flow `flowId` doesn't run again, so the result of the condition never changes
 * - `conditionFails`: the chain can't evaluate the comparison or the feedback loop, so runs fail
 * - `conditionNotMet`: the condition skips runs
 * - `dependency`: the result of another flow skips runs or stops the flow
 */
export type ConditionProblem =
  | ProblemAt<'incompleteCondition'>
  | (ProblemAt<'responseIndexTooHigh' | 'messageIndexTooHigh'> & { index: number; count: number })
  | (ProblemAt<'queryTimeoutTooLong'> & { limit: string })
  | ProblemAt<'queryResponseRejected' | 'queryRepeated' | 'invalidQueryKey'>
  | (ProblemAt<'partlyExecuted'> & { messages: readonly number[] })
  | ProblemAt<'bothStops' | 'emptyResponseKey' | 'loopOnFirstMessage' | 'loopIgnored'>
  | (ProblemAt<'noSavedResponses' | 'conditionFlowNotFound' | 'conditionFlowEnded'> & { flowId: string })
  | (ProblemAt<'conditionFails'> & { run: number })
  | (ProblemAt<'conditionNotMet'> & { run: number })
  | (ProblemAt<'dependency'> & { flowIds: string[]; run: number })
