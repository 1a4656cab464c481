import { isRecord } from '@flow-query/core/parts/decode'
import type { FlowDraft } from './draft.js'

export function valueAt(value: unknown, path: string): unknown {
  return keysOf(path).reduce((part, key) => (part as { [key: string]: unknown } | undefined)?.[key], value)
}

export function withValue(draft: FlowDraft, path: string, value: unknown): FlowDraft {
  return replaced(draft, keysOf(path), value) as FlowDraft
}

function replaced(part: unknown, [key, ...keys]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value
  if (Array.isArray(part)) return part.map((item, index) => (`${index}` === key ? replaced(item, keys, value) : item))
  return isRecord(part) ? { ...part, [key]: replaced(part[key], keys, value) } : part
}

function keysOf(path: string): string[] {
  return path.match(/[^.[\]]+/g) ?? []
}
