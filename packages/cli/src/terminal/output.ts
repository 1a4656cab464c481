import { once } from 'node:events'
import { fstatSync, writeSync } from 'node:fs'
import pc from 'picocolors'
import type { Settings } from '../settings.js'
import { jsonText } from './json.js'
import { unwritten } from './unwritten.js'
import { visible } from './visible.js'

/** Text with a look. What has none is plain. */
export type Part = string | { text: string; look: Look }
export type Look = 'bold' | 'dim' | 'green' | 'red' | 'yellow' | 'cyan'

/** Standard output as a command sees it. */
export interface Output {
  /** Of the terminal; Infinity in a pipe or a file, where nothing is cut. */
  readonly columns: number
  paint: (parts: Part | readonly Part[]) => string
  /** Resolves when there is room for more. Painted text, with its line break. */
  write: (text: string) => Promise<void>
  line: (...parts: Part[]) => Promise<void>
  /** A document of its own. */
  json: (value: unknown) => Promise<void>
  /** A line of many. */
  jsonLine: (value: unknown) => Promise<void>
  /** To people only, on stderr, so that a pipe holds nothing but data. */
  note: (...parts: Part[]) => void
}

export function createOutput({ color }: Pick<Settings, 'color'>): Output {
  const { stdout, stderr } = process
  const painter = painterOf(color && coloured(stdout))
  const notes = painterOf(color && coloured(stderr))

  const isFile = fstatSync(stdout.fd).isFile()

  async function write(text: string): Promise<void> {
    if (isFile) writeToFile(stdout.fd, text)
    else if (!stdout.write(text)) await once(stdout, 'drain')
  }

  return {
    columns: stdout.isTTY ? stdout.columns || 80 : Number.POSITIVE_INFINITY,
    paint: painter,
    write,
    line: (...parts) => write(`${painter(parts)}\n`),
    json: value => write(`${jsonText(value, 2)}\n`),
    jsonLine: value => write(`${jsonText(value)}\n`),
    note(...parts) {
      stderr.write(`${notes(parts)}\n`)
    },
  }
}

/** All of it: where a disk is full, the stream of standard output loses the end of a text without a word. */
function writeToFile(file: number, text: string): void {
  const bytes = Buffer.from(text)
  try {
    for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written)
  } catch (error) {
    throw unwritten(error as NodeJS.ErrnoException)
  }
}

/** Every text passes here, and nothing of what a chain's users typed can do anything to a terminal. */
export function painterOf(colors: boolean): Output['paint'] {
  const looks = pc.createColors(colors)
  return parts =>
    [parts]
      .flat()
      .map(part => (typeof part === 'string' ? visible(part) : looks[part.look](visible(part.text))))
      .join('')
}

function coloured({ isTTY }: { isTTY?: boolean }): boolean {
  return Boolean(isTTY) && !process.env.NO_COLOR && process.env.TERM !== 'dumb'
}

export const bold = (text: string): Part => ({ text, look: 'bold' })
export const dim = (text: string): Part => ({ text, look: 'dim' })
