import { type Readable, toStore } from 'svelte/store'

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
