import { type Body, isRecord } from '@flow-query/core/parts/decode'

type Convert = (field: string, value: unknown) => unknown

/** Returns a draft with the names of a node's responses, and without empty fields. Messages already have these names. */
export function inNodeFormat(draft: Body, convert: Convert): Body {
  const { $typeUrl: _, ...named } = draft
  const fields = Object.entries(named).map(([name, value]) => {
    const field = snakeCase(name)
    return [field, field === 'msgs' ? value : inField(field, value, convert)] as const
  })
  return Object.fromEntries(fields.filter(([, value]) => value !== null))
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
