import { areValidCoins } from '@flow-query/rules'
import { addressError } from '../address.js'
import { MessageError, wrapfSource } from '../message-error.js'
import type { AnyMessage, Coin } from '../state.js'
import { isSignedCoin, printCoins } from './coins.js'
import type { Ledger, LedgerBlock } from './ledger.js'

export function checkPayment({ from_address: from, to_address: to, amount }: AnyMessage): MessageError | null {
  const errors = { from: addressErrorIn(from), to: addressErrorIn(to) }
  for (const [field, error] of Object.entries(errors))
    if (error !== null) return new MessageError(`invalid ${field} address: ${error}: invalid address`, wrapfSource)
  if (!Array.isArray(amount) || !amount.every(isSignedCoin)) return null
  if (amount.length > 0 && areValidCoins(amount)) return null
  return new MessageError(`${printCoins(amount)}: invalid coins`, 'x/bank/keeper/msg_server.go:49')
}

function addressErrorIn(field: unknown): string | null {
  return typeof field === 'string' ? addressError(field) : null
}

export function spend(
  { ledger, block: { height } }: LedgerBlock,
  from: string,
  coins: readonly Coin[],
  recipient?: string,
): MessageError | null {
  for (const { denom, amount } of coins) {
    const error = spendingError(ledger, from, denom, BigInt(amount))
    if (error !== null) return new MessageError(error, 'x/bank/keeper/send.go:279')
    ledger.add(from, denom, -BigInt(amount), height)
    if (recipient !== undefined) ledger.add(recipient, denom, BigInt(amount), height)
  }
  return null
}

export function spendingError(ledger: Ledger, from: string, denom: string, amount: bigint): string | null {
  if (!ledger.isKnown(from)) return null
  const spendable = ledger.spendable(from, denom)
  if (spendable >= amount) return null
  return `spendable balance ${spendable}${denom} is smaller than ${amount}${denom}: insufficient funds`
}
