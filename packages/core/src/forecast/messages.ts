import type { AnyMessage, Coin } from '../types.js'
import { add, type Ledger, spendable } from './ledger.js'
import type { ForecastRisk, ForecastRiskKind } from './result.js'

/** The effects of a run's messages. */
export interface Effects {
  /** The problem of the first message that fails. */
  trouble: Trouble | null
  /** Whether the result depends on an unknown account or grant. */
  lacksFacts: boolean
  /** Whether a message has effects that can't be simulated. */
  isOpaque: boolean
}

export type Trouble = { kind: ForecastRiskKind } & Partial<
  Pick<ForecastRisk, 'missing' | 'needed' | 'address' | 'expires' | 'flowIds' | 'message'>
>

/**
 * Runs messages on the ledger. If one fails, nothing changes.
 *
 * @param signer the account that must sign them. Undefined if it is unknown
 * @param time milliseconds since 1970
 */
export function runMessages(
  ledger: Ledger,
  messages: readonly AnyMessage[],
  signer: string | undefined,
  time: number,
): Effects {
  const effects: Effects = { trouble: null, lacksFacts: false, isOpaque: false }
  ledger.attempt(() => {
    for (const message of messages) {
      if (effects.trouble) break
      const actual = signerOf(message)
      effects.trouble =
        signer && actual && signer !== actual
          ? { kind: 'wrongSigner', address: actual }
          : runMessage(ledger, message, time, effects)
    }
    return effects.trouble !== null
  })
  return effects
}

function runMessage(ledger: Ledger, message: AnyMessage, time: number, effects: Effects): Trouble | null {
  const signer = signerOf(message) ?? ''
  const inner = message.msgs
  switch (nameOf(message)) {
    case 'MsgExec':
      for (const msg of Array.isArray(inner) ? inner : []) {
        const trouble = useGrant(ledger, msg, signer, time, effects) ?? runMessage(ledger, msg, time, effects)
        if (trouble) return trouble
      }
      return null
    case 'MsgSend':
      return spend(ledger, signer, coinsOf(message.amount), effects, String(message.to_address))
    case 'MsgDelegate':
      return spend(ledger, signer, coinsOf(message.amount), effects, undefined, true)
    case 'MsgTransfer':
      return spend(ledger, signer, coinsOf(message.token), effects)
    case 'MsgExecuteContract':
      effects.isOpaque = true
      return spend(ledger, signer, coinsOf(message.funds), effects)
    case 'MsgUndelegate':
      return unbond(ledger, signer, String(message.validator_address), time, effects)
    default:
      effects.isOpaque = true
      return null
  }
}

function spend(
  ledger: Ledger,
  address: string,
  coins: readonly Coin[] | null,
  effects: Effects,
  recipient?: string,
  isLockedToo = false,
): Trouble | null {
  const account = ledger.account(address)
  if (!coins) effects.isOpaque = true
  else if (!account) effects.lacksFacts = true
  else {
    for (const { denom, amount } of coins) {
      const balance = isLockedToo ? (account.coins.get(denom) ?? 0n) : spendable(account, denom)
      const missing = BigInt(amount) - balance
      if (missing > 0n)
        return { kind: 'messageFunds', address, needed: { denom, amount }, missing: { denom, amount: String(missing) } }
      add(ledger, account, denom, -BigInt(amount))
      const receiver = recipient === undefined ? undefined : ledger.account(recipient)
      if (receiver) add(ledger, receiver, denom, BigInt(amount))
    }
  }
  return null
}

/** Checks that the grantee has a grant to send a message for its signer. If both are the same account, no grant is needed. */
function useGrant(
  ledger: Ledger,
  message: AnyMessage,
  grantee: string,
  time: number,
  effects: Effects,
): Trouble | null {
  const granter = signerOf(message)
  if (granter === grantee) return null
  const grants = granter === undefined ? undefined : ledger.grants(granter, grantee)
  if (granter === undefined || !grants) {
    effects.lacksFacts = true
    return null
  }
  const type = message['@type']
  const grant = grants.find(({ authorization }) => authorization.msg === type || typeOf(authorization) === type)
  if (!grant) {
    // An authorization for several types of messages can't be matched here.
    if (grants.some(({ authorization }) => typeOf(authorization) === undefined && !authorization.msg))
      effects.isOpaque = true
    else return { kind: 'grantMissing', address: granter }
  } else if (grant.expires < time) {
    return { kind: 'grantExpires', address: granter, expires: grant.expiration ?? '' }
  } else if (grant.limit) {
    for (const { denom, amount } of coinsOf(message.amount) ?? []) {
      const left = (grant.limit.get(denom) ?? 0n) - BigInt(amount)
      if (left < 0n)
        return {
          kind: 'grantUsedUp',
          address: granter,
          needed: { denom, amount },
          missing: { denom, amount: String(-left) },
        }
      ledger.set(grant.limit, denom, left)
    }
  }
  return null
}

/** The type of message that a `SendAuthorization` allows. */
function typeOf(authorization: AnyMessage): string | undefined {
  return nameOf(authorization) === 'SendAuthorization' ? '/cosmos.bank.v1beta1.MsgSend' : undefined
}

/** The maximum number of unbonding entries per delegator and validator. */
const maxUnbondings = 7

function unbond(ledger: Ledger, delegator: string, validator: string, time: number, effects: Effects): Trouble | null {
  const completions = ledger.unbondings(delegator, validator)
  effects.isOpaque = true
  if (!completions) return null
  if (completions.filter(completion => completion > time).length >= maxUnbondings)
    return { kind: 'unbondingLimit', address: validator }
  // The simulation ends long before this entry is completed.
  completions.push(Number.POSITIVE_INFINITY)
  ledger.onRevert(() => completions.pop())
  return null
}

/** Returns a message and all messages inside it, with their names and signers. */
export function typedMessages(message: AnyMessage): { name: string; signer: string }[] {
  const inner = Array.isArray(message.msgs) ? message.msgs.flatMap(typedMessages) : []
  const signer = signerOf(message)
  return signer === undefined ? inner : [{ name: nameOf(message), signer }, ...inner]
}

const signerFields = [
  'from_address',
  'delegator_address',
  'sender',
  'grantee',
  'granter',
  'voter',
  'depositor',
  'signer',
  'owner',
]

/** Returns the account that must sign a message. Undefined if it is unknown. */
export function signerOf(message: AnyMessage): string | undefined {
  if (nameOf(message) === 'MsgGrant') return String(message.granter)
  const field = signerFields.find(name => typeof message[name] === 'string')
  return field && String(message[field])
}

function nameOf(message: AnyMessage): string {
  return message['@type'].slice(message['@type'].lastIndexOf('.') + 1)
}

/** Returns null if an amount is missing, because a feedback loop sets it later. */
function coinsOf(value: unknown): Coin[] | null {
  const coins = [value].flat() as (Partial<Coin> | null | undefined)[]
  return coins.every(coin => coin?.denom && /^\d+$/.test(coin.amount ?? '')) ? (coins as Coin[]) : null
}
