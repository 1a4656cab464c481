import type { FlowForecast } from '../forecast/result.js'
import { createRules } from '../forecast/simulation/fees.js'
import { scheduleOf } from '../forecast/simulation/schedule.js'
import type { Coin, Flow } from '../types.js'
import type { FlowDraft } from './draft.js'
import type { DraftFacts } from './facts.js'
import type { DraftCost, DraftProblem } from './result.js'

/** The chain pays nothing into the fee account if the first amount is 0. */
export function depositOf({ feeFunds }: FlowDraft): Coin[] {
  const [first] = feeFunds
  return first && /[1-9]/.test(first.amount) ? feeFunds.filter(({ amount }) => /^\d+$/.test(amount)) : []
}

/** The fee funds must be available when the owner submits the flow. */
export function depositProblems(draft: FlowDraft, { balances, spendableBalances }: DraftFacts): DraftProblem[] {
  const { owner } = draft
  const spendable = spendableBalances?.[owner] ?? balances?.[owner]
  if (!spendable) return []
  return depositOf(draft).flatMap((needed): DraftProblem[] => {
    const amount = spendable.find(({ denom }) => denom === needed.denom)?.amount ?? '0'
    if (BigInt(amount) >= BigInt(needed.amount)) return []
    const held = { denom: needed.denom, amount }
    return [{ kind: 'feeFundsNotHeld', path: 'feeFunds', effect: 'refused', address: owner, held, needed }]
  })
}

/** Returns why coins stay on the fee account for good. Only the last run at the end time returns them. */
export function strandedProblems(
  draft: FlowDraft,
  flow: Flow,
  facts: DraftFacts,
  { check }: DraftCost,
  { stranded, funds }: FlowForecast,
): DraftProblem[] {
  const deposit = depositOf(draft)
  if (deposit.length === 0) return []
  const at = { path: 'feeFunds', effect: 'losesMoney' } as const
  const rules = createRules(facts.params, facts.release)
  const count = draft.msgs.length
  const canPay = ({ denom, amount }: Coin) =>
    rules.feeAccountDenoms.includes(denom) && BigInt(amount) >= rules.check(count, denom)
  if (!deposit.some(canPay)) {
    const isFee = deposit.some(({ denom }) => rules.feeAccountDenoms.includes(denom))
    return [
      isFee
        ? { kind: 'feeFundsTooLow', ...at, coins: deposit, check }
        : { kind: 'feeFundsUnused', ...at, coins: deposit },
    ]
  }
  const { interval, duration } = draft
  if (!scheduleOf(flow).endsOnTime)
    return [{ kind: 'unevenInterval', path: 'interval', effect: 'losesMoney', interval, duration, coins: stranded }]
  const isEnough = funds?.payer === 'feeAccount' && stranded.length === 0
  return isEnough || stranded.length === 0 ? [] : [{ kind: 'feeFundsStranded', ...at, coins: stranded }]
}
