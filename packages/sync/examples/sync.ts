import { duckdb, isSyncError, sync } from '@flow-query/sync'

/** Updates a DuckDB file to the newest block of a chain, and returns a summary. */
export async function update(lcd: string, path: string): Promise<string> {
  try {
    const { height, flows, executions, requests } = await sync({ lcd, chainId: 'intento-1' }, { to: duckdb(path) })
    return `Block ${height}: ${flows} flows and ${executions} executions written, ${requests} requests`
  } catch (error) {
    if (isSyncError(error, 'mismatch')) return `${path} contains something else. ${error.advice}`
    throw error
  }
}
