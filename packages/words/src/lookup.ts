/** What a table has under a name that somebody else chose, which may be one that every object has: `__proto__`. */
export function lookUp<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
