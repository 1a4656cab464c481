import { CommanderError } from '@commander-js/extra-typings'
import { asTyped } from './invocation.js'
import { createProgram, type Surroundings, shortHelp } from './program.js'
import { ExitStatus } from './settings.js'

export async function main(args: readonly string[], surroundings: Surroundings): Promise<number> {
  if (args.length === 0) {
    const { stdout, env } = surroundings.terminal
    stdout.write(asTyped(shortHelp, env))
    return 0
  }
  const program = createProgram(surroundings)
  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    const { signal, terminal } = surroundings
    // After Ctrl-C, errors of aborted requests are expected and not reported.
    if (signal.reason instanceof ExitStatus) return signal.reason.status
    if (error instanceof ExitStatus) return error.status
    // Commander has already printed the error.
    if (error instanceof CommanderError) return error.exitCode && 2
    const { report } = await import('./failure.js')
    return report(error, { settings: program.opts(), terminal, command: program.args[0] ?? '' })
  }
}
