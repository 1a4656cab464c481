import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeNodes, type ServedNode, serve } from '../../../test/node.js'
import { run } from '../../../test/run.js'

let node: ServedNode
beforeEach(() => {
  node = serve({ flows: [{}] })
})
afterEach(closeNodes)

test.each([
  [['--height', '5'], 2, 'sync always reads the newest block.'],
  [['--lcd', 'https://other.example.org'], 2, 'With several nodes, sync requires a name for the chain.'],
  [['--forecast', 'soon'], 2, 'A duration is a number with a unit'],
  [['--check', 'half'], 2, 'It must be an integer of at least 1.'],
])('rejects %j', async (args, status, message) => {
  const refused = await run(['sync', join('no-such-folder', 'flows.duckdb'), '--lcd', node.served.url, ...args])
  expect(refused).toMatchObject({ status, stdout: '' })
  expect(refused.stderr).toContain(message)
})

test.each([
  ['', 'The name of the database is empty'],
  [':memory:', 'An in-memory database is lost when the process ends'],
  ['md:hunter2', 'md: is not a supported database'],
  ['host=127.0.0.1 password=hunter2', 'A connection string of the form `host=… dbname=…` is not supported'],
])('rejects the database %j without a request, and without showing a password', async (name, message) => {
  const { status, stderr } = await run(['sync', name, '--lcd', node.served.url])
  expect(status).toBe(1)
  expect(stderr).toContain(message)
  expect(stderr).not.toContain('hunter2')
  expect(node.lcd.requests).toEqual([])
})
