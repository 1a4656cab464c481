import type { AnyMessage, Coin } from '@flow-query/core'
import { toDate } from '@flow-query/core'
import { clockTime, toNanoseconds } from '@flow-query/core/parts/runs'
import {
  areValidCoins,
  countOpen,
  excludesRecipient,
  grantedType,
  type MessageRules,
  messageError,
  rulesOf,
} from '@flow-query/rules'
import { addressOf, coinsOf, maxDepth, messagesIn, nameOf, signerOf, typedMessages } from '../messages.js'
import type { ForecastRiskKind } from '../result.js'
import { larger } from './money/fees.js'
import { type Account, type Balance, balanceIn, createLedger, type Ledger, spendable } from './money/ledger.js'
import { type RunRisk, shortage } from './risk.js'

/**
 * Returns the risk that makes a run fail at this time, in milliseconds since 1970.
 *
 * @param lend adds coins to an account that has too few. If undefined, the run fails
 */
type Effect = (time: number, lend?: Lend) => RunRisk | undefined
type Lend = (balance: Balance, amount: bigint) => boolean

interface EffectStep {
  /** The index of the flow's message. */
  message: number
  apply: Effect
}

export interface Effects {
  steps: EffectStep[]
  balances: Balance[]
  lacksFacts: boolean
  isOpaque: boolean
  /** Whether a later run can fail for a cause that is unknown, such as the end of a voting period. */
  canFailLater: boolean
}

/**
 * @param known undefined if the accounts are unknown, so that only the messages themselves can show a risk
 * @param changed the indexes of the messages that feedback loops change, so their effects are unknown
 */
export function effectsOf(
  known: Ledger | undefined,
  messages: readonly AnyMessage[],
  signer: string | undefined,
  hasSucceeded: boolean,
  changed: ReadonlySet<number>,
): Effects {
  const ledger = known ?? createLedger({})
  const effects: Effects = {
    steps: [],
    balances: [],
    lacksFacts: known === undefined,
    isOpaque: false,
    canFailLater: false,
  }
  const { steps, balances } = effects
  /** The messages that contain a message of a type, as JSON. */
  const texts = new Map<string, string[]>()
  let current = 0
  let path = 'msgs'
  for (const [index, message] of messages.entries()) {
    current = index
    path = `msgs[${index}]`
    const address = signerOf(message, signer)
    if (signer && address && signer !== address) {
      fail({ kind: 'wrongSigner', certainty: 'likely', address })
      break
    }
    if (changed.has(index)) effects.isOpaque = true
    else add(message, 0)
  }
  return effects

  function push(effect: Effect): void {
    const at = path
    const apply: Effect = (time, lend) => {
      const risk = effect(time, lend)
      return risk && { ...risk, path: at }
    }
    steps.push({ message: current, apply })
  }

  /** Whether the message may be repeatable, because the same run undoes it or because it expires. */
  function mayBeUndone(message: AnyMessage): boolean {
    const { undoneBy } = rulesOf(message)
    return (
      JSON.stringify(message).includes('"expiration":"') ||
      (undoneBy !== undefined && textsWith(undoneBy).some(text => text.includes(`"${message.grantee}"`)))
    )
  }

  function textsWith(type: string): string[] {
    const known = texts.get(type)
    if (known) return known
    const found = messages.filter(message => typedMessages(message).some(({ name }) => name === type))
    const written = found.map(message => JSON.stringify(message))
    texts.set(type, written)
    return written
  }

  function add(message: AnyMessage, depth: number): void {
    const name = nameOf(message)
    const { coins: field, canLackCoins, spends, isPredictable, isLimited, once } = rulesOf(message)
    const coins = field === undefined ? null : coinsOf(message[field])
    const deadline = deadlineOf(message)
    const lateError = message.start_at
      ? 'custom start time must be at least a minute into the future'
      : 'timeout elapsed'
    if (deadline > 0) push(time => (deadline <= time ? fails(lateError) : undefined))
    if (lacksTimeout(message))
      fail(fails('packet timeout height and packet timeout timestamp cannot both be 0: invalid packet'))
    if (once && !mayBeUndone(message)) failOnceDone(once)
    if (coins && !mayHave(coins, canLackCoins)) fail(fails('invalid coins'))
    const error = messageError(message)
    if (error !== undefined) fail(fails(error))
    if (isLimited) effects.canFailLater = true
    if (name === 'MsgExec') {
      if (depth === maxDepth || message['@tooDeep']) effects.isOpaque = true
      const outer = path
      for (const [index, inner] of messagesIn(message, depth).entries()) {
        path = `${outer}.msgs[${index}]`
        useGrant(inner, signerOf(message, signer))
        add(inner, depth + 1)
      }
      path = outer
    } else if (spends) {
      send(message, coins, spends === 'all')
      if (!isPredictable) effects.isOpaque = true
      if (name === 'MsgDelegate') changeDelegation(message, 1n)
    } else {
      if (!isPredictable && !isAboutDelegation(message, name)) effects.isOpaque = true
    }
  }

  function fail(risk: RunRisk): void {
    push(() => risk)
  }

  function failOnceDone(error: string): void {
    // Stored as a balance, because a failed run restores the balances of its messages.
    const done = balanceIn({ address: '', balances: new Map() }, '')
    done.amount = hasSucceeded ? 1n : 0n
    done.initial = done.amount
    balances.push(done)
    push(() => {
      if (done.amount > 0n) return fails(error)
      done.amount++
      return undefined
    })
  }

  function take(balance: Balance, amount: bigint, kind: ForecastRiskKind, canBeLocked = false): void {
    balances.push(balance)
    push((_, lend) => {
      const available = canBeLocked ? balance.amount : spendable(balance)
      const isEnough = available >= amount || (kind === 'messageFunds' && lend?.(balance, amount - available))
      if (isEnough) {
        const mayLack = amount > 0n && !lend && available - balance.maybeLess < amount
        if (mayLack) return unknownBalance(balance)
        balance.amount -= amount
        return undefined
      }
      if (available + balance.maybeMore >= amount) return unknownBalance(balance)
      // Earlier messages of the run spend from the same balance.
      const spent = larger(balance.beforeMessages - balance.amount, 0n)
      const risk = shortage(kind, balance, amount + spent, available + spent)
      // It is unknown when locked coins unlock.
      return balance.amount >= amount ? { ...risk, certainty: 'unknown' } : risk
    })
  }

  /** A run with an unknown outcome may have changed the balance. */
  function unknownBalance({ address }: Balance): RunRisk {
    return { kind: 'factsMissing', certainty: 'unknown', address }
  }

  /** The fee account of a draft has no address, so a message without an address isn't about it. */
  function accountAt(address: string | undefined): Account | undefined {
    return address ? ledger.accounts.get(address) : undefined
  }

  function send(message: AnyMessage, coins: readonly Coin[] | null, canBeLocked: boolean): void {
    const account = accountAt(signerOf(message, signer))
    const receiver = accountAt(addressOf(message.to_address, signer))
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
    const grant = grants.find(({ authorization }) => grantedType(authorization) === message['@type'])
    if (!grant || excludesRecipient(grant.authorization, addressOf(message.to_address, signer))) {
      // An authorization for several types of messages can't be matched here.
      if (!grant && grants.some(({ authorization }) => !grantedType(authorization))) effects.isOpaque = true
      else fail({ kind: 'grantMissing', certainty: 'likely', address: granter })
      return
    }
    const { expiration: expires, limit } = grant
    if (expires) {
      const end = endOf(expires)
      const risk: RunRisk = { kind: 'grantExpires', certainty: 'likely', address: granter, expires }
      push(time => (end <= time ? risk : undefined))
    }
    if (!limit) return
    for (const { denom, amount } of coinsOf(message.amount) ?? [])
      take(balanceIn(limit, denom), BigInt(amount), 'grantUsedUp')
  }

  /** Returns whether the message only depends on delegations, and all of them are known. */
  function isAboutDelegation(message: AnyMessage, name: string): boolean {
    if (name === 'MsgWithdrawDelegatorReward') return needDelegation(message)
    if (name !== 'MsgUndelegate') return false
    const isKnown = changeDelegation(message, -1n)
    const isLimitKnown = unbond(message)
    if (!isKnown || !isLimitKnown) effects.canFailLater = true
    return isKnown && isLimitKnown
  }

  function delegationOf(message: AnyMessage): Balance | undefined {
    const account = ledger.delegations.get(signerOf(message, signer) ?? '')
    return account && balanceIn(account, String(message.validator_address))
  }

  function needDelegation(message: AnyMessage): boolean {
    const delegated = delegationOf(message)
    if (!delegated) return false
    balances.push(delegated)
    push(() => (delegated.amount > 0n ? undefined : fails('no delegation distribution info')))
    return true
  }

  function changeDelegation(message: AnyMessage, sign: 1n | -1n): boolean {
    const delegated = delegationOf(message)
    const [coin] = coinsOf(message.amount) ?? []
    if (!delegated || !coin) return false
    const change = sign * BigInt(coin.amount)
    balances.push(delegated)
    push(() => {
      if (delegated.amount + change < 0n) return fails('invalid shares amount')
      delegated.amount += change
      return undefined
    })
    return true
  }

  function unbond(message: AnyMessage): boolean {
    const { validator_address: address } = message
    const known = ledger.unbondings.get(signerOf(message, signer) ?? '')
    if (!known?.params || typeof address !== 'string') return false
    const { maxEntries, unbondingTime } = known.params
    const duration = toNanoseconds(unbondingTime) / 1_000_000
    const count = balanceIn(known.added, address)
    const times = known.times.get(address) ?? []
    known.times.set(address, times)
    const recorded = known.delegations
      .filter(({ validatorAddress }) => validatorAddress === address)
      .flatMap(({ entries }) => entries.map(({ completionTime }) => clockTime(completionTime)))
    balances.push(count)
    push(time => {
      const added = times.slice(0, Number(count.amount))
      const ends = [...recorded, ...added.map(start => start + duration)]
      // The block before is earlier than the run.
      if (countOpen(ends, time - 1) >= maxEntries) return { kind: 'unbondingLimit', certainty: 'likely', address }
      // The chain merges the entries of one block.
      if (added.at(-1) === time) return undefined
      times[added.length] = time
      count.amount += 1n
      return undefined
    })
    return true
  }
}

function mayHave(coins: readonly Coin[], canLackCoins: MessageRules['canLackCoins']): boolean {
  if (coins.length === 0) return canLackCoins !== undefined
  return canLackCoins === 'zero' || areValidCoins(coins)
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
  return Number(timeout_timestamp) / 1_000_000 || endOf(`${expiration}`) || Number(start_at) * 1_000 - 60_000
}

/** Another chain could never tell that a transfer without any timeout is too late, so no chain sends it. */
function lacksTimeout(message: AnyMessage): boolean {
  const { revision_number: number, revision_height: height } = Object(message.timeout_height)
  return nameOf(message) === 'MsgTransfer' && [message.timeout_timestamp, number, height].every(isZero)
}

function isZero(value: unknown): boolean {
  return !Number(value ?? 0)
}

/** Rounds down, because a run is always executed in a block after its due time. */
function endOf(time: string): number {
  return toDate(time)?.getTime() ?? Number.NaN
}
