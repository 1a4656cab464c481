#!/usr/bin/env node
import { CommanderError } from '@commander-js/extra-typings'
import { createProgram } from './program.js'
import { unwritten } from './terminal/unwritten.js'

/** Why everything ends: the reason of the signal that every request listens to. */
class Interrupted extends Error {
  readonly status: number
  constructor(status: number) {
    super('interrupted')
    this.status = status
  }
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Whoever read the output has enough of it.
  if (error.code === 'EPIPE') process.exit(0)
  process.stderr.write(`flow-query: ${unwritten(error).message}\n`)
  process.exit(1)
})
process.stderr.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

const interruption = new AbortController()
// Once: the second of them ends a program that does not.
process.once('SIGINT', () => interruption.abort(new Interrupted(130)))
process.once('SIGTERM', () => interruption.abort(new Interrupted(143)))

try {
  await createProgram(interruption.signal).parseAsync()
} catch (error) {
  process.exitCode = await statusOf(error)
}

/** What a failure is to a script; what it is to people goes to stderr. */
async function statusOf(error: unknown): Promise<number> {
  const { reason } = interruption.signal
  if (reason instanceof Interrupted) return reason.status
  // Commander has told already.
  if (error instanceof CommanderError) return error.exitCode && 2
  const { report } = await import('./failure.js')
  return report(error)
}
