import type { Ledger } from './ledger.js'
import { protoText } from './proto-text.js'
import type { AccountsState, AnyMessage, Coin } from './state.js'

/** The block in which messages run. `at` is in nanoseconds since 1970. */
export interface Block {
  height: number
  at: bigint
}

/**
 * Runs a flow's messages on this chain: the payments, transfers and delegations, also inside of a `MsgExec`. Other messages change no
 * balance. Returns the chain's error if a message fails. Then nothing changes.
 */
export function runMessages(
  ledger: Ledger,
  messages: readonly AnyMessage[],
  owner: string,
  block: Block,
): string | null {
  return ledger.attempt(() => {
    for (const message of messages) {
      const signer = signerOf(message)
      const error =
        ledger.isKnown(owner) && signer !== undefined && signer !== owner
          ? "owner doesn't have permission to send this message: unauthorized"
          : runMessage(ledger, message, block)
      if (error !== null) return error
    }
    return null
  })
}

function runMessage(ledger: Ledger, message: AnyMessage, block: Block): string | null {
  const signer = signerOf(message) ?? ''
  switch (nameOf(message)) {
    case 'MsgExec':
      return runWithGrants(ledger, messagesIn(message), signer, block)
    case 'MsgSend':
      return spend(ledger, signer, coinsOf(message.amount), block, String(message.to_address))
    case 'MsgTransfer':
      return spend(ledger, signer, coinsOf(message.token), block)
    case 'MsgDelegate':
      return delegate(ledger, signer, coinsOf(message.amount), block)
    default:
      return null
  }
}

function runWithGrants(ledger: Ledger, messages: readonly AnyMessage[], grantee: string, block: Block): string | null {
  for (const message of messages) {
    const refused = useGrant(ledger, message, grantee, block)
    if (refused !== null) return refused
    const error = runMessage(ledger, message, block)
    if (error !== null) return `failed to execute message; message ${protoText(message)}: ${error}`
  }
  return null
}

/** Returns an error if the grantee may not send a message for its signer. An account needs no grant for its own messages. */
function useGrant(ledger: Ledger, message: AnyMessage, grantee: string, { height, at }: Block): string | null {
  const granter = signerOf(message)
  if (granter === undefined || granter === grantee || !ledger.isKnown(granter)) return null
  const type = message['@type']
  const grant = ledger.accounts.grants.find(
    other =>
      other.granter === granter &&
      other.grantee === grantee &&
      grantedType(other.authorization) === type &&
      isValidAt(other, at),
  )
  if (!grant)
    return `failed to get grant with given granter: ${granter}, grantee: ${grantee} & msgType: ${type} : authorization not found`
  const limit = grant.authorization.spend_limit
  if (!Array.isArray(limit)) return null
  const left = without(limit, coinsOf(message.amount))
  if (!left) return 'requested amount is more than spend limit: insufficient funds'
  const changed = { ...grant, authorization: { ...grant.authorization, spend_limit: left } }
  ledger.changeGrant(grant, left.length > 0 ? changed : null, height)
  return null
}

/** Returns the type of message that an authorization allows. */
export function grantedType(authorization: AnyMessage): string {
  return typeof authorization.msg === 'string' ? authorization.msg : '/cosmos.bank.v1beta1.MsgSend'
}

/** Returns whether a grant has not expired. `at` is in nanoseconds since 1970. */
export function isValidAt({ expiration }: AccountsState['grants'][number], at: bigint): boolean {
  return expiration === null || BigInt(Date.parse(expiration)) * 1_000_000n > at
}

/** Subtracts coins from a limit. Returns null if they exceed it. */
function without(limit: readonly Coin[], coins: readonly Coin[]): Coin[] | null {
  const left = new Map(limit.map(({ denom, amount }) => [denom, BigInt(amount)]))
  for (const { denom, amount } of coins) left.set(denom, (left.get(denom) ?? 0n) - BigInt(amount))
  const rest = Array.from(left, ([denom, amount]) => ({ denom, amount }))
  if (rest.some(({ amount }) => amount < 0n)) return null
  return rest.flatMap(({ denom, amount }) => (amount > 0n ? { denom, amount: String(amount) } : []))
}

function spend(
  ledger: Ledger,
  from: string,
  coins: readonly Coin[],
  { height }: Block,
  recipient?: string,
): string | null {
  for (const { denom, amount } of coins) {
    const error = spendingError(ledger, from, denom, BigInt(amount))
    if (error !== null) return error
    ledger.add(from, denom, -BigInt(amount), height)
    if (recipient !== undefined) ledger.add(recipient, denom, BigInt(amount), height)
  }
  return null
}

/** Returns an error if an account can't send an amount. */
export function spendingError(ledger: Ledger, from: string, denom: string, amount: bigint): string | null {
  if (!ledger.isKnown(from)) return null
  const spendable = ledger.spendable(from, denom)
  if (spendable >= amount) return null
  return `spendable balance ${spendable}${denom} is smaller than ${amount}${denom}: insufficient funds`
}

function delegate(ledger: Ledger, from: string, coins: readonly Coin[], { height }: Block): string | null {
  for (const { denom, amount } of coins) {
    const balance = ledger.balance(from, denom)
    if (ledger.isKnown(from) && balance < BigInt(amount))
      return `failed to delegate; ${balance}${denom} is smaller than ${amount}${denom}: insufficient funds`
    ledger.delegate(from, denom, BigInt(amount), height)
  }
  return null
}

const signerFields = ['from_address', 'delegator_address', 'sender', 'grantee', 'voter', 'depositor', 'signer', 'owner']

function signerOf(message: AnyMessage): string | undefined {
  const field = signerFields.find(name => typeof message[name] === 'string')
  return field && String(message[field])
}

function nameOf(message: AnyMessage): string {
  return message['@type'].slice(message['@type'].lastIndexOf('.') + 1)
}

function messagesIn({ msgs }: AnyMessage): readonly AnyMessage[] {
  return Array.isArray(msgs) ? msgs : []
}

/** Returns the coins of a message. An amount that is not a number yet, because a feedback loop sets it, counts as none. */
function coinsOf(value: unknown): Coin[] {
  return [value].flat().filter(isCoin)
}

function isCoin(value: unknown): value is Coin {
  const { denom, amount } = (value ?? {}) as Partial<Coin>
  return typeof denom === 'string' && /^\d+$/.test(amount ?? '')
}
