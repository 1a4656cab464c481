import type { Column, Table, TableName } from './schema.js'

/** A database for flows and executions. Create it with `duckdb`, `postgres` or `clickhouse`. */
export interface Database {
  /** The file name, or the URL without user and password. */
  readonly name: string
  /** @throws {SyncError} `driver` if the driver is not installed, `database` if the database can't be opened */
  open: () => Promise<Store>
}

/** A value of a column. It is a string for all types, because numbers would be rounded. Times are nanoseconds since 1970. */
export type Value = string | readonly (string | null)[] | null

/** Values by column name. */
export type Row = Readonly<Record<string, Value>>

/** Rows to write. Each row replaces the row with the same key. */
export type Batch = Partial<Record<TableName, readonly Row[]>>

/** An open database. All methods reject with a {@link SyncError} of kind `database`. */
export interface Store {
  readonly name: string
  readonly engine: Engine
  /** The column names of all existing tables and views. */
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

/** The SQL that differs between databases. */
export interface Engine {
  /** The definition for `CREATE TABLE` and `ADD COLUMN`. Times need two columns in some databases. */
  defineColumn: (name: string, column: Column) => string[]
  /** The statement that creates a table unless it exists. */
  createTable: (name: string, table: Table) => string
  /** The query of each view. A view comes after the views that it reads. */
  views: Readonly<Record<string, string>>
  dropView: (name: string) => string
  /**
   * The statements that upgrade the tables: first from version 1 to 2, then from 2 to 3, and so on. The upgrade adds new
   * columns before it runs them. After an interruption, it runs them again.
   */
  migrations: readonly (readonly string[])[]
  /** The SQL of a table with only the newest row of each key. */
  newest: (table: TableName) => string
  /** The keywords of a left join. The joined rows have different keys. */
  leftJoin: string
  /** The names of the columns in this database, including additional ones. */
  columnNames: (columns: Table['columns']) => string[]
  /** The SQL of a time column in nanoseconds since 1970. */
  nanoseconds: (column: string) => string
  /** The SQL that selects columns as strings, as in a {@link Row}. */
  asText: (columns: Table['columns']) => string
}
