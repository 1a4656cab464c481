import type { AnyMessage, Coin } from '@flow-query/core'
import { toDate } from '@flow-query/core'
import { clockTime } from '@flow-query/core/parts/runs'
import { addressOf, allowedType, coinsOf, maxDepth, messagesIn, nameOf, signerOf, typedMessages } from '../messages.js'
import type { ForecastRiskKind } from '../result.js'
import { type Balance, balanceIn, type Ledger, spendable } from './ledger.js'
import { type RunRisk, shortage } from './risk.js'

/**
 * Returns the risk that makes a run fail at this time, in milliseconds since 1970.
 *
 * @param lend adds coins to an account that has too few. If undefined, the run fails
 */
type Effect = (time: number, lend?: Lend) => RunRisk | undefined
type Lend = (balance: Balance, amount: bigint) => boolean

export interface Effects {
  steps: Effect[]
  /** The effects of transfers on this chain, which stay if a later message fails. */
  transfers: Set<Effect>
  balances: Balance[]
  lacksFacts: boolean
  isOpaque: boolean
  /** Whether a later run can fail for a cause that is unknown, such as the end of a voting period. */
  canFailLater: boolean
}

/** @param hasSucceeded whether the newest run of the messages succeeded */
export function effectsOf(
  ledger: Ledger,
  messages: readonly AnyMessage[],
  signer: string | undefined,
  hasSucceeded: boolean,
): Effects {
  const effects: Effects = {
    steps: [],
    transfers: new Set(),
    balances: [],
    lacksFacts: false,
    isOpaque: false,
    canFailLater: false,
  }
  const { steps, balances } = effects
  for (const message of messages) {
    const address = signerOf(message, signer)
    if (signer && address && signer !== address) {
      fail({ kind: 'wrongSigner', certainty: 'likely', address })
      break
    }
    add(message, 0)
  }
  return effects

  function add(message: AnyMessage, depth: number): void {
    const name = nameOf(message)
    const field = spentFields[name]
    const deadline = deadlineOf(message)
    const lateError = message.start_at
      ? 'custom start time must be at least a minute into the future'
      : 'timeout elapsed'
    if (deadline > 0) steps.push(time => (deadline <= time ? fails(lateError) : undefined))
    const error = repetitionErrors.get(name)
    if (error && !mayBeUndone(message, messages)) failOnceDone(error)
    if (/^Msg(Send|Delegate|Undelegate)$/.test(name) && !areValid(coinsOf(message.amount))) fail(fails('invalid coins'))
    if (name === 'MsgExec') {
      if (depth === maxDepth || message['@tooDeep']) effects.isOpaque = true
      for (const inner of messagesIn(message, depth)) {
        useGrant(inner, signerOf(message, signer))
        add(inner, depth + 1)
      }
    } else if (field) {
      const { length } = steps
      send(message, coinsOf(message[field]), name === 'MsgDelegate')
      if (!/^Msg(Send|Delegate|Transfer)$/.test(name)) effects.isOpaque = true
      if (name === 'MsgTransfer' && depth === 0) for (const step of steps.slice(length)) effects.transfers.add(step)
      if (name === 'MsgDelegate') changeDelegation(message, 1n)
    } else {
      if (name === 'MsgUndelegate') {
        changeDelegation(message, -1n)
        unbond(message)
      }
      if (limitedMessages.test(name)) effects.canFailLater = true
      effects.isOpaque = true
    }
  }

  function fail(risk: RunRisk): void {
    steps.push(() => risk)
  }

  function failOnceDone(error: string): void {
    // Stored as a balance, because a failed run restores the balances of its messages.
    const done = balanceIn({ address: '', balances: new Map() }, '')
    done.amount = hasSucceeded ? 1n : 0n
    done.initial = done.amount
    balances.push(done)
    steps.push(() => {
      if (done.amount > 0n) return fails(error)
      done.amount++
      return undefined
    })
  }

  function take(balance: Balance, amount: bigint, kind: ForecastRiskKind, canBeLocked = false): void {
    balances.push(balance)
    steps.push((_, lend) => {
      const available = canBeLocked ? balance.amount : spendable(balance)
      const isEnough = available >= amount || (kind === 'messageFunds' && lend?.(balance, amount - available))
      // It is unknown when locked coins unlock.
      if (!isEnough && balance.amount >= amount)
        return { kind: 'factsMissing', certainty: 'unknown', address: balance.address }
      if (!isEnough) return shortage(kind, balance, amount, available)
      balance.amount -= amount
      return undefined
    })
  }

  function send(message: AnyMessage, coins: readonly Coin[] | null, canBeLocked: boolean): void {
    const account = ledger.accounts.get(signerOf(message, signer) ?? '')
    const receiver = ledger.accounts.get(addressOf(message.to_address, signer) ?? '')
    if (!coins) effects.isOpaque = true
    if (!account) effects.lacksFacts = true
    if (!coins || !account) return
    for (const { denom, amount } of coins) {
      const sent = BigInt(amount)
      take(balanceIn(account, denom), sent, 'messageFunds', canBeLocked)
      if (receiver) take(balanceIn(receiver, denom), -sent, 'messageFunds')
    }
  }

  function useGrant(message: AnyMessage, grantee = ''): void {
    const granter = signerOf(message, signer)
    if (granter === grantee) return
    const grants = ledger.grants.get(`${granter}/${grantee}`)
    if (!granter || !grants) {
      effects.lacksFacts = true
      return
    }
    const grant = grants.find(({ authorization }) => allowedType(authorization) === message['@type'])
    const recipients = grant?.authorization.allow_list
    const isExcluded =
      Array.isArray(recipients) && recipients.length > 0 && !recipients.includes(addressOf(message.to_address, signer))
    if (!grant || isExcluded) {
      // An authorization for several types of messages can't be matched here.
      if (!grant && grants.some(({ authorization }) => !allowedType(authorization))) effects.isOpaque = true
      else fail({ kind: 'grantMissing', certainty: 'likely', address: granter })
      return
    }
    const { expiration: expires, limit } = grant
    if (expires) {
      const end = endOf(expires)
      const risk: RunRisk = { kind: 'grantExpires', certainty: 'likely', address: granter, expires }
      steps.push(time => (end <= time ? risk : undefined))
    }
    if (!limit) return
    for (const { denom, amount } of coinsOf(message.amount) ?? [])
      take(balanceIn(limit, denom), BigInt(amount), 'grantUsedUp')
  }

  function changeDelegation(message: AnyMessage, sign: 1n | -1n): void {
    const account = ledger.delegations.get(signerOf(message, signer) ?? '')
    const [coin] = coinsOf(message.amount) ?? []
    if (!account || !coin) {
      if (sign < 0n) effects.canFailLater = true
      return
    }
    const delegated = balanceIn(account, String(message.validator_address))
    const change = sign * BigInt(coin.amount)
    balances.push(delegated)
    steps.push(() => {
      if (delegated.amount + change < 0n) return fails('invalid shares amount')
      delegated.amount += change
      return undefined
    })
  }

  function unbond(message: AnyMessage): void {
    const { validator_address: address } = message
    const known = ledger.unbondings.get(signerOf(message, signer) ?? '')
    if (!known || typeof address !== 'string') return
    const count = balanceIn(known.added, address)
    const times = known.times.get(address) ?? []
    known.times.set(address, times)
    const ends = known.delegations
      .filter(({ validatorAddress }) => validatorAddress === address)
      .flatMap(({ entries }) => entries.map(({ completionTime }) => clockTime(completionTime)))
    balances.push(count)
    steps.push(time => {
      // The chain completes withdrawals at the end of a block, and it executes flows at the start.
      const open = ends.filter(end => end >= time).length
      const added = times.slice(0, Number(count.amount))
      const isFull = (duration: number) =>
        open + added.filter(start => start + duration >= time).length >= maxUnbondings
      if (isFull(unbondingTimes.shortest)) return { kind: 'unbondingLimit', certainty: 'likely', address }
      if (isFull(unbondingTimes.longest)) return { kind: 'factsMissing', certainty: 'unknown', address }
      // The chain merges the entries of one block.
      if (added.at(-1) === time) return undefined
      times[added.length] = time
      count.amount += 1n
      return undefined
    })
  }
}

/** The chain only accepts coins that are sorted by denom and have a positive amount. */
function areValid(coins: readonly Coin[] | null): boolean {
  if (!coins) return true
  const isInOrder = coins.every(({ denom }, index) => index === 0 || `${coins[index - 1]?.denom}` < denom)
  return coins.length > 0 && isInOrder && coins.every(({ amount }) => BigInt(amount) > 0n)
}

function fails(message: string): RunRisk {
  return { kind: 'messageFails', certainty: 'likely', message }
}

/**
 * Returns the timeout of a transfer, the expiration of a permission, or the last time to submit a flow with a fixed start, in milliseconds
 * since 1970.
 */
function deadlineOf({ timeout_timestamp, grant, start_at }: AnyMessage): number {
  const { expiration } = Object(grant)
  const timeout = Math.floor(Number(timeout_timestamp) / 1_000_000)
  return timeout || endOf(`${expiration}`) || Number(start_at) * 1_000 - 60_000
}

/** Rounds down, because a run is always executed in a block after its due time. */
function endOf(time: string): number {
  return toDate(time)?.getTime() ?? Number.NaN
}

/** The chain's errors for messages that can't be repeated. */
const repetitionErrors = new Map([
  ['MsgRevoke', 'failed to delete grant: authorization not found'],
  ['MsgGrantAllowance', 'fee allowance already exists'],
  ['MsgRevokeAllowance', 'fee-grant not found'],
  ['MsgCreateVestingAccount', 'account already exists'],
])

/** Whether the message may be repeatable, because the same run undoes it or because it expires. */
function mayBeUndone(message: AnyMessage, messages: readonly AnyMessage[]): boolean {
  const name = nameOf(message)
  const counterpart = name.startsWith('MsgRevoke') ? name.replace('Revoke', 'Grant') : name.replace('Grant', 'Revoke')
  return (
    JSON.stringify(message).includes('"expiration":"') ||
    messages.some(other => typedMessages(other).some(typed => typed.name !== name && typed.name === counterpart))
  )
}

/** Returns whether a message that succeeds now can fail in a later run, for example because it works only once. */
export function canExpire(message: AnyMessage): boolean {
  const name = nameOf(message)
  return deadlineOf(message) > 0 || repetitionErrors.has(name) || name === 'MsgUndelegate'
}

/** These messages have limits that the facts don't contain, such as the voting period of a proposal. */
const limitedMessages = /^Msg(Vote|VoteWeighted|Deposit|BeginRedelegate|CancelUnbondingDelegation)$/

/** The fields with the coins that a message spends. */
export const spentFields: { [name: string]: string | undefined } = {
  MsgSend: 'amount',
  MsgDelegate: 'amount',
  MsgTransfer: 'token',
  MsgExecuteContract: 'funds',
  MsgFundCommunityPool: 'amount',
  MsgSubmitFlow: 'fee_funds',
}

const maxUnbondings = 7
/** How long the usual chains keep an unbonding entry, in milliseconds: two weeks on this chain, and up to four weeks on others. */
const unbondingTimes = { shortest: 1_209_600_000, longest: 2_419_200_000 }
