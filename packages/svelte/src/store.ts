import { type Readable, toStore } from 'svelte/store'

/** A query as a store (`$flow.data`) and as a runes object (`flow.data`). */
export type QueryStore<Query> = Query & Readable<Query>

/** Adds `subscribe` to a query. Its subscribers get a snapshot of the whole whenever any of it changes. */
export function queryStore<Query extends object>(query: Query): QueryStore<Query> {
  // TanStack Query leaves alone what nobody has read yet. This reads all of it, so that nothing is out of date later.
  const { subscribe } = toStore(() => ({ ...query }))
  // No type says what a Proxy adds.
  return new Proxy(query, {
    get: (target, name) => (name === 'subscribe' ? subscribe : Reflect.get(target, name)),
  }) as QueryStore<Query>
}
