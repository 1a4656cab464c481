import { toJson } from '../../json.js'
import { platform } from '../../platform.js'
import { durationToNs, timeToNs } from '../blocks/time.js'
import type { AnyMessage } from '../state.js'

// The sizes of fields in protobuf, in bytes. A field with its default value has no bytes.

const textEncoder = new platform.TextEncoder()

export function text(value: string): number {
  return value === '' ? 0 : textInList(value)
}

export function texts(values: readonly string[]): number {
  return sum(values, textInList)
}

export function uint(value: string | number | bigint): number {
  return BigInt(value) === 0n ? 0 : 1 + varint(value)
}

export function uints(values: readonly string[]): number {
  return values.length === 0 ? 0 : nested(sum(values, varint))
}

export function flag(value: boolean): number {
  return value ? 2 : 0
}

export function bytes(base64: string): number {
  return nested((base64.length / 4) * 3)
}

export function time(value: string): number {
  return seconds(timeToNs(value))
}

export function duration(value: string): number {
  return seconds(durationToNs(value))
}

export function nested(size: number): number {
  return 1 + varint(size) + size
}

export function message(value: AnyMessage): number {
  try {
    return any(value)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return textInList(toJson(value))
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

function textInList(value: string): number {
  return nested(textEncoder.encode(value).length)
}

function seconds(ns: bigint): number {
  return nested(uint(ns / 1_000_000_000n) + uint(ns % 1_000_000_000n))
}

function varint(value: string | number | bigint): number {
  return Math.max(1, Math.ceil(BigInt.asUintN(64, BigInt(value)).toString(2).length / 7))
}

function sum<Item>(items: readonly Item[], size: (item: Item) => number): number {
  let total = 0
  for (const item of items) total += size(item)
  return total
}
