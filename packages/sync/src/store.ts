import type { Table, TableName } from './schema.js'

/** A place for a chain's flows and executions, as `duckdb`, `postgres` and `clickhouse` make them. */
export interface Database {
  /** For people: the file, or the address without user and password. */
  readonly name: string
  /** @throws {SyncError} `driver` where its driver is not installed, `database` where it cannot be opened */
  open: () => Promise<Store>
}

/**
 * A value as it is between us and an engine: text, whatever its type there, as numbers would be rounded. Times are
 * nanoseconds since 1970.
 */
export type Value = string | readonly string[] | null

/** By the names of the table's columns. */
export type Row = Readonly<Record<string, Value>>

/** Rows to be written, each instead of the one with the same key. */
export type Batch = Partial<Record<TableName, readonly Row[]>>

/** An open database. What it rejects with is a {@link SyncError} of `database`. */
export interface Store {
  readonly name: string
  readonly engine: Engine
  /** The columns of the tables and views that are there, by name. */
  columns: () => Promise<ReadonlyMap<string, readonly string[]>>
  /** Statements that change the schema, together where the engine can. */
  define: (statements: readonly string[]) => Promise<void>
  select: (query: string) => Promise<Row[]>
  /**
   * Writes all of a batch or nothing. Where the engine has no transactions its tables are written in the order of
   * {@link tables}, the state last, and writing the same again changes nothing.
   */
  write: (batch: Batch) => Promise<void>
  close: () => Promise<void>
}

/** What the SQL of an engine has of its own. */
export interface Engine {
  /** Does nothing where there is one. */
  createTable: (name: string, table: Table) => string
  /** The views and their queries, each after those that it reads. */
  views: Readonly<Record<string, string>>
  dropView: (name: string) => string
  /** What makes version 2 of the tables of version 1, and so on. Each may be done again after a break. */
  migrations: readonly (readonly string[])[]
  /** A table as it is read: each key once. */
  newest: (table: TableName) => string
  /** What the columns are called here. */
  columnNames: (columns: Table['columns']) => string[]
  /** The columns for `SELECT`, as the texts that a {@link Row} has. */
  asText: (columns: Table['columns']) => string
}
