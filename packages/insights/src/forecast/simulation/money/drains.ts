import type { Plan } from '../plan.js'
import type { Progress } from '../progress.js'
import type { World } from '../world.js'
import type { Account, Balance, Drain, Ledger } from './ledger.js'
import { type Spending, spendingOf } from './spending.js'

export function addSpending({ owner, coins, delegations, drain, refundAt }: Spending, ledger: Ledger): void {
  if (drain.runs <= 0) return
  const wallet = balancesOf(ledger.accounts.get(owner))
  drainBalances(wallet, coins, drain)
  drainBalances(balancesOf(ledger.delegations.get(owner)), delegations, drain)
  if (refundAt !== undefined) for (const { drains } of wallet) drains.push({ ...drain, perRun: 0n, first: refundAt })
}

/** Adds what a flow can spend after its simulated runs. Its balances in other accounts are unknown. */
export function addLaterSpending(
  { flow, schedule, balances }: Plan,
  { index, nextTime }: Pick<Progress, 'index' | 'nextTime'>,
  { ledger, feeRules }: World,
): void {
  const { drain, ...spending } = spendingOf(flow, feeRules)
  addSpending({ ...spending, drain: { ...drain, first: nextTime, runs: schedule.runs - index } }, ledger)
  const own = new Set([ledger.accounts, ledger.delegations].flatMap(accounts => balancesOf(accounts.get(flow.owner))))
  markUnknown(
    balances.filter(balance => !own.has(balance)),
    nextTime,
  )
}

/** From this time on, the balances are unknown. */
export function markUnknown(balances: readonly Balance[], time: number): void {
  for (const balance of balances) balance.unknownFrom = Math.min(balance.unknownFrom, time)
}

function balancesOf(account: Account | undefined): Balance[] {
  return Array.from(account?.balances.values() ?? [])
}

function drainBalances(balances: readonly Balance[], amounts: Spending['coins'], drain: Spending['drain']): void {
  for (const balance of balances) {
    const perRun = amounts === null ? balance.amount : amounts.get(balance.denom)
    if (!perRun) continue
    balance.drains.push({ ...drain, perRun })
    if (amounts === null) markUnknown([balance], drain.first)
  }
}

export function addDrain(balance: Balance, perRun: bigint, { flow, schedule }: Plan, progress: Progress): void {
  if (perRun <= 0n) return
  const { nextTime, index } = progress
  balance.drains.push({
    flowId: flow.id,
    perRun,
    first: nextTime,
    interval: schedule.interval,
    runs: schedule.runs - index,
  })
}

function drainedBy({ perRun, first, interval, runs }: Drain, time: number): bigint {
  const over = Math.min(runs, Math.floor((time - first) / interval) + 1)
  return over > 0 ? perRun * BigInt(over) : 0n
}

function drainedUntil({ drains }: Balance, time: number): bigint {
  return drains.reduce((sum, drain) => sum + drainedBy(drain, time), 0n)
}

/** @param rest what isn't needed of the balance */
export function isDrained(balance: Balance, rest: bigint, time: number): boolean {
  const { drains, unknownFrom } = balance
  return time >= unknownFrom || (drains.length > 0 && rest < drainedUntil(balance, time))
}

/** Whether flows whose runs aren't simulated may have changed the balance. */
export function mayHaveChanged({ drains, unknownFrom }: Balance, time: number): boolean {
  return time >= unknownFrom || drains.some(({ first }) => first <= time)
}

/** Returns the flows that can spend the most of the balances, in this order. */
export function drainingFlows(balances: readonly Balance[], time: number): string[] {
  const shares = new Map<string, number>()
  for (const { amount, drains } of balances) {
    for (const drain of drains) {
      const share = Number(drainedBy(drain, time)) / Math.max(1, Number(amount))
      if (share > 0) shares.set(drain.flowId, Math.max(share, shares.get(drain.flowId) ?? 0))
    }
  }
  return Array.from(shares)
    .sort(([, one], [, other]) => other - one)
    .map(([id]) => id)
}

export function settleDrain(balance: Balance, time: number): void {
  const drained = drainedUntil(balance, time)
  balance.amount -= drained - balance.settled
  balance.settled = drained
}
