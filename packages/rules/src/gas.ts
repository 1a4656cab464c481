import { messageName, messagesIn, rulesOf, signerField } from './messages.js'
import type { Message } from './types.js'

/** The state that the gas of messages depends on. */
export interface GasState {
  /** Whether the account or the delegation in the message's field `newIn` doesn't exist yet. */
  isNew: (message: Message, field: string) => boolean
  /** The number of open unbonding or redelegation entries that the chain reads and writes with the message. */
  openEntries: (message: Message) => number
  /** Whether the permission for a message in a `MsgExec` has a limit, which the chain then rewrites. */
  isLimited: (message: Message, grantee: string) => boolean
}

/** The gas of a run without messages, as measured. */
export const gasOfRun = 3_100
/** The gas of the permission for a message, and of rewriting its limit, as measured. */
const [gasOfGrant, gasOfLimit] = [1_000, 7_300]
/** The gas of a message that isn't inside a `MsgExec`, which a transaction doesn't use. `MessageRules.gas` contains it. */
const gasOfOuterMessage = 900

/** How much the gas of runs with the same messages differs, for example with the digits of amounts and the denoms of rewards. */
const usualDifference = (gas: number) => 1_000 + 0.04 * gas

/** Returns the range of gas in which at least 95 % of all recorded runs are. */
export function usualRange(gas: number): { least: number; most: number } {
  return { least: Math.max(0, gas - usualDifference(gas)), most: gas + usualDifference(gas) }
}

/** A node can send messages with any number of levels. */
const maxDepth = 100

/** Returns the gas of a run on this chain, or undefined if the gas of one of its messages is unknown. */
export function gasOfMessages(messages: readonly Message[], signer: string, state: GasState): number | undefined {
  return sumOf(
    messages.map(message => gasOfMessage(message, signer, state)),
    gasOfRun,
  )
}

/** Returns how much more gas each run needs than the run before, because it adds an unbonding or redelegation entry. */
export function gasOfEntry(messages: readonly Message[], depth = 0): number {
  if (depth > maxDepth) return 0
  return messages.reduce(
    (sum, message) => sum + (rulesOf(message).gasPerEntry ?? 0) + gasOfEntry(messagesIn(message), depth + 1),
    0,
  )
}

function gasOfMessage(message: Message, signer: string, state: GasState, depth = 0): number | undefined {
  if (depth > maxDepth) return undefined
  const own = message[signerField(message) ?? '']
  const account = typeof own === 'string' ? own : signer
  const ofGrant = account === signer ? 0 : gasOfGrant + (state.isLimited(message, signer) ? gasOfLimit : 0)
  if (messageName(message) === 'MsgExec') {
    const inner = messagesIn(message)
    const all = inner.map(one => gasOfMessage(one, account, state, depth + 1))
    return sumOf(all, ofGrant + gasOfOuterMessage * (1 - inner.length))
  }
  const { gas, gasIfNew = 0, newIn, gasPerEntry = 0 } = rulesOf(message)
  if (gas === undefined) return undefined
  const ofNew = newIn !== undefined && state.isNew(message, newIn) ? gasIfNew : 0
  return gas + ofNew + gasPerEntry * state.openEntries(message) + ofGrant
}

function sumOf(parts: readonly (number | undefined)[], first: number): number | undefined {
  return parts.reduce<number | undefined>(
    (sum, part) => (sum === undefined || part === undefined ? undefined : sum + part),
    first,
  )
}

const gasOfPacket = { base: 42_700, message: 2_600, agent: 4_150, agentFee: 18_800 }

/**
 * Returns the gas of a run whose messages are sent to another chain.
 *
 * @param agent whether an agent sends the messages, and whether it is paid
 */
export function gasOfPackets(messages: readonly Message[], agent?: 'free' | 'paid'): number {
  const { base, message, agent: ofAgent, agentFee } = gasOfPacket
  return base + message * messages.length + (agent ? ofAgent : 0) + (agent === 'paid' ? agentFee : 0)
}

/**
 * The gas that a transaction uses more than a run: for its signature, for each byte, and for storing the key of an account that has not
 * signed before. A run pays for each message instead.
 */
const inTransaction = { signature: 25_600, byte: 10, newKey: 13_100 }

export interface SimulatedTransaction {
  gasUsed: string
  /** Whether the account has never signed a transaction. */
  isFirstTransaction?: boolean
}

/**
 * Converts the gas of a simulated transaction to the gas of a run with the same messages.
 *
 * @param executed the number of executed messages, which is lower if one of them fails
 */
export function gasOfDryRun(
  { gasUsed, isFirstTransaction }: SimulatedTransaction,
  messages: readonly Message[],
  executed: number = messages.length,
): number {
  const { signature, byte, newKey } = inTransaction
  const ofTransaction = signature + byte * sizeOf(messages) + (isFirstTransaction ? newKey : 0)
  return Math.max(gasOfRun, Number(gasUsed) - ofTransaction + gasOfOuterMessage * executed)
}

/**
 * Returns how much more gas the runs after a measured one need, without new entries. The measured run may have created an account or a
 * delegation, which its gas shows.
 */
export function gasAfter(measured: number, messages: readonly Message[], signer: string, state: GasState): number {
  const [settled, ...others] = [[], ['to_address'], validators, [...validators, 'to_address']].map(fields =>
    gasOfMessages(messages, signer, { ...state, isNew: (_, field) => fields.includes(field) }),
  )
  if (settled === undefined) return 0
  const distance = (gas = Number.POSITIVE_INFINITY) => Math.abs(gas - measured)
  const nearest = others.reduce<number>((best, gas = best) => (distance(gas) < distance(best) ? gas : best), settled)
  return distance(nearest) <= usualDifference(nearest) ? settled - nearest : 0
}

const validators = ['validator_address', 'validator_dst_address']

/** The number of bytes of a value in a transaction, approximately. Each field has a key and, unless it is a number, a length. */
function sizeOf(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum, item) => sum + sizeOf(item), 0)
  if (typeof value === 'object' && value !== null) {
    const size = Object.entries(value).reduce(
      (sum, [name, field]) => sum + sizeOf(field) + (name === '@type' ? 2 : 0),
      0,
    )
    return size === 0 ? 0 : size + 2
  }
  if (typeof value === 'string') return value === '' || value === '0' ? 0 : value.length + 2
  return value ? 2 : 0
}
