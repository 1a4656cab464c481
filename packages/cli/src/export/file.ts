import { type FileHandle, open, stat } from 'node:fs/promises'
import { UsageError } from '../settings.js'
import { lockFile } from './lock.js'

/** A file of lines that grows at its end, and what it held when it was opened. */
export interface LineFile {
  /** How many lines are whole. */
  readonly count: number
  /** The first and the last of them, without their breaks; null in a file without any. */
  readonly first: string | null
  readonly last: string | null
  /** The beginning of what stands after the last break: a line that was cut off while it was written. */
  readonly rest: string
  /** Takes the rest away. */
  cut: () => Promise<void>
  /** @param text with its line break */
  add: (text: string) => Promise<void>
  /** Resolves when the disk has it all, and others may have the file. */
  close: () => Promise<void>
}

/** Bytes. No flow is as long. */
const longestLine = 2 ** 26

/** Opens a file, made where there is none, for this process alone, and changes nothing of it. */
export async function openLines(path: string): Promise<LineFile> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (found && !found.isFile()) throw new UsageError(`${path} is no file.`, 'Leave out -o to write to standard output.')
  const handle = await open(path, 'a+')
  try {
    const unlock = await lockFile(handle)
    if (!unlock) throw new Error(`Another export is writing to ${path}. Wait for it, or choose another file: -o`)
    return await linesOf(handle, path, unlock)
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function linesOf(handle: FileHandle, path: string, unlock: () => void): Promise<LineFile> {
  const breaks = await findBreaks(handle)
  const { size } = await handle.stat()
  let end = breaks.last + 1

  async function text(from: number, to: number): Promise<string> {
    const bytes = Buffer.alloc(Math.min(to - from, longestLine))
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, from)
    return bytes.toString('utf8', 0, bytesRead)
  }

  return {
    count: breaks.count,
    first: breaks.count ? await text(0, breaks.first) : null,
    last: breaks.count ? await text(breaks.before + 1, breaks.last) : null,
    rest: await text(end, Math.min(size, end + 1_000)),
    cut: () => handle.truncate(end),
    async add(text) {
      try {
        await handle.appendFile(text)
        end += Buffer.byteLength(text)
      } catch (error) {
        await handle.truncate(end)
        throw unwritten(path, error as Error)
      }
    },
    async close() {
      try {
        await handle.sync()
      } catch (error) {
        throw unwritten(path, error as Error)
      } finally {
        await handle.close()
        unlock()
      }
    },
  }
}

function unwritten(path: string, cause: Error): Error {
  return new Error(
    `${path} could not be written: ${cause.message}. Each line in it is whole: once there is room, the same command goes on.`,
    { cause },
  )
}

/** Where the lines of a file end: the first, the last but one and the last break; -1 where there is none. */
async function findBreaks(handle: FileHandle): Promise<{ count: number; first: number; before: number; last: number }> {
  const breaks = { count: 0, first: -1, before: -1, last: -1 }
  let start = 0
  for await (const chunk of handle.createReadStream({ start: 0, autoClose: false })) {
    for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, at + 1)) {
      breaks.count += 1
      breaks.before = breaks.last
      breaks.last = start + at
      if (breaks.count === 1) breaks.first = breaks.last
    }
    start += chunk.length
  }
  return breaks
}
