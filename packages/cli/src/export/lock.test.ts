import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listenAlone } from './lock.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flow-query-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test.each([
  ['that is a file', () => join(folder, 'lock.sock')],
  ['that is none', () => `\0flow-query-test-${process.pid}`],
])('an address %s: one at a time', async (_, addressOf) => {
  const address = addressOf()
  const first = await listenAlone(address)
  expect(await listenAlone(address)).toBeNull()
  first?.close()
  const next = await listenAlone(address)
  expect(next).not.toBeNull()
  next?.close()
})

test('what is left of one that was killed keeps nobody out', async () => {
  const address = join(folder, 'lock.sock')
  const program = `require('net').createServer().listen(${JSON.stringify(address)}, () => console.log('there'))`
  const child = spawn(process.execPath, ['-e', program])
  await once(child.stdout, 'data')
  expect(await listenAlone(address)).toBeNull()
  child.kill('SIGKILL')
  await once(child, 'close')
  expect(existsSync(address)).toBe(true)
  const server = await listenAlone(address)
  expect(server).not.toBeNull()
  server?.close()
})
