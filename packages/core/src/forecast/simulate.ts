import { heapify, sink } from '../insights/heap.js'
import { newestRuns } from '../insights/runs.js'
import type { Flow } from '../types.js'
import type { Evidence } from './conditions.js'
import { addDrain, emptyAt } from './drains.js'
import type { FlowsForecastFacts, ForecastRelease } from './facts.js'
import { createFeeRules } from './fees.js'
import { balanceOf, createLedger } from './ledger.js'
import { allAmounts, canPay, choosePayer, run, type World } from './run.js'
import { type Payer, type Simulated, simulatedOf } from './simulated.js'

/** Returns how many runs of each flow are simulated. */
const runsPerFlow = (flows: number) => Math.max(10, Math.min(1_000, Math.floor(5_000 / flows)))

/**
 * Simulates the runs of all flows with known balances, in the order of time and ID, until each flow is over, can't pay, or has enough
 * simulated runs.
 *
 * @param now milliseconds since 1970
 * @param limit the number of simulated runs per flow. Default: more if there are fewer flows
 */
export function simulate(
  facts: FlowsForecastFacts,
  release: ForecastRelease,
  now: number,
  limit?: number,
): Simulated[] {
  const rules = createFeeRules(facts.params, release)
  const ledger = createLedger(facts)
  const all = facts.flows.filter(flow => isKnown(flow, facts)).map(flow => simulatedOf(flow, facts, rules, ledger, now))
  const world: World = {
    facts,
    release,
    rules,
    ledger,
    otherLedgers: new Map(Object.entries(facts.chains ?? {}).map(([id, chain]) => [id, createLedger(chain ?? {})])),
    evidence: evidenceOf(all, facts),
    drains: new Map(),
    now,
  }

  const queue = all.filter(({ isOver }) => !isOver)
  const lastIndex = (limit ?? runsPerFlow(queue.length)) - 1
  heapify(queue, isSooner)
  for (let [next] = queue; next; [next] = queue) {
    if (next.runs.length < lastIndex) run(next, world)
    else runLast(next, world)
    if (next.isOver || next.isCut) {
      const other = queue.pop()
      if (other && queue.length > 0) queue[0] = other
    }
    sink(queue, 0, isSooner)
  }
  for (const simulated of all) simulated.paidUntil = paidUntil(simulated, world)
  return all
}

/** Returns whether the balance of an account that can pay is known. With a wallet fallback, either account can pay. */
function isKnown({ feeAddress, owner, configuration }: Flow, { balances }: FlowsForecastFacts): boolean {
  return Boolean(balances?.[feeAddress] ?? (configuration.walletFallback && balances?.[owner]))
}

/** Runs at the same time are sorted by the IDs of their flows. */
function isSooner(one: Simulated, other: Simulated): boolean {
  const later = one.nextTime - other.nextTime
  return later < 0 || (later === 0 && one.order < other.order)
}

function evidenceOf(all: readonly Simulated[], { histories }: FlowsForecastFacts): Evidence {
  const byId = new Map(all.map(simulated => [simulated.flow.id, simulated]))
  const entriesOf = (id: string) => histories?.[id] && newestRuns(histories[id]).entries
  return {
    hasSucceeded(id) {
      const { last, runs, isCut } = byId.get(id) ?? { runs: [] }
      if (isCut || last === 'unknown') return undefined
      if (runs.length > 0) return last === 'succeeded'
      const entries = entriesOf(id)
      const [newest] = entries ?? []
      return newest ? newest.executed && newest.errors.length === 0 : entries && null
    },
    responses(id) {
      const history = histories?.[id]
      if (!history) return undefined
      const { entries, isWhole } = newestRuns(history)
      const saved = entries.find(({ msgResponses }) => msgResponses.length > 0)?.msgResponses
      // Entries that aren't known may have responses.
      return saved ?? (isWhole ? null : undefined)
    },
  }
}

/** Simulates the last run before the simulation of a flow ends, and assumes that all later runs spend the same. */
function runLast(simulated: Simulated, world: World): void {
  const before = new Map(allAmounts(simulated).map(amounts => [amounts, new Map(amounts)]))
  run(simulated, world)
  if (simulated.isOver || simulated.isCut) return
  simulated.isCut = true
  for (const [amounts, coins] of before)
    for (const [denom, amount] of coins)
      addDrain(world.drains, amounts, denom, amount - (amounts.get(denom) ?? 0n), simulated)
  // When the account that pays is empty, another one pays.
  for (const payer of simulated.payers)
    if (payer !== simulated.payer && canPay(payer))
      addDrain(world.drains, payer.account.coins, payer.denom, fullPrice(simulated, payer), simulated)
}

/** Returns when the account that pays next can't pay a run in full. 0 if no account can pay. */
function paidUntil(simulated: Simulated, { drains }: World): number {
  const payer = choosePayer(simulated)
  if (!payer) return 0
  const { account, denom } = payer
  const left = balanceOf(account, denom) - fullPrice(simulated, payer)
  return emptyAt(left, drains.get(account.coins)?.get(denom))
}

/** Returns the balance that an account needs to start a run and to pay for it. */
function fullPrice({ payment }: Simulated, { needed }: Payer): bigint {
  return payment && payment.cost > needed ? payment.cost : needed
}
