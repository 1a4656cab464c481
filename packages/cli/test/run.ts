import { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import { afterEach, vi } from 'vitest'
import { main } from '../src/main.js'
import { ExitStatus } from '../src/settings.js'
import { type Finished, follow, type Running } from './follow.js'

const running = new Set<Running>()
afterEach(async () => {
  vi.useRealTimers()
  for (const one of running) one.interrupt()
  await Promise.all(Array.from(running, one => one.finished))
  running.clear()
})

/** Starts `flow-query` in this process, where its output is a pipe. It ends with the test. */
export function start(args: readonly string[]): Running {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  return startWith(args, { stdout, stderr, env: {} })
}

/** Runs it to its end. */
export function run(args: readonly string[]): Promise<Finished> {
  return start(args).finished
}

/** What somebody sees who runs it in a terminal of so many columns; what it says on stderr comes with the rest. */
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

/** What is left of it in the end, when the bar of a long read has been taken away. */
export function leftOn(screen: string): string {
  return screen.split('\x1b[2K').at(-1) ?? ''
}

/** Until the end of the test it is this time: "3 min ago" stays what it was. */
export function standAt(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: milliseconds })
}

function startWith(
  args: readonly string[],
  terminal: { stdin?: PassThrough; stdout: PassThrough; stderr: PassThrough; env: Record<string, string> },
): Running {
  const interruption = new AbortController()
  const streams = new Set([terminal.stdout, terminal.stderr])
  const status = main(args, {
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
