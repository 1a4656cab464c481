/**
 * The node's JSON names (`fee_address`) to ours (`feeAddress`) and back, through every object and list. Messages keep
 * the names that their own types give them.
 */
export const camelCase = renamer(name => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()))

/** The other way round. */
export const snakeCase = renamer(name => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`))

function renamer(rename: (name: string) => string): (value: unknown) => unknown {
  const known = new Map<string, string>()
  function renamed(name: string): string {
    let other = known.get(name)
    if (other === undefined) {
      other = rename(name)
      known.set(name, other)
    }
    return other
  }
  return function walk(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null || '@type' in value) return value
    const fields = value as Record<string, unknown>
    const copy: Record<string, unknown> = {}
    for (const name of Object.keys(fields)) copy[renamed(name)] = walk(fields[name])
    return copy
  }
}
