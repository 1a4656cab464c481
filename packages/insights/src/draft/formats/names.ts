import { type Body, invalidField, isRecord, lookUp } from '@flow-query/core/parts/decode'
import { type Fields, fieldsOfMessage } from './message-fields.js'
import { camelCase, snakeCase } from './node-format.js'

/**
 * Rejects objects that readers understand differently:
 * - a message with the fields `toAddress` and `to_address`, because the chain and the portal only use the first one
 * - a message with a field that its type doesn't have, because a node rejects it, and the portal drops it
 */
export function rejectAmbiguousNames(value: unknown, path = ''): void {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) rejectAmbiguousNames(item, `${path}[${index}]`)
  if (!isRecord(value)) return
  const start = path && `${path}.`
  rejectRepeatedFields(value, start)
  rejectOtherTypes(value, start)
  for (const [name, part] of Object.entries(value))
    if (!isOfContract(name, part)) rejectAmbiguousNames(part, start + name)
  rejectUnknownFields(value, start)
}

function rejectRepeatedFields(body: Body, start: string): void {
  const names = new Map<string, string>()
  for (const name of Object.keys(body)) {
    const field = fieldOf(name)
    const other = names.get(field)
    names.set(field, name)
    if (other === undefined) continue
    const [first, second] = name === field ? [name, other] : [other, name]
    invalidField(start + first, `and \`${second}\` are two names of one field`)
  }
}

/** The portal reads the type of a message in `typeUrl`, and all its fields in `value`. */
function rejectOtherTypes(body: Body, start: string): void {
  const { typeUrl, value, ...others } = body
  if (typeUrl === undefined || !isRecord(value)) return
  for (const name of Object.keys(others)) invalidField(start + name, 'is outside of `value`')
  for (const name of Object.keys(value))
    if (fieldOf(name) === 'typeUrl' && !(name === '$typeUrl' && value[name] === typeUrl))
      invalidField(`${start}value.${name}`, 'is a second type of the message')
}

function rejectUnknownFields(body: Body, start: string): void {
  const { typeUrl, $typeUrl = typeUrl, '@type': type = $typeUrl, value, ...others } = body
  const fields = typeof type === 'string' ? fieldsOfMessage(type) : undefined
  if (!fields) return
  if (typeUrl !== undefined && typeof value === 'string') return
  const isWrapped = typeUrl !== undefined && isRecord(value)
  const unwrapped = value === undefined ? others : { ...others, value }
  rejectFieldsExcept(fields, isWrapped ? value : unwrapped, isWrapped ? `${start}value.` : start, `${type}`)
}

function rejectFieldsExcept(fields: Fields, body: unknown, start: string, type: string): void {
  if (Array.isArray(body))
    for (const [index, item] of body.entries())
      rejectFieldsExcept(fields, item, `${start.slice(0, -1)}[${index}].`, type)
  if (!isRecord(body)) return
  for (const [name, part] of Object.entries(body)) {
    if (name === '$typeUrl') continue
    const field = snakeCase(name)
    if (!Object.hasOwn(fields, field)) invalidField(start + name, `is not a field of ${type}`)
    const inner = lookUp(fields, field)
    if (inner) rejectFieldsExcept(inner, part, `${start}${name}.`, type)
  }
}

function fieldOf(name: string): string {
  return name === '@type' || name === '$typeUrl' ? 'typeUrl' : camelCase(name)
}

/** A contract defines the names in its messages. */
export function isOfContract(name: string, value: unknown): boolean {
  return name === 'msg' && isRecord(value) && !('typeUrl' in value) && !('@type' in value)
}
