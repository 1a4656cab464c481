import { fromStore, type Readable } from 'svelte/store'

/** Plain, a getter, or a store: what a getter or a store holds may change. */
export type Given<Value> = Value | (() => Value) | Readable<Value>

/** Reads what was given as of now; an effect or a derived that does so runs again when it changes. */
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
