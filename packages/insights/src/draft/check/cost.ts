import type { Coin, Flow } from '@flow-query/core'
import { lookUp } from '@flow-query/core/parts/decode'
import { createFeeRules } from '@flow-query/rules'
import { baseDenom, coinOf } from '../../coins.js'
import { agentFeeOf } from '../../forecast/simulation/money/agent.js'
import { createFees, larger, longestGrowth, smaller } from '../../forecast/simulation/money/fees.js'
import type { GasEstimate } from '../../forecast/simulation/money/gas.js'
import type { Account } from '../../forecast/simulation/money/ledger.js'
import { scheduleOf } from '../../forecast/simulation/schedule.js'
import type { DraftFacts } from '../draft-facts.js'
import { feeAddress } from '../flow.js'
import type { DraftCost } from '../result.js'

export function costOf(flow: Flow, facts: DraftFacts, gas: GasEstimate): DraftCost {
  const rules = createFeeRules(facts.params)
  const { runs: scheduled, endsOnTime } = scheduleOf(flow)
  const count = flow.msgs.length
  const check = rules.requiredBalance(count, baseDenom)
  const burn = rules.burntFee(count, baseDenom)
  const feeAt = createFees({ entries: [], denom: baseDenom, burn, needed: check, rules, gas })
  // All later runs cost the same.
  const different = Math.max(1, Math.min(scheduled, longestGrowth + 1))
  const fees = Array.from({ length: different }, (_, index) => feeAt(false, index))
  const last = fees.at(-1) ?? feeAt(false, 0)

  const agent = agentCoin(flow, facts)
  const toAgent = agent?.denom === baseDenom ? BigInt(agent.amount) : 0n
  const share = endsOnTime ? rules.commission : 0n
  const lastFee = share < 100n ? (last.dearest * 100n + 99n) / (100n - share) : last.dearest
  const lastBalance = larger(check, toAgent + lastFee)
  const all = fees.reduce(
    (sum, { dearest }) => sum + dearest,
    BigInt(Math.max(0, scheduled - different)) * last.dearest,
  )
  const earlier = all - last.dearest + BigInt(scheduled - 1) * toAgent
  const left = lastBalance - toAgent
  const rest = left - last.dearest - ((left - burn) * share + 99n) / 100n
  return {
    run: {
      atLeast: base(fees.map(({ cheapest }) => cheapest).reduce(smaller)),
      likely: (fees[different >> 1] ?? last).coin,
      atMost: base(fees.map(({ dearest }) => dearest).reduce(larger)),
    },
    agent: agent ? [agent] : [],
    fund: base(scheduled > 0 ? earlier + lastBalance : 0n),
    remains: base(larger(rest, 0n)),
    isReturned: endsOnTime,
    check: base(check),
    scheduled,
  }
}

function agentCoin(flow: Flow, { agents }: DraftFacts): Coin | undefined {
  const agent = lookUp(agents, flow.trustlessAgent?.agentAddress ?? '')
  const account: Account = { address: feeAddress, balances: new Map() }
  const [payment] = (agent && agentFeeOf(flow, agent, [account], true)?.payments) ?? []
  return payment && coinOf(payment.balance.denom, payment.price)
}

function base(amount: bigint): Coin {
  return coinOf(baseDenom, amount)
}
