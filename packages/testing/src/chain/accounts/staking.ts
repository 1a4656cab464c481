import { decodeBech32 } from '../../go/bech32.js'
import { nsToTime } from '../blocks/time.js'
import { MessageError, wrapfSource } from '../message-error.js'
import type { AnyMessage } from '../state.js'
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

const maxUnbondings = 7

/** How long undelegated coins stay locked, in nanoseconds: 21 days. */
const unbondingTime = 1_814_400_000_000_000n

export function undelegate(
  { ledger, block: { at, completed } }: LedgerBlock,
  from: string,
  message: AnyMessage,
): MessageError | null {
  const validator = String(message.validator_address)
  for (const { amount } of coinsOf(message.amount)) {
    const delegated = ledger.delegated(from, validator)
    if (delegated !== undefined && delegated < BigInt(amount))
      return new MessageError('invalid shares amount: invalid request', 'x/staking/keeper/delegation.go:1375')
    // The chain completes withdrawals at the end of a block.
    if (ledger.openUnbondings(from, validator, completed) >= maxUnbondings)
      return new MessageError(
        'too many unbonding delegation entries for (delegator, validator) tuple',
        'x/staking/keeper/msg_server.go:403',
      )
    ledger.undelegate(from, validator, amount, nsToTime(at + unbondingTime))
  }
  return null
}
