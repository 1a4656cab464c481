import { PassThrough, type Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { vi } from 'vitest'
import { until } from '../../../tests/setup/until.js'
import { main } from '../src/main.js'
import { ExitStatus } from '../src/settings.js'
import { type Finished, follow, patient, type Running } from './follow.js'
import { createNetwork } from './network.js'

/** Slow tests run in real time. */
const isVirtual = vi.isFakeTimers()
const wait = isVirtual ? until : <Result>(promise: Promise<Result>) => promise

const running = new Set<Running>()

/** Stops the commands that a test started. */
export async function stopCommands(): Promise<void> {
  for (const command of running) command.interrupt()
  await Promise.all(Array.from(running, command => command.finished()))
  running.clear()
  // Restores the date. Unit tests reset their clock.
  if (!isVirtual) vi.useRealTimers()
}

/** Streams in memory instead of a terminal. */
export function terminalOf() {
  return { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough(), env: {} }
}

/** Starts `flow-query` in this process with its output in a pipe. `stopCommands` ends it after the test. */
export function start(args: readonly string[], stdin?: Readable): Running {
  return startWith(args, { ...terminalOf(), ...(stdin && { stdin }) })
}

/** Runs `flow-query` and waits until it ends. `input` is its standard input. */
export function run(args: readonly string[], input?: string): Promise<Finished> {
  const terminal = terminalOf()
  if (input !== undefined) terminal.stdin.end(input)
  return startWith(args, terminal).finished()
}

/** Starts `flow-query` in a terminal of this width, which combines stdout and stderr, and in which people type into `stdin`. */
export function startInTerminal(
  columns: number,
  args: readonly string[],
  env: Record<string, string> = {},
): Running & { stdin: PassThrough } {
  const stdin = Object.assign(new PassThrough(), { isTTY: true })
  const screen = Object.assign(new PassThrough(), { isTTY: true, columns })
  return { stdin, ...startWith(args, { stdin, stdout: screen, stderr: screen, env: { TERM: 'xterm', ...env } }) }
}

/** Runs `flow-query` in a terminal of this width. `screen` contains both stdout and stderr. */
export async function runInTerminal(
  columns: number,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ screen: string; status: number | null }> {
  const { stdout, status } = await startInTerminal(columns, args, env).finished()
  return { screen: stdout, status }
}

/** The final content of the screen, after the progress bar was removed. */
export function leftOn(screen: string): string {
  return screen.split('\x1b[2K').at(-1) ?? ''
}

/** The lines of a screen without the suggested command, which is not wrapped, so that it can be copied. */
export function wrappedLines(screen: string): string[] {
  return screen.split(/\r?\n/).filter(line => !/^To .*, run: flow-query /.test(line))
}

export function startWith(
  args: readonly string[],
  terminal: { stdin: Readable; stdout: PassThrough; stderr: PassThrough; env: Record<string, string> },
): Running {
  const interruption = new AbortController()
  const streams = new Set([terminal.stdout, terminal.stderr])
  const status = main(isVirtual ? args : patient(args), {
    terminal,
    network: createNetwork(),
    signal: interruption.signal,
  }).finally(async () => {
    for (const stream of streams) stream.end()
    await Promise.all(Array.from(streams, stream => finished(stream)))
  })
  const { seen, says, finished: ended } = follow(terminal, status)
  const one: Running = {
    seen,
    says: text => wait(says(text)),
    interrupt: () => interruption.abort(new ExitStatus(130)),
    terminate: () => interruption.abort(new ExitStatus(143)),
    finished: () => wait(ended()),
  }
  running.add(one)
  return one
}
