import { once } from 'node:events'
import { fstatSync, writeSync } from 'node:fs'
import pc from 'picocolors'
import type { Settings } from '../settings.js'
import { jsonText } from './json.js'
import { columnsOf, type OutputStream, type Terminal } from './terminal.js'
import { unwritten } from './unwritten.js'
import { visible } from './visible.js'

/** What decides how a command writes. */
interface OutputContext {
  settings: Pick<Settings, 'color'>
  terminal: Terminal
}

/** Text with a look. What has none is plain. */
export type Part = string | { text: string; look: Look }
export type Look = 'bold' | 'dim' | 'green' | 'red' | 'yellow' | 'cyan'

/** Standard output as a command sees it. */
export interface Output {
  readonly terminal: Terminal
  /** Of the terminal; Infinity in a pipe or a file, where nothing is cut. */
  readonly columns: number
  readonly hasColours: boolean
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

export function createOutput({ settings, terminal }: OutputContext): Output {
  const { stdout, stderr, env } = terminal
  const hasColours = settings.color && isColoured(stdout, env)
  const painter = painterOf(hasColours)
  const notes = painterOf(settings.color && isColoured(stderr, env))

  // As bigints: Node takes the other numbers of a pipe for those of the next linked module that it looks for.
  const file = stdout.fd !== undefined && fstatSync(stdout.fd, { bigint: true }).isFile() ? stdout.fd : null

  async function write(text: string): Promise<void> {
    if (file !== null) writeToFile(file, text)
    else if (!stdout.write(text)) await once(stdout, 'drain')
  }

  return {
    terminal,
    columns: columnsOf(stdout),
    hasColours,
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

function isColoured({ isTTY }: OutputStream, { NO_COLOR, TERM }: Terminal['env']): boolean {
  return Boolean(isTTY) && !NO_COLOR && TERM !== 'dumb'
}

export const bold = (text: string): Part => ({ text, look: 'bold' })
export const dim = (text: string): Part => ({ text, look: 'dim' })
