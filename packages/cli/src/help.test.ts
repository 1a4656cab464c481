import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDemoLcd } from '@flow-query/testing/demo'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { examplesOf, runLine } from '../test/examples.js'
import { addServer, removeServer } from '../test/network.js'
import { run, terminalOf } from '../test/run.js'
import { createProgram } from './program.js'

const program = createProgram({ terminal: terminalOf(), signal: new AbortController().signal })
const names = program.commands.map(command => command.name())

const folder = mkdtempSync(join(tmpdir(), 'flow-query-help-'))
const before = process.cwd()
beforeAll(() => process.chdir(folder))
afterAll(() => {
  process.chdir(before)
  rmSync(folder, { recursive: true })
})

const helpOf = async (name: string) => (await run([name, '--help'])).stdout

test.each(names)('the help of %s has at most 80 columns', async name => {
  for (const line of (await helpOf(name)).split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
})

test('the help of all commands has at most 80 columns', async () => {
  const { stdout } = await run(['--help'])
  for (const line of stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
})

/** sync.slow.test.ts runs those of sync, because the database has its own threads. */
const tested = names.filter(name => name !== 'sync')

test.each(tested)('the examples in the help of %s work', async name => {
  const lines = await examplesOf(name)
  expect(lines.length).toBeGreaterThan(0)
  // The node that `flow-query serve` starts.
  addServer(createDemoLcd(), 'http://127.0.0.1:1317')
  onTestFinished(() => removeServer('http://127.0.0.1:1317'))
  for (const line of lines) await runLine(line)
})
