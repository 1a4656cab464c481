import type { FlowQueryError } from '@flow-query/core'
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

interface Check<Data> {
  data: Data
  isPending: boolean
  error: FlowQueryError | null
}

/** Returns a check, such as the verdicts of flows, as a store. `read` returns its current state. */
export function checkStore<Data>(read: () => Check<Data>): QueryStore<Check<Data>> {
  return queryStore({
    get data() {
      return read().data
    },
    get isPending() {
      return read().isPending
    },
    get error() {
      return read().error
    },
  })
}
