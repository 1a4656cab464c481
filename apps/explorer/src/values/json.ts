/** Formats a value as indented JSON. Values deeper than 100 levels become `…`. */
export function json(value: unknown): string {
  return JSON.stringify(cut(value), null, 2)
}

/** Replaces values deeper than `levels` with `…`, because `JSON.stringify` could overflow the stack. */
export function cut(value: unknown, levels = 100): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (!levels) return '…'
  if (Array.isArray(value)) return value.map(item => cut(item, levels - 1))
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cut(item, levels - 1)]))
}
