import type { Flow, FlowHistoryEntry } from '@flow-query/core'
import { type Steps, stepSize } from '@flow-query/core/parts/collection'
import { lookUp } from '@flow-query/core/parts/decode'
import { createFeeRules, newestRules } from '@flow-query/rules'
import { type Evidence, recordedEvidence } from '../../conditions/evidence.js'
import { heapify, sink } from '../../heap.js'
import { releases } from '../../releases.js'
import type { FlowsForecastFacts } from '../forecast-facts.js'
import type { ForecastOutcome } from '../result.js'
import { addDrain, addSpending } from './money/drains.js'
import { amountsOf, balanceIn, createLedger, type Deposit, mapOf } from './money/ledger.js'
import { type Borrower, createLoans } from './money/loans.js'
import { canPay } from './money/payments.js'
import type { Spending } from './money/spending.js'
import { type Plan, planOf } from './plan.js'
import type { Progress } from './progress.js'
import { silentConnections, usualAnswer } from './relayer.js'
import { apply, createSimulatedFlow, type SimulatedFlow } from './simulated-flow.js'
import { step } from './step.js'
import type { World } from './world.js'

export const maxRuns = 1_000
/** With more flows, fewer runs of each are simulated, because a simulation must not take long. */
export const runsPerFlow = (flows: number) => Math.max(10, Math.min(maxRuns, Math.floor(5_000 / flows)))

interface SimulationOptions {
  limit?: number | undefined
  atLeast?: number | undefined
  borrower?: Borrower | undefined
  borrowerRuns?: number | undefined
  deposits?: readonly Deposit[] | undefined
  /** The most that flows without facts can spend. */
  spending?: readonly Spending[] | undefined
}

/**
 * Simulates the runs of all flows with known balances, in the order of time and ID, until each flow is over, can't pay, or has enough
 * simulated runs.
 *
 * @param now the time of the newest block, in milliseconds since 1970
 */
export function* simulate(
  facts: FlowsForecastFacts,
  now: number,
  { limit, atLeast = 0, borrower, borrowerRuns, deposits = [], spending = [] }: SimulationOptions = {},
): Steps<SimulatedFlow[]> {
  let time = now
  const byId = new Map<string, SimulatedFlow>()
  const world: World = {
    now,
    rules: releases[facts.release].rules ?? newestRules,
    feeRules: createFeeRules(facts.params),
    ledger: createLedger(facts),
    otherLedgers: mapOf(facts.chains, createLedger),
    evidence: evidenceOf(byId, facts, () => time),
    isTopUp: borrower !== undefined,
  }
  for (const deposit of deposits) pay(deposit, world)
  for (const one of spending) addSpending(one, world.ledger)
  const loans = borrower && createLoans(borrower)
  const silent = silentConnections(facts, now)
  const all = facts.flows
    .filter(flow => isKnown(flow, facts))
    .map(flow => planOf(flow, facts, world, flow.id === borrower?.flowId ? loans?.own : loans?.others))
    .map(plan => createSimulatedFlow(plan, now, silent))
  for (const simulated of all) byId.set(simulated.plan.flow.id, simulated)

  const queue = all.filter(({ progress }) => !progress.isOver)
  const lastIndex = (limit ?? Math.max(atLeast, runsPerFlow(queue.length))) - 1
  heapify(queue, isSooner)
  let runs = 0
  for (let [simulated] = queue; simulated; [simulated] = queue) {
    if (runs++ % stepSize === 0) yield
    const { plan, progress } = simulated
    const isLast = progress.index >= lastIndex
    const before = isLast ? amountsOf(plan.balances) : []
    time = progress.nextTime
    const done = step(plan, progress, world)
    apply(simulated, isLast && mayContinue(done.next) ? { ...done, next: endEarly(plan, done.next, before) } : done)
    if (done.next.index === borrowerRuns && plan.flow.id === borrower?.flowId) break
    if (!mayContinue(simulated.progress)) {
      const other = queue.pop()
      if (other && queue.length > 0) queue[0] = other
    }
    sink(queue, 0, isSooner)
  }
  return all
}

function pay({ connectionId, address, denom, amount }: Deposit, { ledger, otherLedgers }: World): void {
  const { accounts } = (connectionId === undefined ? ledger : otherLedgers.get(connectionId)) ?? ledger
  const account = accounts.get(address)
  if (account) balanceIn(account, denom).amount += amount
}

function isKnown({ feeAddress, owner, configuration }: Flow, { balances }: FlowsForecastFacts): boolean {
  return Boolean(lookUp(balances, feeAddress) ?? (configuration.walletFallback && lookUp(balances, owner)))
}

function isSooner(one: SimulatedFlow, other: SimulatedFlow): boolean {
  const later = one.progress.nextTime - other.progress.nextTime
  return later < 0 || (later === 0 && one.plan.order < other.plan.order)
}

function evidenceOf(
  byId: ReadonlyMap<string, SimulatedFlow>,
  { histories }: FlowsForecastFacts,
  time: () => number,
): Evidence {
  const recorded = recordedEvidence(histories)
  return {
    hasSucceeded(id) {
      const simulated = byId.get(id)
      if (!simulated) return recorded.hasSucceeded(id)
      const { remote, schedule } = simulated.plan
      const { last, index, isCut, nextTime } = simulated.progress
      if (isCut || last === 'unknown' || last === 'pending') return undefined
      if (index === 0) return recorded.hasSucceeded(id)
      const age = time() - (nextTime - schedule.interval)
      // Until the other chain answers, a run counts as failed.
      if (remote && last === 'succeeded' && age < usualAnswer) return age > 0 ? undefined : false
      return last === 'succeeded'
    },
    runs(id) {
      const known = recorded.runs(id)
      if (!known) return undefined
      const { entries, isWhole } = known
      const { plan, progress, runs = [] } = byId.get(id) ?? {}
      const isSimulated = progress !== undefined && progress.index > 0
      const saves = plan?.flow.configuration.saveResponses ?? true
      const hasRun = runs.some(({ outcome, inEffect }) => savesResponses(outcome) || inEffect)
      const mayHaveSaved = !isWhole || !isSimulated || hasRun
      return {
        entries,
        isWhole,
        simulated: isSimulated ? (progress.last ?? undefined) : undefined,
        outcomes: runs.map(({ outcome }) => outcome),
        savesResponses: saves && mayHaveSaved,
        awaitsResponses: plan?.remote !== undefined && (hasRun || isUnanswered(entries[0])),
        expected: plan?.responses,
      }
    },
  }
}

function isUnanswered(newest: FlowHistoryEntry | undefined): boolean {
  if (!newest || newest.timedOut) return false
  return newest.packetSequences.length > 0 && !newest.executed && newest.errors.length === 0
}

function savesResponses(outcome: ForecastOutcome): boolean {
  return outcome !== 'failed' && outcome !== 'skipped' && outcome !== 'idle'
}

function mayContinue({ isOver, isCut }: Progress): boolean {
  return !isOver && !isCut
}

/** Assumes that each later run spends as much as the last simulated one. */
function endEarly(plan: Plan, progress: Progress, before: ReturnType<typeof amountsOf>): Progress {
  for (const { balance, amount } of before) addDrain(balance, amount - balance.amount, plan, progress)
  // When the account that pays is empty, another one pays.
  for (const payer of plan.funding.payers)
    if (payer !== progress.payer && canPay(payer))
      addDrain(payer.balance, payer.feeAt(false, progress.index).amount, plan, progress)
  return { ...progress, isCut: true }
}
