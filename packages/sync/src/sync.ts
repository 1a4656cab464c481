import type { FlowClientOptions, FlowId } from '@flow-query/core'
import { follow } from './follow.js'
import { createNode } from './node.js'
import { type SyncProgress, type SyncResult, syncOnce } from './snapshot.js'
import type { Database } from './store.js'

export interface SyncOptions {
  /** Where to: `duckdb('flows.duckdb')`, `postgres(url)` or `clickhouse(url)`. */
  to: Database
  /** Only the flows of this owner. A database is for the same flows for good. */
  owner?: string | undefined
  /** The first flow that is wanted, 1 by default. */
  from?: FlowId | undefined
  /** Go on with what the chain's events tell, until the `signal` is aborted. The `chain` needs an `rpc` for it. */
  follow?: boolean | undefined
  /** How many histories are read at a time, and how many pages of flows. Default 8. */
  concurrency?: number | undefined
  /** How many rows are written at a time, at least. Default 2,000. */
  batchSize?: number | undefined
  signal?: AbortSignal | undefined
  /** Called for every flow that was looked at. */
  onProgress?: ((progress: SyncProgress) => void) | undefined
  /** Called whenever the database is as the node: while following, again and again. */
  onSynced?: ((result: SyncResult) => void) | undefined
  /** Called with what goes wrong while following, and is tried again. */
  onTrouble?: ((error: Error) => void) | undefined
}

/**
 * Makes a database what the chain is at its newest block.
 *
 * The first time everything is read, at one block height; later the flows, which must be, and of their executions what is
 * new. Ended anywhere, also by the power going out, the next sync goes on where it was. The database is the same as the
 * node when this resolves; while it works, some of it is older.
 *
 * @example
 * await sync({ lcd: 'https://lcd.example.org', chainId: 'intento-1' }, { to: duckdb('flows.duckdb') })
 *
 * @param chain as for `createFlowClient`
 * @throws {FlowQueryError} of the node
 * @throws {SyncError} of the database: nothing was changed where it is another's, or the node another one
 */
export async function sync(chain: FlowClientOptions, options: SyncOptions): Promise<SyncResult> {
  const node = createNode(chain)
  const { owner = null, from = 1, concurrency = 8, batchSize = 2_000, signal } = options
  const settings = { ...options, owner, from: `${from}`, concurrency, batchSize, chainId: chain.chainId }
  try {
    return await (options.follow ? follow(node, settings) : syncOnce(node, settings))
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  }
}
