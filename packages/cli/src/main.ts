import { CommanderError } from '@commander-js/extra-typings'
import { createProgram, type Surroundings } from './program.js'
import { ExitStatus } from './settings.js'

/** Runs a command line, tells on stderr what failed, and answers the exit status. */
export async function main(args: readonly string[], surroundings: Surroundings): Promise<number> {
  try {
    await createProgram(surroundings).parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    const { signal, terminal } = surroundings
    // What an interruption makes fail is no failure.
    if (signal.reason instanceof ExitStatus) return signal.reason.status
    if (error instanceof ExitStatus) return error.status
    // Commander has told already.
    if (error instanceof CommanderError) return error.exitCode && 2
    const { report } = await import('./failure.js')
    return report(error, terminal.stderr)
  }
}
