import type { FlowQueryError } from '@flow-query/core'
import { type QueryStore, queryStore } from '../store.js'

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
