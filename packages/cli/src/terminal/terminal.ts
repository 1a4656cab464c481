import type { Readable, Writable } from 'node:stream'

export interface Terminal {
  stdin: Readable & { isTTY?: boolean }
  stdout: OutputStream
  stderr: OutputStream
  env: Readonly<Record<string, string | undefined>>
}

/** `process.stdout`, or a stream that replaces it in tests. */
export type OutputStream = Writable & {
  isTTY?: boolean
  columns?: number
  fd?: number
}

export function columnsOf({ isTTY, columns }: OutputStream): number {
  return isTTY ? columns || 80 : Number.POSITIVE_INFINITY
}
