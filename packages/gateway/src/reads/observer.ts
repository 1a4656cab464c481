import type { FlowQueryError } from '@flow-query/core'

export type ReadResult = 'hit' | 'miss' | 'merged' | 'stale' | 'error'

export interface ReadsObserver {
  onRead: (query: string, result: ReadResult) => void
  onUpstream: (upstream: { url: string; status: number; durationMs: number }) => void
  onFailure: (url: string, error: FlowQueryError) => void
}
