import { main } from './main.js'
import { ExitStatus } from './settings.js'
import { unwritten } from './terminal/unwritten.js'

const { stdout, stderr } = process
/** The exit code that shells report after SIGPIPE. With an exit code of 0, an error could go unnoticed. */
const brokenPipe = 141
/** How long the command may take to end after SIGTERM, in milliseconds. Servers increase it. */
const shutdown = { timeout: 5_000 }

stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The program that reads the output has closed it, as `head` does.
  if (error.code === 'EPIPE') process.exit(brokenPipe)
  stderr.write(`flow-query: ${unwritten(error).message}\n`)
  process.exit(1)
})
stderr.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? brokenPipe : 1))

const interruption = new AbortController()
// The handler runs once, so that a second Ctrl-C kills a process that hangs.
process.once('SIGINT', () => interruption.abort(new ExitStatus(130)))
process.once('SIGTERM', () => {
  interruption.abort(new ExitStatus(143))
  // A command may hang, for example while it waits for a database lock. SIGKILL ends it, because a normal exit would wait
  // for its threads.
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), shutdown.timeout).unref()
})

process.exitCode = await main(process.argv.slice(2), { terminal: process, signal: interruption.signal, shutdown })
