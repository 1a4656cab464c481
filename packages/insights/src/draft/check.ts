import type { AnyMessage, BlockTime, Coin, FeedbackLoop, Flow, FlowConditions } from '@flow-query/core'
import { blockMilliseconds } from '@flow-query/core/parts/runs'
import { coinOf } from '../coins.js'
import { isInterchain } from '../forecast/forecast-facts.js'
import { forecastFlows } from '../forecast/forecast-flows.js'
import { nameOf } from '../forecast/messages.js'
import type { FlowForecast } from '../forecast/result.js'
import { releases } from '../releases.js'
import { ownPrefix, parseAddress } from './address.js'
import {
  conditionProblems,
  loopProblems,
  namedFlowIds,
  queryProblems,
  withoutIgnoredLoops,
} from './check/conditions.js'
import { costOf } from './check/cost.js'
import { type Expectation, expectedRun, gasOfFailure } from './check/expected-run.js'
import { messageProblems, messagesOf } from './check/messages.js'
import { amountIn, depositOf, laterProblems, strandedProblems } from './check/money.js'
import { explainRefusal } from './check/refusals.js'
import { riskProblems, unknownsOf } from './check/risks.js'
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
  if (!releases[facts.release].rules)
    return { verdict: 'unknown', problems: [], cost: null, runs: [], stop: null, assumptions: ['releaseNotSupported'] }
  const account = accountOnOtherChain(parseAddress(given.owner) && flowOfDraft(given, time), facts)
  const draft = withOwnersAddresses(given, parseAddress(account ?? '')?.prefix)
  const flow = parseAddress(draft.owner) && flowOfDraft(draft, time)
  const expected = flow ? expectedRun(flow, facts) : undefined
  const cost = flow && expected ? costOf(flow, facts, expected) : null
  const loops = flow && withoutIgnoredLoops(flow).conditions.feedbackLoops
  const known = [
    ...ownerProblems(draft),
    ...messageProblems(draft, facts.release, account, loops),
    ...queryProblems(draft),
  ]
  const refusal = refusalOf(known, draft, facts, time)
  const placeholders = placeholdersIn(given)
  const assumptions = assumptionsOf(facts, flow, expected, placeholders)
  if (refusal) return { verdict: 'refused', problems: [refusal], cost, runs: [], stop: null, assumptions }
  if (!flow || !expected || !cost) return { verdict: 'unknown', problems: [], cost, runs: [], stop: null, assumptions }

  const accepted = [...known.filter(({ effect }) => effect !== 'refused'), ...loopProblems(draft, flow, facts)]
  const error = errorOf(accepted, loops ?? [], facts)
  const succeeds = facts.dryRun?.result === 'succeeded'
  const failedGas = gasOfFailure(flow, facts, error === '')
  const run = { ...expected, failedGas, error, succeeds }
  const forecast = forecastOf(draft, flow, facts, run, time)
  const forecastWith = (conditions: FlowConditions) => forecastOf(draft, { ...flow, conditions }, facts, run, time)
  const problems = withoutRepetition(accepted, [
    ...scheduleProblems(draft, flow),
    ...conditionProblems(draft, facts, forecast, time),
    ...riskProblems(draft, flow, facts, forecast, forecastWith),
    ...laterProblems(draft, facts, cost, forecast),
    ...strandedProblems(draft, flow, facts, cost, forecast),
  ])
  const unknowns = unknownsOf(forecast)
  const isNamedUnread = namedFlowIds(draft).some(id => facts.namedFlows?.[id] === undefined)
  if (isNamedUnread || lacksDryRun(flow, facts)) unknowns.push('factsMissing')
  if (placeholders.some(isOfWallet)) unknowns.push('placeholders')
  if (facts.nodeAnswer?.result !== 'accepted') unknowns.push('nodeNotAsked')
  const simulated = forecast.assumptions.filter(name => name !== 'feeEstimated' || !expected.assumption)
  return {
    verdict: draftVerdict(problems, flow, forecast, unknowns),
    problems,
    cost,
    runs: accepted.some(preventsRuns) ? [] : forecast.runs,
    stop: forecast.stop,
    assumptions: Array.from(new Set([...assumptions, ...simulated, ...unknowns])),
  }
}

/** Only a dry run knows whether the validator, the proposal or the channel of a message exists. */
function lacksDryRun(flow: Flow, { dryRun }: DraftFacts): boolean {
  const isKnown = ({ message }: { message: AnyMessage }) => /^Msg(Send|Exec)$/.test(nameOf(message))
  return !isInterchain(flow) && !dryRun && !messagesOf(flow).every(isKnown)
}

function ownerProblems({ owner: address }: FlowDraft): DraftProblem[] {
  const parsed = parseAddress(address)
  if (parsed?.prefix === ownPrefix) return []
  const kind = parsed ? 'otherChainAddress' : 'invalidAddress'
  return [{ kind, path: 'owner', effect: 'refused', address, prefix: ownPrefix }]
}

/** The node knows whether the chain accepts the flow, unless the check can't read the owner or an amount. */
function refusalOf(
  known: readonly DraftProblem[],
  draft: FlowDraft,
  { nodeAnswer, params }: DraftFacts,
  time: BlockTime,
): DraftProblem | undefined {
  if (nodeAnswer?.result === 'accepted') return undefined
  const refusal = known.find(({ effect }) => effect === 'refused')
  if (refusal || nodeAnswer?.result !== 'refused') return refusal
  return explainRefusal(nodeAnswer.message, { draft, messages: messagesOf(draft), known, params, time })
}

/** If the schedule is invalid, the node's answer must be about another draft. */
function assumptionsOf(
  { nodeAnswer }: DraftFacts,
  flow: Flow | undefined,
  expected: Expectation | undefined,
  placeholders: readonly string[],
): DraftAssumption[] {
  const isAsked = nodeAnswer?.result === 'refused' || (nodeAnswer?.result === 'accepted' && flow)
  return [
    ...(isAsked ? [] : ['nodeNotAsked' as const]),
    ...(expected?.assumption ? [expected.assumption] : []),
    ...(placeholders.length > 0 ? ['placeholders' as const] : []),
  ]
}

/**
 * A message that is invalid, or that fails now for another reason than its account's balance, fails in every run, unless a feedback loop
 * changes it. A loop counts from its own message. The chain executes no message if a loop changes the first one.
 */
function errorOf(
  problems: readonly DraftProblem[],
  loops: readonly FeedbackLoop[],
  { dryRun }: DraftFacts,
): string | undefined {
  const isIdle = problems.some(({ kind }) => kind === 'loopOnFirstMessage')
  const failing = problems.filter(({ effect, kind }) => effect === 'everyRunFails' && kind !== 'loopOnFirstMessage')
  if (failing.some(({ path }) => !isIdle || !path.startsWith('msgs'))) return ''
  if (isIdle || dryRun?.result !== 'failed' || dryRun.problem === 'insufficientFunds') return undefined
  return loops.some(({ msgsIndex }) => 2 * msgsIndex === dryRun.messageIndex) ? undefined : dryRun.message
}

/** Whether the chain never runs the flow, because it waits for a response to its query. */
function preventsRuns({ kind }: DraftProblem): boolean {
  return kind === 'queryResponseRejected' || kind === 'invalidQueryKey'
}

function forecastOf(
  draft: FlowDraft,
  flow: Flow,
  facts: DraftFacts,
  expected: Expectation,
  time: BlockTime,
): FlowForecast {
  const { owner } = draft
  const deposit = depositOf(draft)
  const afterDeposit = (coins: { readonly [address: string]: readonly Coin[] | undefined } | undefined) => {
    const held = coins?.[owner]
    return { ...coins, ...(held && { [owner]: without(held, deposit) }) }
  }
  const [forecast] = forecastFlows(
    {
      ...facts,
      flows: [withoutIgnoredLoops(flow)],
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
  return coins.map(({ denom, amount }) => coinOf(denom, BigInt(amount) - amountIn(spent, denom)))
}

/** A message with an invalid field also fails in the dry run or in the forecast, so those problems are omitted. */
function withoutRepetition(certain: readonly DraftProblem[], expected: readonly DraftProblem[]): DraftProblem[] {
  const paths = certain.flatMap(({ effect, path }) =>
    effect === 'everyRunFails' && path.startsWith('msgs') ? path : [],
  )
  const isKnown = ({ kind, path }: DraftProblem) =>
    kind === 'dryRunFails' ? paths.length > 0 : path.startsWith('msgs[') && paths.some(known => known.startsWith(path))
  return [...certain, ...expected.filter(problem => !isKnown(problem))].sort(
    (one, other) => severity.indexOf(one.effect) - severity.indexOf(other.effect),
  )
}

const severity: DraftEffect[] = ['refused', 'firstRunUnpaid', 'everyRunFails', 'stops', 'losesMoney', 'noEffect']

function draftVerdict(
  problems: readonly DraftProblem[],
  flow: Flow,
  { runs, nextRun }: FlowForecast,
  unknowns: readonly DraftAssumption[],
): FlowCheck['verdict'] {
  // Another chain executes these messages, so it isn't certain that they fail.
  const isOurs = ({ path }: DraftProblem) => !isInterchain(flow) || !path.startsWith('msgs')
  const isFatal = ({ effect }: DraftProblem) => effect === 'firstRunUnpaid' || effect === 'everyRunFails'
  const isIdle = runs.length > 0 && runs.every(({ outcome }) => outcome === 'skipped')
  if (isIdle || problems.some(problem => isFatal(problem) && isOurs(problem))) return 'willFail'
  if (problems.length > 0) return 'atRisk'
  const isKnown =
    unknowns.every(name => name === 'laterRunsUnknown') && runs.every(({ outcome }) => outcome !== 'unknown')
  return isKnown && nextRun !== 'unknown' ? 'good' : 'unknown'
}
