import type { AnyMessage, Coin } from '@flow-query/core'
import { isRecord, lookUp } from '@flow-query/core/parts/decode'
import { parseTime } from '@flow-query/core/parts/runs'
import { signerField } from '@flow-query/rules'
import { withCoins } from '../coins.js'
import { signerOf } from '../forecast/messages.js'
import type { FlowDraft } from './draft.js'
import { parseDuration } from './duration.js'
import type { DraftProblem, FlowCheck } from './result.js'

/** A draft with the known fixes, from {@link fixDraft}. */
export interface FixedDraft {
  draft: FlowDraft
  /** The problems for which the draft was changed. */
  fixed: DraftProblem[]
  /** The problems that only a person can fix, for example because the right recipient is unknown. */
  open: DraftProblem[]
}

/**
 * Changes a draft so that the problems of its check are fixed, if the fix is known: fee funds for all runs, a lower amount, a later end,
 * the address of the interchain account, and so on. Check the new draft, because a change can cause another problem.
 *
 * @example
 * const draft = draftFrom(flow)
 * const facts = await readDraftFacts(client, draft)
 * const { draft: fixed, open } = fixDraft(draft, checkFlow(draft, facts, facts.time))
 */
export function fixDraft(draft: FlowDraft, { problems, cost }: Pick<FlowCheck, 'problems' | 'cost'>): FixedDraft {
  const result: FixedDraft = { draft, fixed: [], open: [] }
  for (const problem of problems) {
    // Another fix may already have changed what this one would change.
    const isFixed = [draft, result.draft].some(before => {
      const after = fixedFor(before, problem, cost)
      return after !== undefined && !isEqual(after, before)
    })
    result.draft = (isFixed && fixedFor(result.draft, problem, cost)) || result.draft
    result[isFixed ? 'fixed' : 'open'].push(problem)
  }
  return result
}

/** Unchanged parts of a fixed draft are the same objects, so long drafts are compared quickly. */
function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (!isObject(one) || !isObject(other)) return false
  const [fields, otherFields] = [Object.entries(one), Object.entries(other)]
  return fields.length === otherFields.length && fields.every(([name, part]) => isEqual(part, lookUp(other, name)))
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null
}

function fixedFor(draft: FlowDraft, problem: DraftProblem, cost: FlowCheck['cost']): FlowDraft | undefined {
  switch (problem.kind) {
    case 'labelTooLong':
      return { ...draft, label: shortened(draft.label, Number(problem.limit)) }
    case 'durationTooShort':
    case 'durationTooLong':
      return withWholeIntervals({ ...draft, duration: problem.limit })
    case 'intervalTooShort':
    case 'intervalTooShortForRelayer':
      return withWholeIntervals({ ...draft, interval: problem.limit })
    case 'intervalTooLong':
    case 'unevenInterval':
      return withWholeIntervals(draft)
    case 'startTooSoon':
      return { ...draft, startAt: '0' }
    case 'startTooLate':
      return { ...draft, startAt: String(parseTime(problem.limit)?.seconds ?? 0) }
    case 'queryTimeoutTooLong':
      return withValue(draft, problem.path, inSeconds(parseDuration(problem.limit)))
    case 'queryResponseRejected':
    case 'queryRepeated':
      return withValue(draft, problem.path, 'EXECUTE_QUERY_CALLBACK')
    case 'noSavedResponses':
      return withConfiguration(draft, { saveResponses: true })
    case 'feeBalanceTooLow':
    case 'feeNotCollected':
      return problem.address === '' && cost && canPay(problem.inWallet, cost.fund)
        ? withWholeIntervals({ ...draft, feeFunds: withCoins(draft.feeFunds, [cost.fund]) })
        : undefined
    case 'feeFundsTooLow':
    case 'feeFundsUnused':
      return withoutFeeFunds(draft, problem.coins)
    case 'agentFeeTooHigh':
      return withFeeLimit(draft, [problem.price])
    case 'agentFeeDenom':
      return withFeeLimit(draft, problem.prices)
    case 'agentFeeNotHeld':
      return draft.configuration.walletFallback ? undefined : withConfiguration(draft, { walletFallback: true })
    case 'wrongGrantee':
      return withValue(draft, problem.path, draft.owner)
    case 'wrongSigner':
    case 'otherChainAddress':
      return withSigner(draft, problem)
    case 'messageFunds':
      return cost
        ? withLowerAmount(draft, problem.path, problem.missingForAllRuns ?? problem.missing, cost.scheduled)
        : undefined
    default:
      return undefined
  }
}

function canPay(inWallet: Coin | undefined, { amount }: Coin): boolean {
  return inWallet === undefined || BigInt(inWallet.amount) >= BigInt(amount)
}

function shortened(text: string, limit: number): string {
  let short = ''
  for (const character of text) {
    if (new TextEncoder().encode(short + character).length > limit) break
    short += character
  }
  return short
}

/** Shortens the duration to a multiple of the interval, with the same number of runs. */
function withWholeIntervals(draft: FlowDraft): FlowDraft {
  const interval = parseDuration(draft.interval)
  const duration = parseDuration(draft.duration)
  if (!(interval > 0) || Number.isNaN(duration) || (duration > 0 && duration % interval === 0)) return draft
  const runs = Math.max(1, Math.floor(duration / interval))
  return { ...draft, duration: inSeconds(runs * interval) }
}

function inSeconds(nanoseconds: number): string {
  return nanoseconds % 1e6 === 0 ? `${nanoseconds / 1e9}s` : `${nanoseconds}ns`
}

function withConfiguration(draft: FlowDraft, changes: Partial<FlowDraft['configuration']>): FlowDraft {
  return { ...draft, configuration: { ...draft.configuration, ...changes } }
}

function withoutFeeFunds(draft: FlowDraft, coins: readonly Coin[]): FlowDraft {
  const keyOf = ({ denom, amount }: Coin) => `${amount} ${denom}`
  const removed = new Set(coins.map(keyOf))
  return { ...draft, feeFunds: draft.feeFunds.filter(coin => !removed.has(keyOf(coin))) }
}

function withFeeLimit(draft: FlowDraft, prices: readonly Coin[]): FlowDraft | undefined {
  const { trustlessAgent } = draft
  if (!trustlessAgent || prices.length === 0) return undefined
  return { ...draft, trustlessAgent: { ...trustlessAgent, feeLimit: withCoins(trustlessAgent.feeLimit, prices) } }
}

/** On another chain, the sender is `ICA_ADDR`, which the chain replaces. On this chain, only the owner knows who should pay. */
function withSigner(draft: FlowDraft, { path, address }: { path: string; address: string }): FlowDraft | undefined {
  const isOfMessage = isMessage(valueAt(draft, path))
  const messagePath = isOfMessage ? path : path.slice(0, path.lastIndexOf('.'))
  const message = valueAt(draft, messagePath)
  if (!draft.connectionId || !isMessage(message) || signerOf(message) !== address) return undefined
  const signerPath = `${messagePath}.${signerField(message)}`
  return isOfMessage || path === signerPath ? withValue(draft, signerPath, 'ICA_ADDR') : undefined
}

function isMessage(value: unknown): value is AnyMessage {
  return isRecord(value) && '@type' in value
}

function withLowerAmount(
  draft: FlowDraft,
  path: string,
  missing: Coin | undefined,
  runs: number,
): FlowDraft | undefined {
  const value = valueAt(draft, path)
  const coins: unknown[] = Array.isArray(value) ? value : [value]
  const coin = coins.find(one => isRecord(one) && one.denom === missing?.denom) as Coin | undefined
  if (!missing || !coin || !/^\d+$/.test(coin.amount)) return undefined
  const count = BigInt(Math.max(1, runs))
  const amount = BigInt(coin.amount) - (BigInt(missing.amount) + count - 1n) / count
  if (amount <= 0n) return undefined
  const lower = coins.map(one => (one === coin ? { ...coin, amount: String(amount) } : one))
  return withValue(draft, path, Array.isArray(value) ? lower : lower[0])
}

function valueAt(value: unknown, path: string): unknown {
  return keysOf(path).reduce((part, key) => (part as { [key: string]: unknown } | undefined)?.[key], value)
}

function withValue(draft: FlowDraft, path: string, value: unknown): FlowDraft {
  return replaced(draft, keysOf(path), value) as FlowDraft
}

function replaced(part: unknown, [key, ...keys]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value
  if (Array.isArray(part)) {
    const place = Number(key)
    return part.map((item, index) => (index === place ? replaced(item, keys, value) : item))
  }
  return isRecord(part) ? { ...part, [key]: replaced(part[key], keys, value) } : part
}

function keysOf(path: string): string[] {
  return path.match(/[^.[\]]+/g) ?? []
}
