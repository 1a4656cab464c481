import { CommandError, ExitStatus } from '../settings.js'

export function notListening(port: number, host: string): (error: NodeJS.ErrnoException & { port?: number }) => never {
  return error => {
    if (error.code === 'EADDRINUSE')
      throw new CommandError(
        // A gateway can have a second port, for metrics.
        `Port ${error.port ?? port} is in use.`,
        'Choose another port with --port, or use --port 0 for any free port.',
      )
    if (error.code === 'EACCES')
      throw new CommandError(`This user can't listen on port ${port}.`, 'Choose a port above 1023 with --port.')
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
      throw new CommandError(
        `${host} is not an address of this machine.`,
        'Use --host 127.0.0.1 for this machine only, or --host 0.0.0.0 for all its addresses.',
      )
    throw error
  }
}

export function notInstalled(command: string, name: string): (error: NodeJS.ErrnoException) => never {
  return error => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new CommandError(
      `${command} requires the package ${name}, which is not installed.`,
      `Install it: npm install --global @flow-query/cli ${name}`,
    )
  }
}

export function untilInterrupted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/**
 * Call this after a server has shut down. After SIGTERM, the exit code is 0, because supervisors treat every other code as a failure.
 * After Ctrl-C, it is 130, as for all commands.
 */
export function endOfServer(signal: AbortSignal): void {
  if (!isTerminated(signal)) throw signal.reason
}

export function isTerminated({ reason }: AbortSignal): boolean {
  return reason instanceof ExitStatus && reason.status === 143
}
