import { type Body, isRecord } from '../../decode.js'

/** Returns the value of a field, or null to leave the field out. */
type Convert = (field: string, value: unknown) => unknown

/** Returns a draft with the names of a node's responses, and without empty fields. Messages already have these names. */
export function inNodeFormat(draft: Body, convert: Convert): Body {
  const fields: { [field: string]: unknown } = {}
  for (const name in draft) {
    const field = snakeCase(name)
    const value = field === 'msgs' ? draft[name] : inField(field, draft[name], convert)
    if (value !== null) fields[field] = value
  }
  return fields
}

function inField(field: string, value: unknown, convert: Convert): unknown {
  if (Array.isArray(value)) return value.map(item => inField(field, item, convert))
  const converted = convert(field, value)
  return isRecord(converted) ? inNodeFormat(converted, convert) : converted
}

export function camelCase(name: string): string {
  return name.replace(/_([a-z\d])/g, (_, letter: string) => letter.toUpperCase())
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}
