import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../dist/cli.js', import.meta.url))
const frozen = fileURLToPath(new URL('frozen.js', import.meta.url))

export interface RunOptions {
  env?: Record<string, string>
  /** Milliseconds since 1970 at which the program's clock stands. */
  at?: number
  /** What a shell does before or with the program, which stands as `$program`: `ulimit -f 1; $program > file`. */
  shell?: string
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
  const env = { PATH, HOME, TZ: 'UTC', ...environment(options) }
  const command = [process.execPath, ...nodeArgs(options), program, ...args]
  const [name = '', ...rest] = options.shell
    ? ['sh', '-c', options.shell.replace('$program', command.map(quoted).join(' '))]
    : command
  return follow(spawn(name, rest, { env }))
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
  const waiting = new Set<() => void>()
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      seen[name] += text
      for (const look of waiting) look()
    })
  const finished = once(child, 'close').then(([status]) => ({ ...seen, status }))
  return {
    child,
    seen,
    finished,
    says(text) {
      const all = () => seen.stdout + seen.stderr
      const has = () => (typeof text === 'string' ? all().includes(text) : text.test(all()))
      return new Promise((resolve, reject) => {
        const look = () => {
          if (!has()) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
        finished.then(() => reject(new Error(`It ended and never said ${text}: ${all()}`)))
      })
    },
  }
}
