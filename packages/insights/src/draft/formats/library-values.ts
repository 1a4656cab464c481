import { type Body, isRecord } from '@flow-query/core/parts/decode'
import { operators, timeoutPolicies } from '@flow-query/rules'
import { inNodeFormat } from './node-format.js'

const enumerations: { readonly [field: string]: readonly string[] | undefined } = {
  operator: operators,
  timeout_policy: timeoutPolicies,
}

export function fromLibrary(draft: Body): Body {
  return inNodeFormat(draft, nodeValue)
}

function nodeValue(field: string, value: unknown): unknown {
  if (isRecord(value)) return field === 'timeout_duration' ? durationOf(value) : value
  if (typeof value !== 'number') return value
  const isUint64 = field === 'start_at' || /flow_id$|_of$/.test(field)
  return enumerations[field]?.[value] ?? (isUint64 || field in enumerations ? `${value}` : value)
}

function durationOf({ seconds = 0, nanos = 0 }: Body): string {
  return `${Number(seconds) + Number(nanos) / 1e9}s`
}

export function enumNumber(field: string, name: string): number {
  return enumerations[field]?.indexOf(name) ?? -1
}
