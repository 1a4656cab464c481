import { once } from 'node:events'
import { fstatSync, writeSync } from 'node:fs'
import pc from 'picocolors'
import { jsonText } from './json.js'
import { columnsOf, type OutputStream, type Terminal } from './terminal.js'
import { unwritten } from './unwritten.js'
import { visible } from './visible.js'

interface OutputContext {
  settings: { color: boolean }
  terminal: Terminal
}

export type Part = string | { text: string; look: Look }
export type Look = 'bold' | 'dim' | 'green' | 'red' | 'yellow' | 'cyan'

export interface Output {
  readonly terminal: Terminal
  /** The width of the terminal, or Infinity for pipes and files, where text is never truncated. */
  readonly columns: number
  readonly hasColors: boolean
  /** Adds colors and escapes control characters. */
  paint: (parts: Part | readonly Part[]) => string
  /** Writes painted text, which must include its line break. Resolves when the stream accepts more. */
  write: (text: string) => Promise<void>
  line: (...parts: Part[]) => Promise<void>
  json: (value: unknown) => Promise<void>
  jsonLine: (value: unknown) => Promise<void>
  /** Writes a message for people to stderr, so that stdout contains only data. */
  note: (...parts: Part[]) => void
}

export function createOutput({ settings, terminal }: OutputContext): Output {
  const { stdout, stderr, env } = terminal
  const hasColors = settings.color && supportsColors(stdout, env)
  const painter = painterOf(hasColors)
  const notes = painterOf(settings.color && supportsColors(stderr, env))

  // `bigint` works around a bug: after fstat with numbers on a pipe, Node resolves linked modules wrongly.
  const file = stdout.fd !== undefined && fstatSync(stdout.fd, { bigint: true }).isFile() ? stdout.fd : null

  async function write(text: string): Promise<void> {
    if (file !== null) writeToFile(file, text)
    else if (!stdout.write(text)) await once(stdout, 'drain')
  }

  return {
    terminal,
    columns: columnsOf(stdout),
    hasColors,
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

/** Writes all bytes. The stdout stream would silently drop the end of a text if the disk is full. */
function writeToFile(file: number, text: string): void {
  const bytes = Buffer.from(text)
  try {
    for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written)
  } catch (error) {
    throw unwritten(error as NodeJS.ErrnoException)
  }
}

/** Returns a function that escapes control characters, because text from a chain could otherwise control the terminal. */
export function painterOf(colors: boolean): Output['paint'] {
  const looks = pc.createColors(colors)
  return parts =>
    [parts]
      .flat()
      .map(part => (typeof part === 'string' ? visible(part) : looks[part.look](visible(part.text))))
      .join('')
}

function supportsColors({ isTTY }: OutputStream, { NO_COLOR, TERM }: Terminal['env']): boolean {
  return Boolean(isTTY) && !NO_COLOR && TERM !== 'dumb'
}

export const bold = (text: string): Part => ({ text, look: 'bold' })
export const dim = (text: string): Part => ({ text, look: 'dim' })
