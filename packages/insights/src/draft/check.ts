import type { BlockTime, Coin, Flow, FlowConditions } from '@flow-query/core'
import { lookUp } from '@flow-query/core/parts/decode'
import { blockMilliseconds } from '@flow-query/core/parts/runs'
import { amountOf, coinOf } from '../coins.js'
import { type ExpectedRun, isInterchain } from '../forecast/forecast-facts.js'
import { forecastFlows } from '../forecast/forecast-flows.js'
import { nameOf } from '../forecast/messages.js'
import type { FlowForecast } from '../forecast/result.js'
import { estimateGas } from '../forecast/simulation/money/gas.js'
import { releases } from '../releases.js'
import { parseAddress } from './address.js'
import type { CheckedDraft } from './check/checked-draft.js'
import {
  conditionProblems,
  effectiveLoops,
  loopProblems,
  namedFlowIds,
  operandProblems,
  queryProblems,
} from './check/conditions.js'
import { costOf } from './check/cost.js'
import { expectedFailure, gasLikeOtherFlow } from './check/expected-run.js'
import { isRemote, type MessageAt, messageProblems, messagesOf, ownerProblems } from './check/messages.js'
import { depositOf, laterProblems, strandedProblems } from './check/money.js'
import { explainRefusal, startProblems } from './check/refusals.js'
import { partialProblems, riskProblems, unknownsOf } from './check/risks.js'
import { scheduleProblems } from './check/schedule.js'
import type { FlowDraft } from './draft.js'
import type { DraftFacts } from './draft-facts.js'
import { accountOnOtherChain, draftId, feeAddress, flowOfDraft } from './flow.js'
import { isOfWallet, placeholdersIn, withOwnersAddresses } from './placeholders.js'
import type { DraftAssumption, DraftEffect, DraftProblem, FlowCheck } from './result.js'

/**
 * Returns whether a flow would work if it were submitted now, and what its runs cost. It sends no requests, so it can run after every
 * change of the draft.
 *
 * @example
 * const facts = await readDraftFacts(client, draft)
 * const { verdict, problems, cost } = checkFlow(draft, facts, facts.time)
 *
 * @param time the newest block. Use the time of the facts, or a newer one
 * @throws {FlowQueryError} with kind `argument` if `time` isn't the time of a block
 */
export function checkFlow(given: FlowDraft, facts: DraftFacts, time: BlockTime): FlowCheck {
  blockMilliseconds(time)
  const unknown: FlowCheck = { verdict: 'unknown', problems: [], cost: null, runs: [], stop: null, assumptions: [] }
  if (!releases[facts.release].rules) return { ...unknown, assumptions: ['releaseNotSupported'] }
  const account = accountOnOtherChain(parseAddress(given.owner) && flowOfDraft(given, time), facts)
  const draft = withOwnersAddresses(given, parseAddress(account ?? '')?.prefix)
  const messages = messagesOf(draft)
  const flow = parseAddress(draft.owner) && flowOfDraft(draft, time)
  const loops = flow && effectiveLoops(flow)
  const statements: Statement[] = [
    ...ownerProblems(draft),
    ...startProblems(draft, time),
    ...messageProblems(draft, messages, facts.release, account, loops),
  ]

  const { nodeAnswer } = facts
  const isAccepted = nodeAnswer?.result === 'accepted' && flow !== undefined
  const isRefused = nodeAnswer?.result === 'refused'
  const gasOfOther = flow && gasLikeOtherFlow(flow, facts)
  const gas = flow && estimateGas(flow, facts, facts.dryRun, gasOfOther)
  const cost = flow && gas ? costOf(flow, facts, gas) : null
  const placeholders = placeholdersIn(given)
  const assumptions: DraftAssumption[] = []
  if (!isAccepted && !isRefused) assumptions.push('nodeNotAsked')
  if (facts.differentBlocks) assumptions.push('differentBlocks')
  if (gas?.source) assumptions.push(feeAssumptions[gas.source])
  if (placeholders.length > 0) assumptions.push('placeholders')
  if (isRefused)
    statements.push(
      explainRefusal(nodeAnswer.message, { draft, messages, known: statements, params: facts.params, time }),
    )
  const refusal = statements.find(({ effect }) => effect === 'refused')
  if (refusal && !isAccepted) return { ...unknown, verdict: 'refused', problems: [refusal], cost, assumptions }
  if (!flow || !loops || !cost) return { ...unknown, assumptions }

  const checked: CheckedDraft = { draft, messages, flow, facts, time }
  statements.push(...queryProblems(draft), ...loopProblems(checked), ...operandProblems(checked))
  const run = { gas: gasOfOther, ...expectedFailure(flow, loops, facts, statements) }
  const forecastWith = (conditions: FlowConditions) => forecastOf(checked, { ...flow, conditions }, run)
  const forecast = forecastWith(flow.conditions)
  const found = [
    ...scheduleProblems(checked),
    ...conditionProblems(checked, forecast),
    ...riskProblems(checked, forecast, forecastWith),
    ...laterProblems(checked, cost, forecast),
    ...strandedProblems(checked, cost, forecast),
    ...partialProblems(forecast),
  ]
  statements.push(...found.map(problem => withCause(problem, statements)))
  const problems = statements
    .filter(({ effect, follows }) => effect !== 'refused' && !follows)
    .sort((one, other) => severity.indexOf(one.effect) - severity.indexOf(other.effect))

  const unknowns = unknownsOf(forecast)
  const isNamedUnread = namedFlowIds(draft).some(id => lookUp(facts.namedFlows, id) === undefined)
  if (isNamedUnread || lacksDryRun(checked)) unknowns.push('factsMissing')
  if (placeholders.some(isOfWallet)) unknowns.push('placeholders')
  if (!isAccepted) unknowns.push('nodeNotAsked')
  if (facts.differentBlocks) unknowns.push('differentBlocks')
  const simulated = forecast.assumptions.filter(name => name !== 'feeEstimated' || !gas?.source)
  return {
    verdict: verdictOf(problems, checked, forecast, unknowns),
    problems,
    cost,
    runs: statements.some(({ effect }) => effect === 'neverRuns') ? [] : forecast.runs,
    stop: forecast.stop,
    assumptions: Array.from(new Set([...assumptions, ...simulated, ...unknowns])),
  }
}

const feeAssumptions = {
  dryRun: 'feeLikeDryRun',
  otherFlow: 'feeLikeOtherFlow',
  messageTypes: 'feeByMessageType',
} as const

/** If a problem is only a consequence, `follows` is the path of its cause. */
type Statement = DraftProblem & { follows?: string }

/** A message that is invalid also fails in the dry run and in the simulation, and so does an operand of the wrong type. */
function withCause(problem: DraftProblem, statements: readonly Statement[]): Statement {
  const { kind, path } = problem
  const isCause = (one: Statement) =>
    (one.kind === kind && one.path === path) ||
    (one.effect === 'everyRunFails' && path.startsWith('msgs') && one.path.startsWith(path))
  const cause = statements.find(isCause)
  return cause ? { ...problem, follows: cause.path } : problem
}

const severity: DraftEffect[] = ['neverRuns', 'firstRunUnpaid', 'everyRunFails', 'stops', 'losesMoney', 'noEffect']

/** Only a dry run knows whether the validator, the proposal or the channel of a message exists. */
function lacksDryRun({ flow, messages, facts }: CheckedDraft): boolean {
  const isKnown = ({ message }: MessageAt) => /^Msg(Send|Exec)$/.test(nameOf(message))
  return !isInterchain(flow) && !facts.dryRun && !messages.every(isKnown)
}

function forecastOf({ draft, facts, time }: CheckedDraft, flow: Flow, expected: ExpectedRun): FlowForecast {
  const { owner } = draft
  const deposit = depositOf(draft)
  const afterDeposit = (coins: { readonly [address: string]: readonly Coin[] | undefined } | undefined) => {
    const held = lookUp(coins, owner)
    return { ...coins, ...(held && { [owner]: without(held, deposit) }) }
  }
  const [forecast] = forecastFlows(
    {
      ...facts,
      flows: [flow],
      balances: { ...afterDeposit(facts.balances), [feeAddress]: deposit },
      spendableBalances: afterDeposit(facts.spendableBalances),
      histories: { ...facts.histories, [draftId]: { history: [], nextKey: null } },
      dryRuns: { [draftId]: facts.dryRun },
      expectedRuns: { [draftId]: expected },
    },
    time,
  )
  return forecast as FlowForecast
}

function without(coins: readonly Coin[], spent: readonly Coin[]): Coin[] {
  return coins.map(({ denom, amount }) => coinOf(denom, BigInt(amount) - amountOf(spent, denom)))
}

function verdictOf(
  problems: readonly DraftProblem[],
  { draft }: CheckedDraft,
  { runs, nextRun }: FlowForecast,
  unknowns: readonly DraftAssumption[],
): FlowCheck['verdict'] {
  // If another chain executes the messages, it isn't certain that they fail.
  const isFatal = ({ effect, path }: DraftProblem) =>
    effect === 'neverRuns' ||
    effect === 'firstRunUnpaid' ||
    (effect === 'everyRunFails' && !(isRemote(draft) && path.startsWith('msgs')))
  const isIdle = runs.length > 0 && runs.every(({ outcome }) => outcome === 'skipped' || outcome === 'idle')
  if (isIdle || problems.some(isFatal)) return 'willFail'
  if (problems.length > 0) return 'atRisk'
  const isKnown =
    unknowns.every(name => name === 'laterRunsUnknown') && runs.every(({ outcome }) => outcome !== 'unknown')
  return isKnown && nextRun !== 'unknown' ? 'good' : 'unknown'
}
