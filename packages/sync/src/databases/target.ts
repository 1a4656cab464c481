import { SyncError } from '../errors.js'
import type { Database } from '../store.js'
import { clickhouse } from './clickhouse.js'
import { duckdb } from './duckdb.js'
import { postgres } from './postgres.js'

/**
 * The database that a text names, as on a command line: `postgres://...`, `clickhouse+http://...`, or a file of DuckDB.
 *
 * @throws {SyncError} `database` for an address of anything else, or that is none
 */
export function databaseAt(target: string): Database {
  if (/^postgres(ql)?:/.test(target)) return postgres(target)
  if (/^clickhouse\+https?:/.test(target)) return clickhouse(target)
  const [, scheme] = /^([\w.+-]+):\/\//.exec(target) ?? []
  if (scheme === undefined) return duckdb(target)
  throw new SyncError(
    'database',
    `There is no database of flow-query at ${scheme}://`,
    'Name a file of DuckDB, postgres://host/database, or clickhouse+http://host:8123/database.',
  )
}
