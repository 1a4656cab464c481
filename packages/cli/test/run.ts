import { PassThrough, type Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { vi } from 'vitest'
import { main } from '../src/main.js'
import { ExitStatus } from '../src/settings.js'
import { type Finished, follow, patient, type Running } from './follow.js'

const running = new Set<Running>()
let hurrying: NodeJS.Timeout | undefined

/** Stops the commands that a test started, and restores the real time. */
export async function stopCommands(): Promise<void> {
  clearInterval(hurrying)
  vi.useRealTimers()
  for (const command of running) command.interrupt()
  await Promise.all(Array.from(running, command => command.finished))
  running.clear()
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
  return startWith(args, terminal).finished
}

/** Runs `flow-query` in a terminal of this width. `screen` contains both stdout and stderr. */
export async function runInTerminal(
  columns: number,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ screen: string; status: number | null }> {
  const screen = Object.assign(new PassThrough(), { isTTY: true, columns })
  const { stdout, status } = await startWith(args, { stdout: screen, stderr: screen, env: { TERM: 'xterm', ...env } })
    .finished
  return { screen: stdout, status }
}

/**
 * The final content of the screen, after the progress bar was removed. The port in the node's address is replaced by a fixed one,
 * because it is different in each run.
 */
export function leftOn(screen: string): string {
  return (screen.split('\x1b[2K').at(-1) ?? '').replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:1317')
}

/** The lines of a screen without the suggested command, which is not wrapped, so that it can be copied. */
export function wrappedLines(screen: string): string[] {
  return screen.split(/\r?\n/).filter(line => !/^To .*, run: flow-query /.test(line))
}

/** Freezes the clock until the end of the test, so that relative times such as "3 min ago" do not change. */
export function freezeTime(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: milliseconds })
}

/**
 * Stops the clock and intervals until `hasBegun` returns true, and makes them run about twenty times as fast from then on. Timeouts of
 * requests and connections stay real, so this is for commands that wait for something that never happens.
 */
export function hurry(hasBegun: () => boolean): void {
  const { setInterval } = globalThis
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  hurrying = setInterval(() => hasBegun() && vi.advanceTimersByTime(200), 10)
}

function startWith(
  args: readonly string[],
  terminal: { stdin?: Readable; stdout: PassThrough; stderr: PassThrough; env: Record<string, string> },
): Running {
  const interruption = new AbortController()
  const streams = new Set([terminal.stdout, terminal.stderr])
  const status = main(patient(args), {
    terminal: { stdin: new PassThrough(), ...terminal },
    signal: interruption.signal,
  }).finally(async () => {
    for (const stream of streams) stream.end()
    await Promise.all(Array.from(streams, stream => finished(stream)))
  })
  const one = { interrupt: () => interruption.abort(new ExitStatus(130)), ...follow(terminal, status) }
  running.add(one)
  return one
}
