export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `JSON.stringify` is recursive, so it fails at some thousand levels. */
export function toJson(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return toDeepJson(value)
  }
}

function toDeepJson(root: unknown): string {
  const parts: string[] = []
  const left: ({ text: string } | { value: unknown })[] = [{ value: root }]
  for (let next = left.pop(); next; next = left.pop()) {
    if ('text' in next) parts.push(next.text)
    else if (typeof next.value !== 'object' || next.value === null) parts.push(JSON.stringify(next.value) ?? 'null')
    else {
      const isList = Array.isArray(next.value)
      const entries = Object.entries(next.value).filter(([, value]) => isList || value !== undefined)
      parts.push(isList ? '[' : '{')
      left.push({ text: isList ? ']' : '}' })
      for (const [index, [name, value]] of [...entries.entries()].reverse()) {
        const key = isList ? '' : `${JSON.stringify(name)}:`
        left.push({ value }, { text: index > 0 ? `,${key}` : key })
      }
    }
  }
  return parts.join('')
}
