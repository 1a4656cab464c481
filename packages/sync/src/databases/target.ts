import type { Database } from '../store.js'
import { clickhouse } from './clickhouse.js'
import { duckdb } from './duckdb.js'
import { postgres } from './postgres.js'

/**
 * Returns the database for a command-line argument: `postgres://...`, `clickhouse+http://...`, or a DuckDB file.
 *
 * @throws {SyncError} `database` if the URL is invalid or not supported
 */
export function databaseAt(target: string): Database {
  if (/^postgres(ql)?:/.test(target)) return postgres(target)
  if (/^clickhouse\+https?:/.test(target)) return clickhouse(target)
  return duckdb(target)
}
