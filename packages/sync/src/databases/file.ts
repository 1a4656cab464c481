import { type FileHandle, open, stat } from 'node:fs/promises'
import { SyncError } from '../errors.js'

const advice = 'Use a file name such as flows.duckdb.'

/**
 * DuckDB interprets some texts in another way: it would use an in-memory database, or download an extension. The error contains no
 * part of the text, because it could be a password.
 */
export function checkPath(path: string): void {
  if (path.trim() === '') throw invalid('The name of the database is empty')
  if (/^:memory:/.test(path)) throw invalid('An in-memory database is lost when the process ends')
  if (/(^|\s)(host|hostaddr|port|dbname|user|password|service)\s*=/i.test(path))
    throw invalid(
      'A connection string of the form `host=… dbname=…` is not supported',
      'Write it as postgres://user:password@host/database.',
    )
  const [, scheme] = /^([a-z][\w+.-]+):/i.exec(path) ?? []
  if (scheme !== undefined)
    throw invalid(
      `${scheme}: is not a supported database`,
      'Use a file name, postgres://host/database, or clickhouse+http://host:8123/database.',
    )
}

export async function checkFile(path: string): Promise<void> {
  const file = await stat(path).catch(() => undefined)
  if (!file) return
  if (file.isDirectory()) throw invalid(`${path} is a folder`)
  // Opening a pipe could wait forever for its other end.
  if (!file.isFile()) throw invalid(`${path} is a device or a pipe, not a file`)
  if ((await firstBytes(path)).startsWith('SQLite format 3'))
    throw invalid(`${path} is an SQLite database, not a DuckDB file`)
}

async function firstBytes(path: string): Promise<string> {
  let file: FileHandle | undefined
  try {
    file = await open(path)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } catch {
    return ''
  } finally {
    await file?.close()
  }
}

function invalid(problem: string, help = advice): SyncError {
  return new SyncError('database', problem, help)
}
