import { open } from 'node:fs/promises'

/** A file of lines that grows at its end. */
export interface Lines {
  /** The last line that is whole, without its break; null in a file without any. */
  readonly last: string | null
  /** @param text with its line break */
  add: (text: string) => Promise<void>
  close: () => Promise<void>
}

const block = 64 * 1024

/** Opens a file, made where there is none. What stands after its last line break was cut off while it was written, and goes. */
export async function openLines(path: string): Promise<Lines> {
  const file = await open(path, 'a+').then(async appended => {
    await appended.close()
    return open(path, 'r+')
  })
  const { size } = await file.stat()
  const end = await breakBefore(size)
  if (end + 1 < size) await file.truncate(end + 1)
  const start = end < 0 ? 0 : (await breakBefore(end)) + 1
  const last = end < 0 ? null : Buffer.alloc(end - start)
  if (last) await file.read(last, 0, last.length, start)
  let position = end + 1

  /** The place of the last line break before a place; -1 where there is none. */
  async function breakBefore(place: number): Promise<number> {
    const buffer = Buffer.alloc(block)
    for (let to = place; to > 0; to -= block) {
      const from = Math.max(0, to - block)
      await file.read(buffer, 0, to - from, from)
      const found = buffer.subarray(0, to - from).lastIndexOf(0x0a)
      if (found >= 0) return from + found
    }
    return -1
  }

  return {
    last: last ? last.toString() : null,
    async add(text) {
      const bytes = Buffer.from(text)
      await file.write(bytes, 0, bytes.length, position)
      position += bytes.length
    },
    close: () => file.close(),
  }
}
