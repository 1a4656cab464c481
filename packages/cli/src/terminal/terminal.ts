import type { Readable, Writable } from 'node:stream'

/** Where a program reads and writes, and what its environment says of that. */
export interface Terminal {
  stdin: Readable & { isTTY?: boolean }
  stdout: OutputStream
  stderr: OutputStream
  env: Readonly<Record<string, string | undefined>>
}

/** What standard output is to Node, or something like it. */
export type OutputStream = Writable & {
  isTTY?: boolean
  columns?: number
  fd?: number
}

/** Infinity in a pipe or a file, where nothing is cut. */
export function columnsOf({ isTTY, columns }: OutputStream): number {
  return isTTY ? columns || 80 : Number.POSITIVE_INFINITY
}
