import { type Body, invalidField, isRecord } from '@flow-query/core/parts/decode'
import { camelCase } from './node-format.js'

/**
 * Rejects objects that readers understand differently, such as a message with the fields `toAddress` and `to_address`, because the chain
 * and the portal only use the first one.
 */
export function rejectAmbiguousNames(value: unknown, path = ''): void {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) rejectAmbiguousNames(item, `${path}[${index}]`)
  if (!isRecord(value)) return
  const start = path && `${path}.`
  rejectRepeatedFields(value, start)
  rejectOtherTypes(value, start)
  for (const [name, part] of Object.entries(value))
    if (!isOfContract(name, part)) rejectAmbiguousNames(part, start + name)
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
    if (fieldOf(name) === 'typeUrl') invalidField(`${start}value.${name}`, 'is a second type of the message')
}

function fieldOf(name: string): string {
  return name === '@type' ? 'typeUrl' : camelCase(name)
}

/** A contract defines the names in its messages. */
export function isOfContract(name: string, value: unknown): boolean {
  return name === 'msg' && isRecord(value) && !('typeUrl' in value) && !('@type' in value)
}
