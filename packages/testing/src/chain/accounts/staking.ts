import { countOpen } from '@flow-query/rules'
import { decodeBech32 } from '../../go/bech32.js'
import { durationToNs, nsToTime } from '../blocks/time.js'
import { MessageError, wrapfSource } from '../message-error.js'
import type { AccountsState, AnyMessage, StakingParams } from '../state.js'
import { coinsOf } from './coins.js'
import type { LedgerBlock } from './ledger.js'

export function checkValidator({ validator_address }: AnyMessage): MessageError | null {
  try {
    decodeBech32(String(validator_address))
    return null
  } catch (error) {
    const why = error instanceof Error ? error.message : error
    return new MessageError(`invalid validator address: decoding bech32 failed: ${why}: invalid address`, wrapfSource)
  }
}

export function delegate(
  { ledger, block: { height } }: LedgerBlock,
  from: string,
  message: AnyMessage,
): MessageError | null {
  for (const { denom, amount } of coinsOf(message.amount)) {
    const balance = ledger.balance(from, denom)
    if (ledger.isKnown(from) && balance < BigInt(amount))
      return new MessageError(
        `failed to delegate; ${balance}${denom} is smaller than ${amount}${denom}: insufficient funds`,
        'x/bank/keeper/keeper.go:148',
      )
    ledger.delegate(from, String(message.validator_address), { denom, amount }, height)
  }
  return null
}

export function withdrawRewards({ ledger }: LedgerBlock, from: string, message: AnyMessage): MessageError | null {
  const delegated = ledger.delegated(from, String(message.validator_address))
  return delegated === 0n
    ? new MessageError('no delegation distribution info', 'x/distribution/keeper/keeper.go:131')
    : null
}

export function undelegate(
  { ledger, block: { at, completed } }: LedgerBlock,
  from: string,
  message: AnyMessage,
): MessageError | null {
  const validator = String(message.validator_address)
  const { unbonding_time, max_entries } = stakingParamsOf(ledger.accounts)
  for (const { amount } of coinsOf(message.amount)) {
    const delegated = ledger.delegated(from, validator)
    if (delegated !== undefined && delegated < BigInt(amount))
      return new MessageError('invalid shares amount: invalid request', 'x/staking/keeper/delegation.go:1375')
    // The chain completes withdrawals at the end of a block.
    if (countOpen(ledger.unbondings(from, validator), completed) >= max_entries)
      return new MessageError(
        'too many unbonding delegation entries for (delegator, validator) tuple',
        'x/staking/keeper/msg_server.go:403',
      )
    ledger.undelegate(from, validator, amount, nsToTime(at + durationToNs(unbonding_time)))
  }
  return null
}

/** The parameters of a new chain are those of the Cosmos SDK. */
const defaultParams: StakingParams = {
  unbonding_time: '1814400s',
  max_validators: 100,
  max_entries: 7,
  historical_entries: 10_000,
  bond_denom: 'uinto',
  min_commission_rate: '0.000000000000000000',
}

export function stakingParamsOf({ stakingParams }: AccountsState): StakingParams {
  return { ...defaultParams, ...stakingParams }
}
