import { concat, field } from '../../go/protobuf.js'
import { bytesOf } from '../../go/text.js'
import { isRecord } from '../../json.js'
import type { AnyMessage } from '../state.js'

/**
 * Prints a message like `String()` of the generated Go code, which error messages contain. Messages inside are printed as their bytes.
 * Both assume that the JSON has the fields in the order of their numbers, and that all values are text, like in `MsgSend`.
 */
export function protoText(message: AnyMessage): string {
  return fieldsOf(message)
    .map(([name, value]) =>
      isRecord(value) ? `${name}:<${textOf(value)}> ` : `${name}:${quoted(bytesOf(String(value)))} `,
    )
    .join('')
}

function textOf(value: Record<string, unknown>): string {
  if (typeof value['@type'] !== 'string') return protoText(value as AnyMessage)
  const bytes = String.fromCharCode(...bytesOfFields(value))
  return `type_url:${quoted(value['@type'])} value:${quoted(bytes)} `
}

function fieldsOf(message: Record<string, unknown>): [name: string, value: unknown, number: number][] {
  return Object.entries(message)
    .filter(([name]) => name !== '@type')
    .flatMap(([name, value], index) => [value].flat().map((item): [string, unknown, number] => [name, item, index + 1]))
}

function bytesOfFields(message: Record<string, unknown>): Uint8Array {
  return concat(
    ...fieldsOf(message).map(([, value, number]) =>
      field(number, isRecord(value) ? bytesOfValue(value) : String(value)),
    ),
  )
}

function bytesOfValue(value: Record<string, unknown>): Uint8Array {
  const type = value['@type']
  return typeof type === 'string' ? concat(field(1, type), field(2, bytesOfFields(value))) : bytesOfFields(value)
}

const escapes: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '"': '\\"', '\\': '\\\\' }

/** Quotes bytes like Go's protobuf text format, with octal escapes. */
function quoted(bytes: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: bytes can have any value
  const escaped = bytes.replace(/[\x00-\x1f"\\\x7f-\xff]/g, byte => {
    return escapes[byte] ?? `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`
  })
  return `"${escaped}"`
}
