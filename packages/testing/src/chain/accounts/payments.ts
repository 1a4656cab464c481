import { agentPrices, type FeeRules } from '@flow-query/rules'
import { timeToNs } from '../blocks/time.js'
import { changedMessages, messageParts } from '../conditions/conditions.js'
import { balanceTooLow, type Execution, localError, type PaidExecution, type PlannedExecution } from '../execution.js'
import { newFee } from '../history-entry.js'
import { isInterchain } from '../packets.js'
import type { AnyMessage, Coin, Flow, TrustlessAgent } from '../state.js'
import { isFeeError } from './fee-error.js'
import type { Block, Ledger } from './ledger.js'
import { runMessages } from './messages.js'
import { spendingError } from './spending.js'

export interface Payments {
  run: (flow: Flow, execution: PlannedExecution, block: Block) => PaidExecution
  decides: (flow: Flow, error: string) => boolean
}

export interface PaymentsOptions {
  ledger: Ledger
  rules: FeeRules
  gatesValidators: boolean
  agents: readonly TrustlessAgent[]
}

interface Payer {
  address: string
  denom: string
}

export const agentFeeNotPaid =
  'msg handling error: could not pay trustless agent: no valid fee coin with sufficient balance found within limit: not found'

export function agentNotFound(address: string): string {
  return `msg handling error: trustless agent or ICAConfig is nil for address ${address}: invalid msg response`
}

export function createPayments({ ledger, rules, gatesValidators, agents }: PaymentsOptions): Payments {
  function payerOf(flow: Flow): Payer | 'unknown' | null {
    const wallet = flow.configuration?.walletFallback ? [[flow.owner, rules.walletDenoms] as const] : []
    for (const [address, denoms] of [[flow.feeAddress, rules.feeAccountDenoms] as const, ...wallet]) {
      if (!ledger.isKnown(address)) return 'unknown'
      const denom = denoms.find(
        denom => ledger.balance(address, denom) >= rules.requiredBalance(flow.msgs.length, denom),
      )
      if (denom !== undefined) return { address, denom }
    }
    return null
  }

  function agentOf({ trustlessAgent }: Flow): TrustlessAgent | undefined {
    return agents.find(({ agentAddress }) => agentAddress === trustlessAgent?.agentAddress)
  }

  function payAgent(flow: Flow, { height }: Block): string | null {
    const { agentAddress = '', feeLimit = [] } = flow.trustlessAgent ?? {}
    if (!agentAddress) return null
    const agent = agentOf(flow)
    if (!agent?.icaConfig) return agentNotFound(agentAddress)
    const prices = agentPrices(feeLimit, agent.feeConfig?.feeCoinsSupported ?? [])
    if (!prices) return null
    const wallet = flow.configuration?.walletFallback ? [flow.owner] : []
    for (const { denom, price } of prices.filter(({ price, limit }) => price <= limit))
      for (const address of [flow.feeAddress, ...wallet]) {
        if (spendingError(ledger, address, denom, price) !== null) continue
        ledger.add(address, denom, -price, height)
        ledger.add(agent.feeConfig?.feeAdmin ?? '', denom, price, height)
        return null
      }
    return agentFeeNotPaid
  }

  /** Runs the messages, unless the plan says that they fail or run on another chain. */
  function execute(flow: Flow, { loopError, ...execution }: PlannedExecution, block: Block): Execution {
    if (!takesEffect(flow, execution)) return execution
    const [first, rest] = messageParts(flow)
    const changed = changedMessages(flow)
    const run = (messages: readonly AnyMessage[]) => {
      const known = messages.filter(message => !changed.includes(message))
      const error = runMessages(ledger, known, { owner: flow.owner, gatesValidators }, block)
      return error === null ? undefined : `${localError} ${error}`
    }
    const error = run(first)
    if (error !== undefined) return failed(execution, error)
    const later = loopError ?? run(rest)
    return later === undefined ? execution : { ...failed(execution, later), executedMessages: first.length }
  }

  /** Converts a planned fee to the denomination that the account pays in. */
  function convert({ msgs: { length } }: Flow, fee: Coin, denom: string): bigint {
    const amount = BigInt(fee.amount)
    const price = rules.priceOf(fee.denom)
    if (fee.denom === denom || price === 0n) return amount
    return ((amount - rules.burntFee(length, fee.denom)) / price) * rules.priceOf(denom) + rules.burntFee(length, denom)
  }

  function charge(flow: Flow, execution: Execution, { address, denom }: Payer, block: Block): PaidExecution {
    const [plannedFee] = newFee(flow, execution)
    if (!plannedFee) return { ...execution, execFee: [] }
    const { height } = block
    const fee = convert(flow, plannedFee, denom)
    const burn = rules.burntFee(flow.msgs.length, denom)
    if (spendingError(ledger, address, denom, burn) === null) ledger.add(address, denom, -burn, height)
    const isSettled = isLastRun(flow) && address === flow.feeAddress
    const left = ledger.balance(address, denom)
    const commission = isSettled ? rules.commissionOn(left) : 0n
    // The chain burns its part first, and it stays burned if the account can't pay the rest.
    const error =
      isSettled && left < fee - burn + commission
        ? 'total flow fees exceed available balance: unexpected error during fee calculation'
        : spendingError(ledger, address, denom, fee - burn)
    if (error !== null) return { ...execution, execFee: [], feeError: `distribution error: ${error}` }
    ledger.add(address, denom, burn - fee - commission, height)
    if (isSettled) returnRest(flow, height)
    return { ...execution, execFee: [{ denom, amount: String(fee + commission) }] }
  }

  function returnRest({ feeAddress, owner }: Flow, height: number): void {
    for (const denom of ledger.denoms(feeAddress)) {
      const rest = ledger.balance(feeAddress, denom)
      ledger.add(feeAddress, denom, -rest, height)
      ledger.add(owner, denom, rest, height)
    }
  }

  function run(flow: Flow, execution: PlannedExecution, block: Block): PaidExecution {
    const plannedError = execution.outcome === 'failed' ? (execution.error ?? '') : ''
    if (plannedError.includes(balanceTooLow)) return asPlanned(flow, execution)
    const payer = payerOf(flow)
    if (payer === null) return { outcome: 'failed', error: balanceTooLow, execFee: [] }
    if (payer === 'unknown') return asPlanned(flow, execute(flow, execution, block))
    const isUnpaid = execution.outcome === 'skipped' || plannedError.includes('trustless agent')
    const refused = isUnpaid ? null : payAgent(flow, block)
    return charge(flow, refused === null ? execute(flow, execution, block) : failed(execution, refused), payer, block)
  }

  return {
    run,
    decides({ owner, feeAddress }, error) {
      return (ledger.isKnown(owner) || ledger.isKnown(feeAddress)) && isDecidedByAccounts(error)
    },
  }
}

export function isDecidedByAccounts(error: string): boolean {
  return isFeeError(error) || accountErrors.test(error)
}

const accountErrors =
  /^balance too low to deduct|^msg handling error: could not (?:pay trustless agent|execute local flow: .*(?:insufficient funds|authorization not found(?:: not found)?|unauthorized)$)/

function failed(execution: Execution, error: string): Execution {
  return { ...execution, outcome: 'failed', error }
}

function asPlanned(flow: Flow, execution: Execution): PaidExecution {
  return { ...execution, execFee: newFee(flow, execution) }
}

function takesEffect(flow: Flow, { outcome }: Execution): boolean {
  if (isInterchain(flow)) return false
  return outcome === 'succeeded' || outcome === 'feeNotCollected'
}

/** The chain returns the rest only if a run is exactly at the end. */
function isLastRun({ execTime, endTime }: Flow): boolean {
  return timeToNs(execTime) === timeToNs(endTime)
}
