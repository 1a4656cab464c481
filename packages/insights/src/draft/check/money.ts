import type { Coin } from '@flow-query/core'
import { lookUp } from '@flow-query/core/parts/decode'
import { createFeeRules, rulesOf } from '@flow-query/rules'
import { amountOf, baseDenom, coinOf } from '../../coins.js'
import { coinsOf, signerOf } from '../../forecast/messages.js'
import type { FlowForecast } from '../../forecast/result.js'
import { scheduleOf } from '../../forecast/simulation/schedule.js'
import { runsPerFlow } from '../../forecast/simulation/simulate.js'
import type { FlowDraft } from '../draft.js'
import { feeAddress } from '../flow.js'
import type { DraftCost, DraftProblem } from '../result.js'
import type { CheckedDraft } from './checked-draft.js'
import type { MessageAt } from './messages.js'
import { coinInWallet, isAboutLaterRuns } from './risks.js'

/** If the first amount is 0, the chain pays nothing into the fee account. */
export function depositOf({ feeFunds }: FlowDraft): Coin[] {
  const [first] = feeFunds
  return first && /[1-9]/.test(first.amount) ? feeFunds.filter(({ amount }) => /^0*\d{1,78}$/.test(amount)) : []
}

/** The coins of the fee account are only returned if the last run is exactly at the end time. */
export function strandedProblems(
  { draft, flow, facts }: CheckedDraft,
  { check }: DraftCost,
  { stranded }: FlowForecast,
): DraftProblem[] {
  const deposit = depositOf(draft)
  if (deposit.length === 0) return []
  const at = { path: 'feeFunds', effect: 'losesMoney' } as const
  const rules = createFeeRules(facts.params)
  const count = draft.msgs.length
  const canPay = ({ denom, amount }: Coin) =>
    rules.feeAccountDenoms.includes(denom) && BigInt(amount) >= rules.requiredBalance(count, denom)
  if (!deposit.some(canPay)) {
    const isFee = deposit.some(({ denom }) => rules.feeAccountDenoms.includes(denom))
    return [
      isFee
        ? { kind: 'feeFundsTooLow', ...at, coins: deposit, check }
        : { kind: 'feeFundsUnused', ...at, coins: deposit },
    ]
  }
  if (!scheduleOf(flow).endsOnTime)
    return [{ kind: 'unevenInterval', path: 'interval', effect: 'losesMoney', coins: stranded }]
  return stranded.length > 0 ? [{ kind: 'feeFundsStranded', ...at, coins: stranded }] : []
}

/** If a forecast didn't simulate all runs, returns the account that can't pay for all of them. */
export function laterProblems(
  { draft, messages, facts }: CheckedDraft,
  { fund, scheduled }: DraftCost,
  { risks, stop }: FlowForecast,
): DraftProblem[] {
  const { balances, otherFlows = [] } = facts
  const wallet = lookUp(balances, draft.owner)
  const isShort = risks.some(({ missing }) => missing)
  const isWhole = scheduled <= runsPerFlow(otherFlows.length + 1) && !risks.some(isAboutLaterRuns)
  if (isWhole || stop || isShort || !wallet) return []
  const runs = BigInt(scheduled)
  const deposit = depositOf(draft)
  const sent = sentPerRun(draft.owner, messages)
  const isShared = draft.configuration.walletFallback
  const fees = {
    kind: 'feeBalanceTooLow' as const,
    path: 'feeFunds',
    address: isShared ? draft.owner : feeAddress,
    denom: baseDenom,
    held: amountOf(isShared ? wallet : deposit, baseDenom),
    needed: BigInt(fund.amount) + (isShared ? (sent.get(baseDenom) ?? 0n) * runs : 0n),
  }
  const sends = Array.from(sent)
    .filter(([denom]) => !isShared || denom !== baseDenom)
    .map(([denom, amount]) => ({
      kind: 'messageFunds' as const,
      path: 'msgs',
      address: draft.owner,
      denom,
      held: amountOf(wallet, denom) - amountOf(deposit, denom),
      needed: amount * runs,
    }))
  return [fees, ...sends]
    .filter(({ held, needed }) => held < needed)
    .map(({ kind, path, address, denom, held, needed }) => ({
      kind,
      path,
      effect: 'stops',
      address,
      run: Number((held * runs) / needed) + 1,
      held: coinOf(denom, held),
      needed: coinOf(denom, needed / runs),
      missing: coinOf(denom, needed - held),
      ...(address === feeAddress && coinInWallet(draft.owner, facts)),
    }))
}

function sentPerRun(owner: string, all: readonly MessageAt[]): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { message } of all) {
    const { spends, coins: field } = rulesOf(message)
    const coins = spends && field && signerOf(message) === owner ? coinsOf(message[field]) : null
    for (const { denom, amount } of coins ?? []) sums.set(denom, (sums.get(denom) ?? 0n) + BigInt(amount))
  }
  return sums
}
