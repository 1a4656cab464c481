#!/usr/bin/env node
import { main } from './main.js'
import { ExitStatus } from './settings.js'
import { unwritten } from './terminal/unwritten.js'

const { stdout, stderr } = process

stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Whoever read the output has enough of it.
  if (error.code === 'EPIPE') process.exit(0)
  stderr.write(`flow-query: ${unwritten(error).message}\n`)
  process.exit(1)
})
stderr.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

const interruption = new AbortController()
// Once: the second of them ends a program that does not.
process.once('SIGINT', () => interruption.abort(new ExitStatus(130)))
process.once('SIGTERM', () => interruption.abort(new ExitStatus(143)))

process.exitCode = await main(process.argv.slice(2), { terminal: process, signal: interruption.signal })
