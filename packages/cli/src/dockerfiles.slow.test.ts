import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { instruction } from '../test/dockerfiles.js'
import { startProcess } from '../test/process.js'

test.each([
  ['gateway', ['--port', '0', '--shutdown-delay', '0s'], 'Press Ctrl-C to stop.'],
  ['monitor', [], 'flow-query explain'],
] as const)('the entry point of the %s starts, and ends with exit code 0 after SIGTERM', async (name, more, text) => {
  const folder = mkdtempSync(join(tmpdir(), 'flow-query-image-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [command, ...args] = JSON.parse(instruction(name, 'ENTRYPOINT').replace('/data', folder)) as string[]
  expect(command).toBe('flow-query')
  const one = startProcess([...args, ...more, '--embedded'])
  await one.says(text)
  one.terminate()
  expect(await one.finished()).toMatchObject({ status: 0 })
})
