import { messageOf, SyncError } from '../errors.js'
import type { Row } from '../store.js'

export async function loadDriver<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (cause) {
    const advice = `Install it: npm install ${name}`
    throw new SyncError('driver', `The driver ${name} could not be loaded: ${messageOf(cause)}`, advice, cause)
  }
}

export async function within<T>(name: string, problem: string, advice: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof SyncError) throw cause
    throw new SyncError('database', `${name} ${problem}: ${messageOf(cause)}`, advice, cause)
  }
}

export const resumeAdvice = 'Fix the problem. The next sync continues where this one stopped.'

export function groupColumns(rows: readonly Row[]): Map<string, string[]> {
  const columns = new Map<string, string[]>()
  for (const { table_name, column_name } of rows) {
    const table = `${table_name}`.toLowerCase()
    columns.set(table, [...(columns.get(table) ?? []), `${column_name}`])
  }
  return columns
}
