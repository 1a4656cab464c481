/** Looks up a name from outside in a table. The name can be `constructor` or another property of all objects. */
export function lookUp<Value>(table: { readonly [name: string]: Value }, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
