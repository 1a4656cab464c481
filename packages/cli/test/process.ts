import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type Finished, follow, patient, type Running } from './follow.js'

const program = fileURLToPath(new URL('../dist/cli.js', import.meta.url))

export interface ProcessOptions {
  env?: Record<string, string>
  /** A shell command that runs the program as `$program`: `ulimit -f 1; $program > file`. */
  shell?: string
}

export interface RunningProcess extends Running {
  child: ChildProcessWithoutNullStreams
}

/** Starts the built program as a separate process. It inherits no environment variables except `PATH` and `HOME`. */
export function startProcess(args: readonly string[], { env, shell }: ProcessOptions = {}): RunningProcess {
  const { PATH = '', HOME = '' } = process.env
  const command = [process.execPath, program, ...patient(args)]
  const [name = '', ...rest] = shell ? ['sh', '-c', shell.replace('$program', command.map(quoted).join(' '))] : command
  return followChild(spawn(name, rest, { env: { PATH, HOME, TZ: 'UTC', ...env } }))
}

/** Runs the built program and waits until it ends. */
export function runProcess(args: readonly string[], options: ProcessOptions = {}): Promise<Finished> {
  return startProcess(args, options).finished()
}

/** Starts the built program in a pseudoterminal with 80 columns, which combines stdout and stderr. */
export function startInRealTerminal(args: readonly string[]): RunningProcess {
  const { PATH = '', HOME = '' } = process.env
  const command = [process.execPath, program, ...patient(args)].map(quoted).join(' ')
  const child = spawn('script', ['-qefc', `stty cols 80 rows 50; exec ${command}`, '/dev/null'], {
    env: { PATH, HOME, TZ: 'UTC', TERM: 'xterm', SHELL: '/bin/sh' },
  })
  return followChild(child)
}

function followChild(child: ChildProcessWithoutNullStreams): RunningProcess {
  const ended = once(child, 'close').then(([status]: (number | null)[]) => status ?? null)
  return {
    child,
    interrupt: () => child.kill('SIGINT'),
    terminate: () => child.kill('SIGTERM'),
    ...follow(child, ended),
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
