import type { Database } from '../store.js'
import { clickhouse } from './clickhouse.js'
import { duckdb } from './duckdb.js'
import { postgres } from './postgres.js'

/** The database that a text names, as on a command line: `postgres://...`, `clickhouse+http://...`, or a file of DuckDB. */
export function databaseAt(target: string): Database {
  if (/^postgres(ql)?:/.test(target)) return postgres(target)
  return /^clickhouse\+https?:/.test(target) ? clickhouse(target) : duckdb(target)
}
