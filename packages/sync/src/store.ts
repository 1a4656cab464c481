import type { Column, Table, TableName } from './schema.js'

/** A database for flows and executions. Create it with `duckdb`, `postgres` or `clickhouse`. */
export interface Database {
  /** The file name, or the URL without user and password. */
  readonly name: string
  /** @throws {SyncError} `driver` if the driver is not installed, `database` if the database can't be opened */
  open: () => Promise<Store>
}

/** A string for all types, because numbers would be rounded. Times are nanoseconds since 1970. */
export type Value = string | readonly (string | null)[] | null

export type Row = Readonly<Record<string, Value>>

/** Each row replaces the row with the same key. */
export type Batch = Partial<Record<TableName, readonly Row[]>>

/** An open database. All methods reject with a {@link SyncError} of kind `database`. */
export interface Store {
  readonly name: string
  readonly engine: Engine
  columns: () => Promise<ReadonlyMap<string, readonly string[]>>
  /** Runs statements that change the schema, in one transaction if the database supports it. */
  define: (statements: readonly string[]) => Promise<void>
  select: (query: string) => Promise<Row[]>
  /**
   * Writes a batch in one transaction. A database without transactions writes the tables in the order of {@link tables}, and
   * writing the same batch again changes nothing.
   */
  write: (batch: Batch) => Promise<void>
  close: () => Promise<void>
}

export interface Engine {
  /** Returns several columns for a time in some databases. */
  defineColumn: (name: string, column: Column) => string[]
  createTable: (name: string, table: Table) => string
  /** The SQL of the views, by name. A view comes after the views that it reads. */
  views: Readonly<Record<string, string>>
  dropView: (name: string) => string
  /** The upgrade adds new columns before it runs these statements. After an interruption, it runs them again. */
  migrations: readonly (readonly string[])[]
  newest: (table: TableName) => string
  /** The SQL of a left join of rows with different keys. */
  leftJoin: string
  columnNames: (columns: Table['columns']) => string[]
  nanoseconds: (column: string) => string
  asText: (columns: Table['columns']) => string
}
