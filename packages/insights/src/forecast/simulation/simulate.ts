import type { Flow } from '@flow-query/core'
import { type Steps, stepSize } from '@flow-query/core/parts/collection'
import { createFeeRules } from '@flow-query/rules'
import { type Evidence, recordedEvidence } from '../../conditions/evidence.js'
import { heapify, sink } from '../../heap.js'
import type { FlowsForecastFacts } from '../forecast-facts.js'
import { addDrain } from './drains.js'
import { amountsOf, balanceIn, createLedger, type Deposit, mapOf } from './ledger.js'
import { type Borrower, createLoans } from './loans.js'
import { silentConnections, usualAnswer } from './relayer.js'
import { balancesOf, canPay, run } from './run.js'
import { type Simulated, simulatedOf, type World } from './simulated.js'

export const maxRuns = 1_000
/** With more flows, fewer runs of each are simulated, because a simulation must not take long. */
export const runsPerFlow = (flows: number) => Math.max(10, Math.min(maxRuns, Math.floor(5_000 / flows)))

export interface SimulationOptions {
  limit?: number | undefined
  atLeast?: number | undefined
  borrower?: Borrower | undefined
  borrowerRuns?: number | undefined
  deposits?: readonly Deposit[] | undefined
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
  { limit, atLeast = 0, borrower, borrowerRuns, deposits = [] }: SimulationOptions = {},
): Steps<Simulated[]> {
  const rules = createFeeRules(facts.params)
  const ledger = createLedger(facts)
  const otherLedgers = mapOf(facts.chains, createLedger)
  for (const { connectionId, address, denom, amount } of deposits) {
    const { accounts } = (connectionId === undefined ? ledger : otherLedgers.get(connectionId)) ?? ledger
    const account = accounts.get(address)
    if (account) balanceIn(account, denom).amount += amount
  }
  const loans = borrower && createLoans(borrower)
  const silent = silentConnections(facts, now)
  const borrowerId = borrower?.flowId
  const world: World = { facts, rules, ledger, otherLedgers, silent, now, borrowerId, loans }
  const all = facts.flows.filter(flow => isKnown(flow, facts)).map(flow => simulatedOf(flow, world))
  let time = now
  const evidence = evidenceOf(all, facts, () => time)

  const queue = all.filter(({ isOver }) => !isOver)
  const lastIndex = (limit ?? Math.max(atLeast, runsPerFlow(queue.length))) - 1
  heapify(queue, isSooner)
  let runs = 0
  for (let [next] = queue; next; [next] = queue) {
    if (runs++ % stepSize === 0) yield
    const isLast = next.index >= lastIndex
    const before = isLast ? amountsOf(balancesOf(next)) : []
    time = next.nextTime
    run(next, rules, facts.release, evidence)
    if (next.index === borrowerRuns && next.flow.id === borrowerId) break
    if (isLast && !next.isOver && !next.isCut) endEarly(next, before)
    if (next.isOver || next.isCut) {
      const other = queue.pop()
      if (other && queue.length > 0) queue[0] = other
    }
    sink(queue, 0, isSooner)
  }
  return all
}

function isKnown({ feeAddress, owner, configuration }: Flow, { balances }: FlowsForecastFacts): boolean {
  return Boolean(balances?.[feeAddress] ?? (configuration.walletFallback && balances?.[owner]))
}

function isSooner(one: Simulated, other: Simulated): boolean {
  const later = one.nextTime - other.nextTime
  return later < 0 || (later === 0 && one.order < other.order)
}

function evidenceOf(
  all: readonly Simulated[],
  { histories, expectedRuns }: FlowsForecastFacts,
  time: () => number,
): Evidence {
  const byId = new Map(all.map(simulated => [simulated.flow.id, simulated]))
  const recorded = recordedEvidence(histories)
  return {
    hasSucceeded(id) {
      const simulated = byId.get(id)
      if (!simulated) return recorded.hasSucceeded(id)
      const { last, index, isCut, isRemote, nextTime, schedule } = simulated
      if (isCut || last === 'unknown' || last === 'pending') return undefined
      if (index === 0) return recorded.hasSucceeded(id)
      const age = time() - (nextTime - schedule.interval)
      // Until the other chain answers, a run counts as failed.
      if (isRemote && last === 'succeeded' && age < usualAnswer) return age > 0 ? undefined : false
      return last === 'succeeded'
    },
    runs(id) {
      const known = recorded.runs(id)
      const { index = 0, last, flow, runs = [] } = byId.get(id) ?? {}
      if (!known) return undefined
      const saves = flow?.configuration.saveResponses ?? true
      const mayHaveSaved =
        !known.isWhole || index === 0 || runs.some(({ outcome }) => !/^(failed|skipped)$/.test(outcome))
      return {
        ...known,
        simulated: index > 0 ? (last ?? undefined) : undefined,
        savesResponses: saves && mayHaveSaved,
        expected: expectedRuns?.[id]?.responses,
      }
    },
  }
}

function endEarly(simulated: Simulated, before: ReturnType<typeof amountsOf>): void {
  simulated.isCut = true
  for (const { balance, amount } of before) addDrain(balance, amount - balance.amount, simulated)
  // When the account that pays is empty, another one pays.
  for (const payer of simulated.payers)
    if (payer !== simulated.payer && canPay(payer)) addDrain(payer.balance, payer.fee.amount, simulated)
}
