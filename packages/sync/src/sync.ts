import type { FlowClientOptions, FlowId } from '@flow-query/core'
import { follow } from './follow.js'
import { createNode } from './read/node.js'
import { type SyncProgress, type SyncResult, syncOnce } from './snapshot.js'
import type { Database } from './store.js'

export interface SyncOptions {
  /** The database: `duckdb('flows.duckdb')`, `postgres(url)` or `clickhouse(url)`. */
  to: Database
  /** Copy only flows of this owner. You can't change it later for the same database. */
  owner?: string | undefined
  /** The ID of the first flow. Default 1. You can't change it later for the same database. */
  from?: FlowId | undefined
  /** Keep syncing when events arrive, until `signal` aborts. Set `rpc` in `chain` to receive events. */
  follow?: boolean | undefined
  /** Also forecast the flows that are due within this many milliseconds after the block. By default, it makes no forecasts. */
  forecastWithin?: number | undefined
  /** The number of parallel requests. Default 8. */
  concurrency?: number | undefined
  /** The minimum number of rows per write. Default 2,000. */
  batchSize?: number | undefined
  signal?: AbortSignal | undefined
  /** Called after each flow. */
  onProgress?: ((progress: SyncProgress) => void) | undefined
  /** Called when the database matches the node and is closed. With `follow`, it is called after each sync. */
  onSynced?: ((result: SyncResult) => void) | undefined
  /** Called with each error that `follow` retries. */
  onTrouble?: ((error: Error) => void) | undefined
}

/**
 * Copies all flows and executions at the newest block to a database.
 *
 * The first sync reads everything. Later syncs read all flows, but only new executions. You can interrupt a sync at any time,
 * because the next one continues where it stopped. When `sync` resolves, the database matches the node. During a sync, some
 * rows are older than others.
 *
 * @example
 * await sync({ lcd: 'https://lcd.example.org', chainId: 'intento-1' }, { to: duckdb('flows.duckdb') })
 *
 * @param chain the options of `createFlowClient`
 * @throws {FlowQueryError} if the node fails
 * @throws {SyncError} if the database fails. For the kind `mismatch`, the database was not changed
 */
export async function sync(chain: FlowClientOptions, options: SyncOptions): Promise<SyncResult> {
  const node = createNode(chain)
  const { owner = null, from = 1, concurrency = 8, batchSize = 2_000, signal } = options
  const settings = { ...options, owner, from: `${from}`, concurrency, batchSize, chainId: chain.chainId }
  try {
    if (options.follow) return await follow(node, settings)
    const { result } = await syncOnce(node, settings)
    return result
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  }
}
