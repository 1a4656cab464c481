import { fromStore, type Readable } from 'svelte/store'

/** A plain value, or a getter or store whose value can change. */
export type Given<Value> = Value | (() => Value) | Readable<Value>

/** Returns a function that reads the current value. Effects and deriveds that call it run again when the value changes. */
export function reader<Value>(given: Given<Value>): () => Value {
  if (isGetter(given)) return given
  if (!isStore(given)) return () => given
  const store = fromStore(given)
  return () => store.current
}

function isGetter<Value>(given: Given<Value>): given is () => Value {
  return typeof given === 'function'
}

function isStore<Value>(given: Value | Readable<Value>): given is Readable<Value> {
  return typeof given === 'object' && given !== null && 'subscribe' in given
}
