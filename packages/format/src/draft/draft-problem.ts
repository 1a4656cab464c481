import type { Coin } from '@flow-query/core'
import type { DraftEffect, DraftProblem } from '@flow-query/insights/draft'
import { shortenAddress } from '../address.js'
import { otherAgent, unpayableAgent } from '../agent.js'
import { type Denoms, formatAmount, formatAmounts, knownDenoms, splitAmount } from '../amount.js'
import type { RiskExplanation } from '../forecast/risk.js'
import { formatCount, formatList } from '../number.js'
import { nameMessages } from '../problem/effects.js'
import { formatDuration, formatTime } from '../time/time.js'

/**
 * Explains a problem of a draft in one sentence, with a remedy in another one.
 *
 * @example
 * for (const problem of checkFlow(draft, facts, time).problems) {
 *   const { sentence, remedy } = explainDraftProblem(problem)
 *   console.log(problem.path, sentence, remedy)
 * }
 */
export function explainDraftProblem(problem: DraftProblem, denoms: Denoms = knownDenoms): RiskExplanation {
  const money = (coin: Coin) => formatAmount(coin, denoms)
  const coins = (coins: readonly Coin[]) => formatAmounts(coins, denoms)
  /** The cause, without a period, because the effect is appended to it. */
  const explained = (cause: string, remedy: string | null): RiskExplanation => ({
    sentence: `${cause}${consequences[problem.effect]}.`,
    remedy,
  })
  const account = 'address' in problem ? shortenAddress(problem.address) : ''

  switch (problem.kind) {
    case 'nodeRefuses':
      return { sentence: `The node doesn’t accept the flow: ${problem.message}`, remedy: null }
    case 'labelTooLong':
      return explained(`The label has more than ${problem.limit} bytes`, 'Shorten the label.')
    case 'noMessages':
      return explained('The flow has no messages', 'Add a message.')
    case 'tooManyMessages':
      return explained(`The flow has more than ${problem.limit} messages`, 'Move some messages to a second flow.')
    case 'tooManyComparisons':
      return explained(`The flow has more than ${problem.limit} comparisons`, 'Remove some of them.')
    case 'tooManyFeedbackLoops':
      return explained(`The flow has more than ${problem.limit} feedback loops`, 'Remove some of them.')

    case 'invalidDuration':
      return explained(`${quoted(problem.value)} isn’t a duration`, 'Use units such as 30s, 10m or 24h.')
    case 'durationTooShort':
      return explained(`The duration is shorter than ${formatDuration(problem.limit)}`, atLeast(problem.limit))
    case 'durationTooLong':
      return explained(`The duration is longer than ${formatDuration(problem.limit)}`, atMost(problem.limit))
    case 'intervalTooShort':
      return explained(`The interval is shorter than ${formatDuration(problem.limit)}`, atLeast(problem.limit))
    case 'intervalTooLong':
      return explained(
        'The interval is longer than the duration',
        Number.parseFloat(problem.limit) > 0
          ? `Use at most ${formatDuration(problem.limit)}.`
          : 'Use a duration that is at least as long as the interval.',
      )
    case 'startTooSoon':
      return explained('The start is too early', `Use a time after ${formatTime(problem.limit)}, or no start time.`)
    case 'startBefore2001':
      return explained(
        'The start is before 2001, because the portal reads a delay of more than 11 days as a time',
        'Use the time of the start, in milliseconds since 1970.',
      )
    case 'startTooLate':
      return explained('The start is too late', `Use a time before ${formatTime(problem.limit)}.`)
    case 'startWithoutInterval':
      return explained('A start time needs an interval', 'Set an interval, or remove the start time.')
    case 'runsInEveryBlock':
      return {
        sentence: 'Without an interval, a flow with a start time runs in every block until its money is spent.',
        remedy: 'Set an interval, or remove the start time.',
      }
    case 'unevenInterval':
      return {
        sentence: `The duration isn’t a multiple of the interval, so ${problem.coins.length ? coins(problem.coins) : 'the remaining money'} will stay in the fee account for good.`,
        remedy: 'Use a duration that is a multiple of the interval.',
      }
    case 'intervalTooShortForRelayer':
      return {
        sentence: 'If the other chain doesn’t respond to a run before the next one is due, the flow stops.',
        remedy: atLeast(problem.limit),
      }

    case 'invalidAddress':
      return explained(
        problem.address ? `${quoted(problem.address)} isn’t a valid address` : 'An address is missing',
        problem.prefix ? `Use an address that starts with ${problem.prefix}1.` : 'Correct the address.',
      )
    case 'otherChainAddress':
      return explained(
        `${account} is an address of another chain`,
        `Use an address that starts with ${problem.prefix}1.`,
      )
    case 'wrongSigner':
      return explained(`${account} has to sign this message, but a flow signs as its owner`, 'Correct the sender.')
    case 'wrongGrantee':
      return explained(
        `The grantee is ${account}, but a flow uses the permissions of its owner`,
        `Use the owner ${problem.owner} as the grantee.`,
      )
    case 'onlyExec':
      return explained(
        `An agent only executes MsgExec, but this is ${problem.type}`,
        'Wrap the message in a MsgExec, and grant the agent a permission for it.',
      )
    case 'unsupportedMessage':
      return explained(`Flows can’t execute ${problem.type}`, 'Use another message.')
    case 'invalidDenom':
      return explained(`${quoted(problem.denom)} isn’t a valid denom`, 'Correct the denom.')
    case 'invalidAmount':
      return explained(`${quoted(problem.amount)} isn’t a valid amount`, 'Use an integer.')
    case 'invalidCoins':
      return explained('The coins aren’t valid', 'List each denom once, sorted by name.')
    case 'amountNotPositive':
      return explained(`The amount is ${money(problem.coin)}`, 'Use an amount above 0.')
    case 'unknownDenom':
      return explained(`${account} has no ${problem.denom}`, 'Check the denom, or send some to this account first.')
    case 'grantMissing':
      return explained(`${account} hasn’t permitted this message`, `Ask ${problem.address} to grant the permission.`)
    case 'grantExpires':
      return {
        sentence: `The permission of ${account} expires on ${formatTime(problem.expires)}, before run ${problem.run}.`,
        remedy: 'Renew the permission, or end the flow earlier.',
      }
    case 'grantUsedUp':
      return {
        sentence: `The permission of ${account} is used up before run ${problem.run}.`,
        remedy: 'Raise the limit of the permission, or end the flow earlier.',
      }
    case 'agentNotFound':
      return explained(
        problem.address ? `There is no agent with the address ${account}` : 'No agent is chosen',
        'Choose another agent.',
      )
    case 'noOpenChannel':
      return explained(
        `The owner has no open interchain account on ${problem.connectionId}`,
        'Register the interchain account first, by signing a MsgRegisterAccount.',
      )
    case 'clientExpired':
      return explained(
        `${problem.connectionId} has expired or is frozen`,
        'Use another connection, or ask its operators to renew it.',
      )
    case 'relayerOffline':
      return explained(
        `The other chain hasn’t acknowledged the newest runs of flow ${formatList(problem.flowIds)}`,
        'Wait until it does.',
      )
    case 'unbondingLimit':
      return {
        sentence: `Run ${problem.run} fails, because there are already seven open unbonding entries with ${account}.`,
        remedy: 'Use a longer interval or another validator.',
      }
    case 'messageFails':
      return {
        sentence: `The message fails in run ${problem.run} and all later runs (${problem.message}).`,
        remedy: 'End the flow before that run, or use another message.',
      }
    case 'dryRunFails':
      return explained(`The messages fail if they are executed now (${problem.message})`, 'Correct the message.')

    case 'feeFundsNotHeld':
      return explained(
        `The owner has ${money(problem.held)}, but would pay ${money(problem.needed)} into the fee account`,
        'Pay in less, or send coins to the owner first.',
      )
    case 'feeBalanceTooLow': {
      const remedy = adviseOnFunds(problem, denoms)
      const payer = problem.address ? 'the owner’s wallet' : 'the fee account'
      return problem.run > 1
        ? { sentence: `The money runs out before run ${problem.run}, so the flow stops there for good.`, remedy }
        : explained(`A run needs ${money(problem.needed)}, but ${payer} would have ${money(problem.held)}`, remedy)
    }
    case 'feeNotCollected':
      return {
        sentence: `The messages of run ${problem.run} take effect, but its fee can’t be collected.`,
        remedy: adviseOnFunds(problem, denoms),
      }
    case 'messageFunds': {
      const missing = problem.missingForAllRuns ?? problem.missing
      const remedy = missing
        ? `Send ${problem.address} at least ${money(missing)} more, or lower the amount.`
        : 'Lower the amount.'
      return problem.run > 1
        ? {
            sentence: `At run ${problem.run}, ${account} has less ${splitAmount(problem.needed, denoms).unit} than the messages send, so the run fails.`,
            remedy,
          }
        : explained(`${account} has ${money(problem.held)}, but a run sends ${money(problem.needed)}`, remedy)
    }
    case 'agentFeeTooHigh':
      return explained(
        `The agent charges ${money(problem.price)}, but the fee limit is ${money(problem.limit)}`,
        `Raise the fee limit to at least ${money(problem.price)}.`,
      )
    case 'agentFeeDenom':
      return explained(
        'The fee limit contains no denom that the agent accepts',
        `Use a fee limit of at least ${formatList(problem.prices.map(money), 'or')}.`,
      )
    case 'agentUnpayable':
      return explained(unpayableAgent, otherAgent)
    case 'agentFeeNotHeld':
      return explained(
        `No account can pay the agent’s ${money(problem.price)} for run ${problem.run}`,
        'Pay more into the fee account.',
      )
    case 'feeFundsTooLow':
      return {
        sentence: `The fee account would have ${coins(problem.coins)}, but a run needs ${money(problem.check)}. So the owner’s wallet pays, and the coins stay in the fee account for good.`,
        remedy: `Pay in at least ${money(problem.check)}, or nothing.`,
      }
    case 'feeFundsUnused':
      return {
        sentence: `The chain takes no fees in these denoms, so ${coins(problem.coins)} will stay in the fee account for good.`,
        remedy: 'Remove these coins.',
      }
    case 'feeFundsStranded':
      return {
        sentence: `The flow ends early, so ${coins(problem.coins)} will stay in the fee account for good.`,
        remedy: 'Pay in less.',
      }

    case 'incompleteCondition':
      return explained('A required field is empty', 'Fill it in, or remove the condition.')
    case 'responseIndexTooHigh':
    case 'messageIndexTooHigh':
      return explained(
        `The index is ${problem.index}, but the flow has ${formatCount(problem.count, 'message')}`,
        'Indexes start at 0.',
      )
    case 'queryTimeoutTooLong':
      return explained(
        `The timeout of the query is longer than ${formatDuration(problem.limit)}`,
        atMost(problem.limit),
      )
    case 'queryResponseRejected':
      return explained(
        'With this timeout policy, the chain drops each response to the query',
        'Use EXECUTE_QUERY_CALLBACK.',
      )
    case 'queryRepeated':
      return explained(
        'With this timeout policy, the chain drops the first response and repeats the query, but relayers answer a query only once',
        'Use EXECUTE_QUERY_CALLBACK.',
      )
    case 'invalidQueryKey':
      return explained('The key of the query isn’t base64', 'Encode it as base64.')
    case 'bothStops':
      return {
        sentence: 'The chain ignores “stop after a success” and “stop after a failure” if both are on.',
        remedy: 'Turn one of them off.',
      }
    case 'noSavedResponses':
      return {
        sentence: `${problem.flowId === '0' ? 'The flow' : `Flow ${problem.flowId}`} doesn’t save its responses, so this condition has no effect.`,
        remedy: problem.flowId === '0' ? 'Turn on saving responses.' : 'Use a flow that saves its responses.',
      }
    case 'emptyResponseKey':
      return { sentence: 'The response key is empty, so this condition has no effect.', remedy: 'Name a field.' }
    case 'loopOnFirstMessage':
      return {
        sentence: 'If a feedback loop changes the first message, the chain executes no message.',
        remedy: 'Move the message after the one whose response it uses.',
      }
    case 'partlyExecuted': {
      const isOne = problem.messages.length === 1
      return {
        sentence: `${nameMessages(problem.messages)} ${isOne ? 'takes' : 'take'} effect in each run, although the run fails.`,
        remedy: `Correct the message that fails, or move ${isOne ? 'this message' : 'these messages'} to another flow.`,
      }
    }
    case 'loopIgnored':
      return {
        sentence: 'The chain ignores this feedback loop, so the message doesn’t change.',
        remedy: 'Add messages after it until at least as many messages follow it as come before it.',
      }
    case 'conditionFlowNotFound': {
      const flow = problem.flowId === '0' ? 'This flow has no ID yet' : `Flow ${problem.flowId} doesn’t exist`
      const effect = problem.effect === 'everyRunFails' ? 'every run fails' : 'this condition has no effect'
      return { sentence: `${flow}, so ${effect}.`, remedy: 'Correct the flow’s ID.' }
    }
    case 'conditionFlowEnded':
      return {
        sentence: `Flow ${problem.flowId} doesn’t run again, so this condition never changes.`,
        remedy: 'Use a flow that still runs.',
      }
    case 'conditionFails':
      return explainFailingCondition(problem)
    case 'conditionNotMet':
      return { sentence: `Run ${problem.run} will be skipped unless its condition is met by then.`, remedy: null }
    case 'dependency':
      return {
        sentence: `Because of the result of flow ${formatList(problem.flowIds)}, run ${problem.run} will be skipped or will be the last one.`,
        remedy: null,
      }
  }
}

function explainFailingCondition({ path, effect, run }: DraftProblem & { kind: 'conditionFails' }): RiskExplanation {
  const isLoop = path.startsWith('conditions.feedbackLoops')
  const cause = isLoop ? 'The chain can’t apply the feedback loop' : 'The chain can’t evaluate the condition'
  const remedy = `Correct the response key, the value type or the ${isLoop ? 'message key' : 'operand'}.`
  if (run > 1) return { sentence: `${cause} in run ${run} and all later runs, so these runs fail.`, remedy }
  // A condition about a change has nothing to compare in the first run.
  if (effect === 'stops') return { sentence: `${cause} in run 1, so this run fails.`, remedy: isLoop ? remedy : null }
  return { sentence: `${cause}, so every run fails.`, remedy }
}

/** The other effects depend on the problem. */
const consequences: Readonly<Record<DraftEffect, string>> = {
  refused: ', so the chain doesn’t accept the flow',
  neverRuns: ', so the flow never runs',
  firstRunUnpaid: ', so the flow ends at its first run',
  everyRunFails: ', so every run fails',
  stops: ', so runs fail or the flow ends early',
  losesMoney: '',
  noEffect: '',
}

interface MissingMoney {
  address: string
  missing?: Coin
  missingForAllRuns?: Coin
}

function adviseOnFunds({ address, missing, missingForAllRuns: forAll }: MissingMoney, denoms: Denoms): string {
  if (!missing) return 'Pay in more.'
  const one = formatAmount(missing, denoms)
  const amount = forAll
    ? `${formatAmount(forAll, denoms)} more for all runs (${one} is enough for this run)`
    : `at least ${one} more`
  return address ? `Send ${address} ${amount}.` : `Pay in ${amount}.`
}

const longestQuote = 100

function quoted(text: string): string {
  return `“${text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text}”`
}

const atLeast = (limit: string) => `Use at least ${formatDuration(limit)}.`
const atMost = (limit: string) => `Use at most ${formatDuration(limit)}.`
