import { once } from 'node:events'
import pc from 'picocolors'
import type { Settings } from './settings.js'

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
  json: (value: unknown) => Promise<void>
  /** To people only, on stderr, so that a pipe holds nothing but data. */
  note: (...parts: Part[]) => void
}

export function createOutput({ color }: Pick<Settings, 'color'>): Output {
  const { stdout, stderr } = process
  const painter = painterOf(color && coloured(stdout))
  const notes = painterOf(color && coloured(stderr))

  async function write(text: string): Promise<void> {
    if (!stdout.write(text)) await once(stdout, 'drain')
  }

  return {
    columns: stdout.isTTY ? stdout.columns || 80 : Number.POSITIVE_INFINITY,
    paint: painter,
    write,
    line: (...parts) => write(`${painter(parts)}\n`),
    json: value => write(`${JSON.stringify(value, null, 2)}\n`),
    note(...parts) {
      stderr.write(`${notes(parts)}\n`)
    },
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

/**
 * A text in which what cannot be seen is written out: control characters and terminal escapes, what turns the
 * direction of text, line breaks. Joiners stay, as emoji and some scripts are made with them.
 */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu, character => {
    const short = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\x1b': '\\e' }[character]
    return short ?? `\\u{${character.codePointAt(0)?.toString(16)}}`
  })
}

function coloured({ isTTY }: { isTTY?: boolean }): boolean {
  return Boolean(isTTY) && !process.env.NO_COLOR && process.env.TERM !== 'dumb'
}

export const bold = (text: string): Part => ({ text, look: 'bold' })
export const dim = (text: string): Part => ({ text, look: 'dim' })
