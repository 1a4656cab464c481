import { type Body, isRecord } from '../../decode.js'

const enumerations: { readonly [field: string]: readonly string[] | undefined } = {
  operator: [
    'EQUAL',
    'CONTAINS',
    'NOT_CONTAINS',
    'SMALLER_THAN',
    'LARGER_THAN',
    'GREATER_EQUAL',
    'LESS_EQUAL',
    'STARTS_WITH',
    'ENDS_WITH',
    'NOT_EQUAL',
  ],
  timeout_policy: ['REJECT_QUERY_RESPONSE', 'RETRY_QUERY_REQUEST', 'EXECUTE_QUERY_CALLBACK'],
}

/** Returns a draft with the names and types of a node's responses. Like a node, it accepts camelCase names and numbers. */
export function inNodeFormat(draft: Body): Body {
  const fields: { [field: string]: unknown } = {}
  for (const name in draft) {
    const field = snakeCase(name)
    if (draft[name] !== null) fields[field] = field === 'msgs' ? draft[name] : inField(field, draft[name])
  }
  return fields
}

function inField(field: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map(item => inField(field, item))
  if (isRecord(value)) return field === 'timeout_duration' ? durationOf(value) : inNodeFormat(value)
  if (typeof value !== 'number') return value
  const isUint64 = field === 'start_at' || /flow_id$|_of$/.test(field)
  return enumerations[field]?.[value] ?? (isUint64 ? `${value}` : value)
}

/** JavaScript libraries use an object for a duration. */
function durationOf({ seconds = 0, nanos = 0 }: Body): string {
  return `${Number(seconds) + Number(nanos) / 1e9}s`
}

export function enumNumber(field: string, name: string): number {
  return enumerations[field]?.indexOf(name) ?? -1
}

export function camelCase(name: string): string {
  return name.replace(/_([a-z\d])/g, (_, letter: string) => letter.toUpperCase())
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}
