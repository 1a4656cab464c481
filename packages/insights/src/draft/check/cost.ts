import type { Coin, Flow } from '@flow-query/core'
import { createFeeRules } from '@flow-query/rules'
import { baseDenom, coinOf } from '../../coins.js'
import type { ExpectedRun } from '../../forecast/forecast-facts.js'
import { agentFeeOf } from '../../forecast/simulation/money/agent.js'
import { larger } from '../../forecast/simulation/money/fees.js'
import type { Account } from '../../forecast/simulation/money/ledger.js'
import { scheduleOf } from '../../forecast/simulation/schedule.js'
import type { DraftFacts } from '../draft-facts.js'
import { feeAddress } from '../flow.js'
import type { DraftCost } from '../result.js'
import { recipientsOf } from './messages.js'

/** How much the gas of similar runs usually differs. */
const usualDifference = 400n

/** The additional gas of the first payment to an account, which creates the account. */
const gasOfNewAccount = 13_700n

export function costOf(flow: Flow, facts: DraftFacts, { gas }: ExpectedRun): DraftCost {
  const rules = createFeeRules(facts.params)
  const { runs: scheduled, endsOnTime } = scheduleOf(flow)
  const count = flow.msgs.length
  const check = rules.requiredBalance(count, baseDenom)
  const burn = rules.burntFee(count, baseDenom)
  const feeFor = (amount: bigint) => rules.gasFee(amount, baseDenom) + burn
  const fee = gas === undefined ? check : feeFor(gas)
  const most = gas === undefined ? check : feeFor(gas + usualDifference)
  const least = gas === undefined ? burn : feeFor(larger(gas - usualDifference, 0n))

  const agent = agentCoin(flow, facts)
  const toAgent = agent?.denom === baseDenom ? BigInt(agent.amount) : 0n
  const share = endsOnTime ? rules.commission : 0n
  const lastFee = share < 100n ? (most * 100n + 99n) / (100n - share) : most
  const lastBalance = larger(check, toAgent + lastFee)
  const newAccounts = recipientsOf(flow).filter(address => facts.balances?.[address]?.length === 0).length
  const once = rules.gasFee(gasOfNewAccount * BigInt(newAccounts), baseDenom)
  const earlier = BigInt(Math.max(0, scheduled - 1)) * (most + toAgent)
  const left = lastBalance - toAgent
  const rest = left - most - ((left - burn) * share + 99n) / 100n
  return {
    run: { atLeast: base(least), likely: base(fee), atMost: base(most) },
    agent: agent ? [agent] : [],
    fund: base(scheduled > 0 ? once + earlier + lastBalance : 0n),
    remains: base(larger(rest, 0n)),
    isReturned: endsOnTime,
    check: base(check),
    scheduled,
  }
}

function agentCoin(flow: Flow, { agents }: DraftFacts): Coin | undefined {
  const agent = agents?.[flow.trustlessAgent?.agentAddress ?? '']
  const account: Account = { address: feeAddress, balances: new Map() }
  const [payment] = (agent && agentFeeOf(flow, agent, [account], true)?.payments) ?? []
  return payment && coinOf(payment.balance.denom, payment.price)
}

function base(amount: bigint): Coin {
  return coinOf(baseDenom, amount)
}
