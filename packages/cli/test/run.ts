import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../dist/cli.js', import.meta.url))
const frozen = fileURLToPath(new URL('frozen.js', import.meta.url))

export interface RunOptions {
  env?: Record<string, string>
  /** Milliseconds since 1970 at which the program's clock stands. */
  at?: number
}

export interface Finished {
  stdout: string
  stderr: string
  /** Null where a signal ended it. */
  status: number | null
}

export interface Running {
  child: ChildProcess
  /** What it has said so far. */
  seen: { stdout: string; stderr: string }
  /** Resolves when its output holds this. */
  says: (text: string | RegExp) => Promise<void>
  finished: Promise<Finished>
}

/** Starts `flow-query` with nothing in its environment but what is given. */
export function start(args: readonly string[], options: RunOptions = {}): Running {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [...nodeArgs(options), program, ...args], {
    env: { PATH, HOME, TZ: 'UTC', ...environment(options) },
  })
  return follow(child)
}

/** Runs `flow-query` to its end. */
export function run(args: readonly string[], options: RunOptions = {}): Promise<Finished> {
  return start(args, options).finished
}

/** Starts `flow-query` in a terminal of so many columns; what it says on stderr comes with the rest. */
export function startInTerminal(columns: number, args: readonly string[], options: RunOptions = {}): Running {
  const { PATH = '', HOME = '' } = process.env
  const command = [process.execPath, ...nodeArgs(options), program, ...args].map(quoted).join(' ')
  const child = spawn('script', ['-qefc', `stty cols ${columns} rows 50; exec ${command}`, '/dev/null'], {
    env: { PATH, HOME, TZ: 'UTC', TERM: 'xterm', SHELL: '/bin/sh', ...environment(options) },
  })
  return follow(child)
}

/** What somebody sees who runs `flow-query` in a terminal. */
export async function runInTerminal(
  columns: number,
  args: readonly string[],
  options: RunOptions = {},
): Promise<{ screen: string; status: number | null }> {
  const { stdout, status } = await startInTerminal(columns, args, options).finished
  return { screen: stdout.replaceAll('\r\n', '\n'), status }
}

function nodeArgs({ at }: RunOptions): string[] {
  return at === undefined ? [] : ['--import', frozen]
}

function environment({ env, at }: RunOptions): Record<string, string> {
  return { ...env, ...(at !== undefined && { FROZEN_AT: `${at}` }) }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

function follow(child: ChildProcess): Running {
  const seen = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      seen[name] += text
    })
  const finished = once(child, 'close').then(([status]) => ({ ...seen, status }))
  return {
    child,
    seen,
    finished,
    async says(text) {
      const has = () => (typeof text === 'string' ? all().includes(text) : text.test(all()))
      const all = () => seen.stdout + seen.stderr
      while (!has()) {
        const ended = finished.then(() => {
          if (!has()) throw new Error(`It ended and never said ${text}: ${all()}`)
        })
        await Promise.race([ended, ...[child.stdout, child.stderr].map(stream => stream && once(stream, 'data'))])
      }
    },
  }
}
