import { type FileHandle, open, stat } from 'node:fs/promises'
import { UsageError } from '../settings.js'

export interface Lines {
  /** The number of complete lines. */
  readonly count: number
  readonly first: string | undefined
  readonly last: string | undefined
  /** The text after the last line break. A crash can interrupt a write. */
  readonly incomplete: string
  /** The size of all complete lines, in bytes. */
  readonly size: number
}

/** The maximum length of a line in bytes. A longer line is not a flow. */
const longestLine = 2 ** 24

/** Opens or creates a file without changing it, and locks it. The lock ends with this process, even if it is killed. */
export async function openLocked(path: string): Promise<FileHandle> {
  const found = await stat(path).catch(() => null)
  if (found && !found.isFile()) throw new UsageError(`${path} is not a file.`, 'Omit -o to write to standard output.')
  const { tryLock } = await import('fs-native-extensions')
  const handle = await open(path, 'a+')
  if (tryLock(handle.fd)) return handle
  await handle.close()
  throw new Error(`Another export is writing to ${path}. Wait until it finishes, or choose another file with -o.`)
}

/** Reads Latin-1, where each byte is one character, because a UTF-8 character at the end can be incomplete. */
export async function readLines(handle: FileHandle): Promise<Lines> {
  let [bytes, count, incomplete] = [0, 0, '']
  let first: string | undefined
  let last: string | undefined
  for await (const chunk of handle.createReadStream({ start: 0, autoClose: false, encoding: 'latin1' })) {
    const lines = `${incomplete}${chunk}`.split('\n')
    incomplete = lines.pop() ?? ''
    bytes += chunk.length
    count += lines.length
    first ??= lines[0]
    last = lines.at(-1) ?? last
    if (incomplete.length > longestLine) break
  }
  const size = bytes - incomplete.length
  return { count, first: first && utf8(first), last: last && utf8(last), incomplete: utf8(incomplete), size }
}

function utf8(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString()
}

/** Appends a line completely or, for example if the disk is full, not at all. */
export async function appendLine(handle: FileHandle, path: string, line: string): Promise<void> {
  const { size } = await handle.stat()
  try {
    await handle.appendFile(line)
  } catch (cause) {
    await handle.truncate(size)
    throw writeError(path, cause as Error)
  }
}

/** Waits until the disk has the whole file. */
export async function flush(handle: FileHandle, path: string): Promise<void> {
  await handle.sync().catch(cause => Promise.reject(writeError(path, cause)))
}

function writeError(path: string, cause: Error): Error {
  return new Error(
    `${path} could not be written: ${cause.message}. All lines in it are complete. Free some space and run the same command again to continue.`,
    { cause },
  )
}
