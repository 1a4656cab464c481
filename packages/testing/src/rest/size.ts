import { durationToNs, timeToNs } from '../chain/blocks/time.js'
import type {
  AnyMessage,
  Coin,
  Comparison,
  Conditions,
  FeedbackLoop,
  Flow,
  HistoryEntry,
  IcqConfig,
} from '../chain/state.js'
import { toJson } from '../json.js'
import { platform } from '../platform.js'

export function flowSize(flow: Flow): number {
  return (
    uint(flow.id) +
    text(flow.owner) +
    text(flow.label) +
    text(flow.feeAddress) +
    sum(flow.msgs, message) +
    nested(seconds(durationToNs(flow.interval))) +
    nested(time(flow.startTime)) +
    nested(time(flow.execTime)) +
    nested(time(flow.endTime)) +
    sum(flow.updateHistory, update => nested(time(update))) +
    (flow.selfHostedIca ? nested(text(flow.selfHostedIca.portId) + text(flow.selfHostedIca.connectionId)) : 0) +
    (flow.trustlessAgent
      ? nested(
          text(flow.trustlessAgent.agentAddress) +
            sum(flow.trustlessAgent.feeLimit, coin) +
            text(flow.trustlessAgent.connectionId),
        )
      : 0) +
    (flow.configuration ? nested(sum(Object.values(flow.configuration), flag)) : 0) +
    (flow.conditions ? nested(conditions(flow.conditions)) : 0)
  )
}

export function entrySize(entry: HistoryEntry): number {
  return (
    nested(time(entry.scheduledExecTime)) +
    nested(time(entry.actualExecTime)) +
    sum(entry.execFee, coin) +
    flag(entry.executed) +
    flag(entry.timedOut) +
    sum(entry.errors, repeatedText) +
    sum(entry.msgResponses, any) +
    sum(entry.queryResponses, repeatedText) +
    packed(entry.packetSequences)
  )
}

function conditions(value: Conditions): number {
  return (
    sum(value.feedbackLoops, feedbackLoop) +
    sum(value.comparisons, comparison) +
    packed(value.stopOnSuccessOf) +
    packed(value.stopOnFailureOf) +
    packed(value.skipOnFailureOf) +
    packed(value.skipOnSuccessOf) +
    flag(value.useAndForComparisons)
  )
}

function feedbackLoop(loop: FeedbackLoop): number {
  const numbers = uint(loop.flowId) + uint(loop.responseIndex) + uint(loop.msgsIndex) + flag(loop.differenceMode)
  return nested(numbers + text(loop.responseKey) + text(loop.msgKey) + text(loop.valueType) + icq(loop.icqConfig))
}

function comparison(value: Comparison): number {
  const operator = value.operator === 'EQUAL' ? 0 : 2
  const numbers = uint(value.flowId) + uint(value.responseIndex) + flag(value.differenceMode) + operator
  return nested(numbers + text(value.responseKey) + text(value.valueType) + text(value.operand) + icq(value.icqConfig))
}

function icq(config: IcqConfig | null): number {
  if (!config) return 0
  const policy = config.timeoutPolicy === 'REJECT_QUERY_RESPONSE' ? 0 : 2
  const texts = text(config.connectionId) + text(config.chainId) + text(config.queryType) + text(config.queryKey)
  const response = config.response ? nested((config.response.length / 4) * 3) : 0
  return nested(texts + policy + nested(seconds(durationToNs(config.timeoutDuration))) + response)
}

function coin(value: Coin): number {
  return nested(text(value.denom) + text(value.amount))
}

function message(value: AnyMessage): number {
  try {
    return any(value)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return repeatedText(toJson(value))
  }
}

function any(message: AnyMessage): number {
  const { '@type': type, ...fields } = message
  return nested(text(type) + nested(sum(Object.entries(fields), field)))
}

/**
 * Message definitions are not available here, so digits count as a number only if the field name suggests one, such as `height`.
 */
function field([name, value]: [string, unknown]): number {
  if (typeof value === 'string') return isNumber(name, value) ? uint(value) : text(value)
  if (typeof value === 'number') return uint(value)
  if (typeof value === 'boolean') return flag(value)
  if (Array.isArray(value)) return sum(value, item => field([name, item]))
  if (typeof value !== 'object' || value === null) return 0
  if ('@type' in value && typeof value['@type'] === 'string') return any({ ...value, '@type': value['@type'] })
  return nested(sum(Object.entries(value), field))
}

function isNumber(name: string, value: string): boolean {
  return /^\d+$/.test(value) && /(height|timestamp|number|sequence|_id|nonce)$/.test(name)
}

function time(value: string): number {
  return seconds(timeToNs(value))
}

function seconds(ns: bigint): number {
  return uint(ns / 1_000_000_000n) + uint(ns % 1_000_000_000n)
}

const textEncoder = new platform.TextEncoder()

function text(value: string): number {
  return value === '' ? 0 : repeatedText(value)
}

function repeatedText(value: string): number {
  return nested(textEncoder.encode(value).length)
}

function nested(size: number): number {
  return 1 + varint(size) + size
}

function packed(values: readonly string[]): number {
  return values.length === 0 ? 0 : nested(sum(values, value => varint(BigInt(value))))
}

function uint(value: string | number | bigint): number {
  return BigInt(value) === 0n ? 0 : 1 + varint(value)
}

function flag(value: boolean): number {
  return value ? 2 : 0
}

function varint(value: string | number | bigint): number {
  return Math.max(1, Math.ceil(BigInt.asUintN(64, BigInt(value)).toString(2).length / 7))
}

function sum<Item>(items: readonly Item[], size: (item: Item) => number): number {
  let total = 0
  for (const item of items) total += size(item)
  return total
}
