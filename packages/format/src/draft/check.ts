import type { Coin } from '@flow-query/core'
import type { DraftAssumption, DraftCost, DraftEffect, DraftProblem, FlowCheck } from '@flow-query/insights/draft'
import { type Denoms, formatAmount, formatAmounts, knownDenoms } from '../amount.js'
import { assumptionNames, describeAssumed, differentBlocks } from '../forecast/forecast.js'
import type { RiskExplanation } from '../forecast/risk.js'
import { formatCount } from '../number.js'
import { explainDraftProblem } from './draft-problem.js'

/** A check of a draft in plain English, from {@link explainCheck}. */
export interface CheckExplanation {
  /** The worst news, such as `The first run can’t be paid`. */
  title: string
  problems: ExplainedDraftProblem[]
  /** The cost of a run and of all runs. Null if the number of runs is unknown. */
  cost: string | null
  /** The assumptions of the check, and the facts that are unknown. */
  basis: string[]
}

export interface ExplainedDraftProblem extends RiskExplanation {
  problem: DraftProblem
}

/**
 * Explains the result of `checkFlow`.
 *
 * @example
 * const { title, problems, cost } = explainCheck(checkFlow(draft, facts, time))
 */
export function explainCheck(check: FlowCheck, denoms: Denoms = knownDenoms): CheckExplanation {
  return {
    title: nameCheck(check),
    problems: check.problems.map(problem => ({ problem, ...explainDraftProblem(problem, denoms) })),
    cost: check.cost && check.verdict !== 'refused' ? describeFees(check, check.cost, denoms) : null,
    basis: describeBasis(check.assumptions),
  }
}

function nameCheck(check: FlowCheck): string {
  const { verdict, problems, assumptions } = check
  const [worst] = problems
  if (assumptions.includes('releaseNotSupported')) return 'This flow can’t be checked'
  if (worst) return nameFirstRuns(check, worst.effect) ?? nameEffect(worst.effect, verdict)
  return verdict === 'unknown' ? 'No problems found, but not everything could be checked' : 'No problems found'
}

/** Returns how many runs work before all others fail. Undefined if no run works, or if a later one may work. */
function nameFirstRuns({ verdict, runs, stop, cost }: FlowCheck, effect: DraftEffect): string | undefined {
  if (effect !== 'everyRunFails' && effect !== 'stops') return undefined
  const working = runs.findIndex(({ outcome }) => outcome !== 'succeeded')
  const isOver = stop !== null || runs.length === cost?.scheduled
  const areFailures = runs.slice(working).every(({ outcome }) => outcome === 'failed' || outcome === 'feeNotCollected')
  if (working < 1 || !areFailures || !(isOver || runs.length === maxRuns)) return undefined
  const count = working === 1 ? 'Only the first run' : `Only the first ${formatCount(working, 'run')}`
  return effect === 'everyRunFails' && verdict === 'atRisk'
    ? `${count} ${working === 1 ? 'is' : 'are'} likely to work`
    : `${count} will work`
}

/** A check contains at most this many runs. */
const maxRuns = 100

function nameEffect(effect: DraftEffect, verdict: FlowCheck['verdict']): string {
  // If another chain executes the messages, it isn't certain that they fail.
  if (verdict === 'atRisk' && effect === 'everyRunFails') return 'Every run is likely to fail'
  if (verdict === 'willFail' && !fatalEffects.has(effect)) return 'Every run will be skipped'
  return effectNames[effect]
}

const fatalEffects: ReadonlySet<DraftEffect> = new Set(['neverRuns', 'firstRunUnpaid', 'everyRunFails'])

const effectNames: Readonly<Record<DraftEffect, string>> = {
  refused: 'The chain won’t accept this flow',
  neverRuns: 'This flow will never run',
  firstRunUnpaid: 'The first run can’t be paid',
  everyRunFails: 'Every run will fail',
  stops: 'Not all runs will work',
  losesMoney: 'This flow loses money',
  noEffect: 'A part of this flow has no effect',
}

/** The cost is in the base denom, but an account can pay in another denom. The chain tries `ibc/…` in wallets before the base denom. */
function describeFees({ runs: [first] }: FlowCheck, cost: DraftCost, denoms: Denoms): string {
  const text = describeDraftCost(cost, denoms)
  if (!first?.fee || first.fee.denom === cost.fund.denom) return text
  return `${text} With the current fee funds, the first run costs ${formatAmount(first.fee, denoms)}.`
}

/**
 * Describes the cost of a flow, such as `Each of the 24 runs costs 0.019 INTO. A fee account with 0.48 INTO pays for all of them, with
 * a small margin. After the last run, 0.024 INTO go back to the owner.`
 */
export function describeDraftCost(cost: DraftCost, denoms: Denoms = knownDenoms): string {
  const { agent, fund, remains, isReturned, scheduled } = cost
  const money = (coin: Coin) => formatAmount(coin, denoms)
  const forAgent = agent.length > 0 ? `, plus ${formatAmounts(agent, denoms)} for the agent` : ''
  const end = isReturned ? 'go back to the owner' : 'stay in the fee account for good'
  const rest = remains.amount === '0' ? '' : `. After the last run, ${money(remains)} ${end}`
  const margin = cost.run.atLeast.amount === cost.run.atMost.amount ? '' : ', with a small margin'
  return scheduled === 1
    ? `The only run costs ${describeRange(cost, denoms)}${forAgent}. A fee account with ${money(fund)} pays for it${margin}${rest}.`
    : `Each of the ${formatCount(scheduled, 'run')} costs ${describeRange(cost, denoms)}${forAgent}. A fee account with ${money(fund)} pays for all of them${margin}${rest}.`
}

function describeRange({ run: { atLeast, likely, atMost } }: DraftCost, denoms: Denoms): string {
  const money = (coin: Coin) => formatAmount(coin, denoms)
  if (atLeast.amount === atMost.amount) return money(likely)
  return `about ${money(likely)} (${money(atLeast)} to ${money(atMost)})`
}

function describeBasis(assumptions: readonly DraftAssumption[]): string[] {
  const names: Readonly<Partial<Record<DraftAssumption, string>>> = { ...assumptionNames, ...draftAssumptionNames }
  const assumed = assumptions.flatMap(assumption => names[assumption] ?? [])
  return [...describeAssumed(assumed), ...assumptions.flatMap(assumption => gaps[assumption] ?? [])]
}

const draftAssumptionNames: Readonly<Partial<Record<DraftAssumption, string>>> = {
  feeLikeDryRun: 'a run uses as much gas as the dry run',
  feeLikeOtherFlow: 'a run costs as much as a run of another flow with the same messages',
  feeByMessageType: 'a run costs as much as its types of messages usually do',
  placeholders: 'the portal replaces texts such as “Your address” with addresses of the owner’s account',
}

const gaps: Readonly<Partial<Record<DraftAssumption, string>>> = {
  nodeNotAsked: 'The node didn’t check the flow, so the chain may still refuse it.',
  otherChainUnknown: 'The messages run on another chain, whose balances and permissions can’t be checked from here.',
  pendingQuery: 'Another chain has to answer a query before each run.',
  laterRunsUnknown: 'The owner’s other flows spend from the same account, so later runs can’t be predicted.',
  differentBlocks,
  factsMissing: 'Some balances, permissions or effects of the messages can’t be checked in advance.',
  releaseNotSupported: 'New flows can only be checked on chain release 1.0.7 or later.',
}
