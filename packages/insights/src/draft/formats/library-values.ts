import { type Body, invalidField, isRecord, lookUp } from '@flow-query/core/parts/decode'
import { operators, timeoutPolicies } from '@flow-query/rules'
import { inNodeFormat, snakeCase } from './node-format.js'

const enumerations: { readonly [field: string]: readonly string[] | undefined } = {
  operator: operators,
  timeout_policy: timeoutPolicies,
}

/**
 * Converts a flow with the names and values of the official library, of Amino or of the node's command line: constants as numbers,
 * durations as objects or nanoseconds, bytes as lists of numbers.
 */
export function fromLibrary(draft: Body): Body {
  const { msgs, ...fields } = inNodeFormat(draft, nodeValue)
  return { ...fields, ...(msgs !== undefined && { msgs: Array.isArray(msgs) ? msgs.map(messageFromLibrary) : msgs }) }
}

function nodeValue(field: string, value: unknown): unknown {
  if (field === 'timeout_duration') return durationOf(value)
  if (field === 'response' && isRecord(value)) return base64(Object.values(value).map(Number))
  if (typeof value !== 'number') return value
  const isUint64 = field === 'start_at' || /flow_id$|_of$/.test(field)
  return lookUp(enumerations, field)?.[value] ?? (isUint64 || Object.hasOwn(enumerations, field) ? `${value}` : value)
}

function durationOf(value: unknown): unknown {
  if (isRecord(value)) return `${Number(value.seconds ?? 0) + Number(value.nanos ?? 0) / 1e9}s`
  return typeof value === 'number' || /^\d+$/.test(`${value}`) ? `${Number(value) / 1e9}s` : value
}

export function base64(bytes: ArrayLike<number>): string {
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
}

/** A message of the library has its type in `typeUrl`, or in `$typeUrl` next to its fields. */
function messageFromLibrary(message: unknown, index?: number): unknown {
  if (Array.isArray(message)) return message.map(inner => messageFromLibrary(inner))
  if (!isRecord(message)) return message
  const { typeUrl, value, $typeUrl = typeUrl, ...others } = message
  if (typeof $typeUrl !== 'string') return message
  const fields = typeUrl === undefined ? others : value
  if (!isRecord(fields) || isBytes(fields)) {
    const path = index === undefined ? '' : `msgs[${index}]`
    return invalidField(
      path,
      `is an encoded ${$typeUrl}. Use the message before it is encoded, such as {"typeUrl":…,"value":{…}}`,
    )
  }
  const { $typeUrl: _, ...parts } = fields
  const named = Object.entries(parts).map(([name, part]) => {
    return [snakeCase(name), name === 'msg' ? part : messageFromLibrary(part)] as const
  })
  return { '@type': $typeUrl, ...Object.fromEntries(named) }
}

function isBytes(value: Body): boolean {
  return Object.keys(value).length > 0 && Object.keys(value).every(name => /^\d+$/.test(name))
}

export function enumNumber(field: string, name: string): number {
  return lookUp(enumerations, field)?.indexOf(name) ?? -1
}
