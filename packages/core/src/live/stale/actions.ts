import type { LiveStatus } from '../../events.js'
import type { Flow } from '../../types.js'
import type { CacheEvent, ChainQuery } from '../cache.js'
import type { Change } from '../changes.js'
import type { Mark } from './marks.js'

export type StaleAction =
  | { type: 'changed'; changes: readonly Change[] }
  | { type: 'statusChanged'; state: LiveStatus['state'] }
  | { type: 'eventsMissed' }
  | { type: 'polled'; queries: readonly ChainQuery[] }
  | { type: 'retried'; queries: readonly ChainQuery[] }
  | { type: 'rowsRead'; rows: AcceptedRows }
  | { type: 'rowsMissing'; ids: readonly string[] }
  | { type: 'cacheEvent'; query: ChainQuery; event: Pick<CacheEvent, 'type' | 'action'> }
  | { type: 'readPlanned'; query: ChainQuery }
  | { type: 'newestReading'; query: ChainQuery; isReading: boolean }
  | { type: 'newestRead'; query: ChainQuery; mark: Mark; data: unknown }
  | { type: 'newestUnreadable'; query: ChainQuery; request: 'whole' | 'nothing' }

/** The rows to write into each query. */
export type AcceptedRows = ReadonlyMap<ChainQuery, ReadonlyMap<string, Flow>>
