import { fromStore, type Readable, toStore } from 'svelte/store'

/** A query as a store (`$flow.data`) and as a runes object (`flow.data`). */
export type QueryStore<Query> = Query & Readable<Query>

/** Adds `subscribe` to a query. Subscribers receive a copy of the query after each change. */
export function queryStore<Query extends object>(query: Query): QueryStore<Query> {
  // TanStack Query only updates properties that have been read. The copy reads all of them.
  const { subscribe } = toStore(() => ({ ...query }))
  return new Proxy(query, {
    get: (target, name) => (name === 'subscribe' ? subscribe : Reflect.get(target, name)),
  }) as QueryStore<Query>
}

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
