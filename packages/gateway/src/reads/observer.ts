import type { FlowQueryError } from '@flow-query/core'

/** The source of a response. `hit`, `merged` and `stale` caused no request to a node. */
export type ReadResult = 'hit' | 'miss' | 'merged' | 'stale' | 'error'

/** Counts what the reads do, for metrics. */
export interface ReadsObserver {
  /** Called for each request of a client with the query that it reads. */
  onRead: (query: string, result: ReadResult) => void
  /** Called for each response of a node. `status` is 0 if the node didn't respond. */
  onUpstream: (upstream: { url: string; status: number; durationMs: number }) => void
  /** Called if a request to a node fails. The next node is tried then. */
  onFailure: (url: string, error: FlowQueryError) => void
}
