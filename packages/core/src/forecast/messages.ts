import { clockTime } from '../convert.js'
import type { AnyMessage, Coin } from '../types.js'
import { type Amounts, balanceOf, type Ledger, spendable } from './ledger.js'
import type { ForecastRisk, ForecastRiskKind } from './result.js'

/** A problem of a run. If its certainty is `unknown`, the result of the run is unknown. Otherwise, the run fails. */
export type Problem = Omit<ForecastRisk, 'at' | 'run'>

/** The effects of a run's messages. */
export interface Effects {
  /** The problem of the first message that fails. */
  problem: Problem | null
  /** Whether the result depends on an unknown account or grant. */
  lacksFacts: boolean
  /** Whether a message has effects that can't be simulated. */
  isOpaque: boolean
}

/**
 * Runs messages on the ledger. If one fails, nothing changes.
 *
 * @param signer the account that must sign them. Undefined if it is unknown
 * @param time milliseconds since 1970
 * @param used collects the balances and limits that the result depends on
 */
export function runMessages(
  ledger: Ledger,
  messages: readonly AnyMessage[],
  signer: string | undefined,
  time: number,
  used: Set<Amounts>,
): Effects {
  const effects: Effects = { problem: null, lacksFacts: false, isOpaque: false }
  effects.problem = ledger.attempt(() => {
    for (const message of messages) {
      const actual = signerOf(message)
      if (signer && actual && signer !== actual) return { kind: 'wrongSigner', certainty: 'likely', address: actual }
      const problem = runMessage(message)
      if (problem) return problem
    }
    return null
  })
  return effects

  function runMessage(message: AnyMessage, depth = 0): Problem | null {
    const name = nameOf(message)
    if (name === 'MsgExec') return runInner(message, depth)
    if (name === 'MsgUndelegate') return unbond(message)
    const field = coinFields[name]
    if (!field || name === 'MsgExecuteContract') effects.isOpaque = true
    return field ? spend(message, name, field) : null
  }

  function runInner(message: AnyMessage, depth: number): Problem | null {
    if (depth === maxDepth) effects.isOpaque = true
    for (const inner of messagesIn(message, depth)) {
      const problem = useGrant(inner, signerOf(message)) ?? runMessage(inner, depth + 1)
      if (problem) return problem
    }
    return null
  }

  function spend(message: AnyMessage, name: string, field: string): Problem | null {
    const address = signerOf(message) ?? ''
    const account = ledger.account(address)
    const coins = coinsOf(message[field])
    if (!coins) effects.isOpaque = true
    if (!account) effects.lacksFacts = true
    if (!coins || !account) return null
    used.add(account.coins)
    for (const { denom, amount } of coins) {
      const sent = BigInt(amount)
      // Locked coins can be delegated.
      const balance = name === 'MsgDelegate' ? balanceOf(account, denom) : spendable(account, denom)
      if (balance < sent) return shortage('messageFunds', address, denom, sent, balance)
      ledger.add(account.coins, denom, -sent)
      const receiver = ledger.account(String(message.to_address))
      if (receiver) {
        ledger.add(receiver.coins, denom, sent)
        used.add(receiver.coins)
      }
    }
    return null
  }

  /** Checks that the grantee has a grant to send a message for its signer. If both are the same account, no grant is needed. */
  function useGrant(message: AnyMessage, grantee = ''): Problem | null {
    const granter = signerOf(message)
    if (granter === grantee) return null
    const grants = granter === undefined ? undefined : ledger.grants(granter, grantee)
    if (granter === undefined || !grants) {
      effects.lacksFacts = true
      return null
    }
    const grant = grants.find(({ authorization }) => allowedType(authorization) === message['@type'])
    if (!grant) {
      // An authorization for several types of messages can't be matched here.
      const isOpaque = grants.some(({ authorization }) => allowedType(authorization) === undefined)
      if (!isOpaque) return { kind: 'grantMissing', certainty: 'likely', address: granter }
      effects.isOpaque = true
      return null
    }
    const { expiration, limit } = grant
    if (expiration && clockTime(expiration) < time)
      return { kind: 'grantExpires', certainty: 'likely', address: granter, expires: expiration }
    if (!limit) return null
    used.add(limit)
    for (const { denom, amount } of coinsOf(message.amount) ?? []) {
      const left = limit.get(denom) ?? 0n
      const sent = BigInt(amount)
      if (left < sent) return shortage('grantUsedUp', granter, denom, sent, left)
      ledger.add(limit, denom, -sent)
    }
    return null
  }

  function unbond(message: AnyMessage): Problem | null {
    const validator = String(message.validator_address)
    const completions = ledger.unbondings(signerOf(message) ?? '', validator)
    effects.isOpaque = true
    if (!completions) return null
    if (completions.filter(completion => completion > time).length >= maxUnbondings)
      return { kind: 'unbondingLimit', certainty: 'likely', address: validator }
    ledger.unbond(completions)
    return null
  }
}

/** The fields with the coins that messages spend. */
const coinFields: { [name: string]: string | undefined } = {
  MsgSend: 'amount',
  MsgDelegate: 'amount',
  MsgTransfer: 'token',
  MsgExecuteContract: 'funds',
}

/** The maximum number of unbonding entries per delegator and validator. */
const maxUnbondings = 7

/** Returns the problem of an account or a permission that has less than needed. */
export function shortage(kind: ForecastRiskKind, address: string, denom: string, needed: bigint, has: bigint): Problem {
  return {
    kind,
    certainty: 'likely',
    address,
    needed: { denom, amount: String(needed) },
    missing: { denom, amount: String(needed - has) },
  }
}

/** Returns a message and all messages inside it, with their names and signers. */
export function typedMessages(message: AnyMessage, depth = 0): { name: string; signer: string }[] {
  const inner = messagesIn(message, depth).flatMap(one => typedMessages(one, depth + 1))
  const signer = signerOf(message)
  return signer === undefined ? inner : [{ name: nameOf(message), signer }, ...inner]
}

/** How many levels of nested messages are read. A node can send any number. */
const maxDepth = 100

function messagesIn({ msgs }: AnyMessage, depth: number): AnyMessage[] {
  return depth < maxDepth && Array.isArray(msgs) ? msgs.filter(isMessage) : []
}

function isMessage(value: unknown): value is AnyMessage {
  return typeof value === 'object' && value !== null && '@type' in value && typeof value['@type'] === 'string'
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
  const field =
    nameOf(message) === 'MsgGrant' ? 'granter' : signerFields.find(name => typeof message[name] === 'string')
  return field && String(message[field])
}

function nameOf(message: AnyMessage): string {
  return message['@type'].slice(message['@type'].lastIndexOf('.') + 1)
}

/** Returns the type of message that an authorization allows. Undefined if it is unknown. */
function allowedType(authorization: AnyMessage): string | undefined {
  if (nameOf(authorization) === 'SendAuthorization') return '/cosmos.bank.v1beta1.MsgSend'
  return typeof authorization.msg === 'string' ? authorization.msg : undefined
}

/** Returns null if an amount is missing, because a feedback loop sets it later. */
function coinsOf(value: unknown): Coin[] | null {
  const coins: (Partial<Coin> | null | undefined)[] = Array.isArray(value) ? value : [value]
  return coins.every(coin => coin?.denom && /^\d+$/.test(coin.amount ?? '')) ? (coins as Coin[]) : null
}
