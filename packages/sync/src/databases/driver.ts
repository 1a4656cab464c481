import { messageOf, SyncError } from '../errors.js'
import type { Row } from '../store.js'

/**
 * What a driver's package exports, as it is loaded where it is needed.
 *
 * @throws {SyncError} `driver` where it is not installed
 */
export async function loadDriver<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (cause) {
    const advice = `Install it: npm install ${name}`
    throw new SyncError('driver', `The driver ${name} could not be loaded: ${messageOf(cause)}`, advice, cause)
  }
}

/** Does something with a database. What goes wrong is told with the database's name. */
export async function within<T>(name: string, what: string, advice: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof SyncError) throw cause
    throw new SyncError('database', `${name} ${what}: ${messageOf(cause)}`, advice, cause)
  }
}

/** What helps where a database fails in the middle of it. */
export const goesOn = 'Once that is mended, run it again: it goes on where it was.'

/** Rows of `table_name` and `column_name` as a store's columns. */
export function groupColumns(rows: readonly Row[]): Map<string, string[]> {
  const columns = new Map<string, string[]>()
  for (const { table_name, column_name } of rows) {
    const table = `${table_name}`.toLowerCase()
    columns.set(table, [...(columns.get(table) ?? []), `${column_name}`])
  }
  return columns
}
