import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { waitFor } from '../../../../../tests/setup/wait-for.js'
import { examplesOf, runLine } from '../../../test/examples.js'
import { closeNodes, type ServedNode, serve } from '../../../test/node.js'
import { startProcess } from '../../../test/process.js'
import { run, start } from '../../../test/run.js'

const folder = mkdtempSync(join(tmpdir(), 'flow-query-sync-'))
const database = (name: string) => join(folder, `${name}.duckdb`)
let lcd: ServedNode['lcd']
let served: ServedNode['served']

beforeAll(() => {
  const node = serve({ flows: [{}, {}, {}] })
  lcd = node.lcd
  served = node.served
})
afterAll(() => {
  closeNodes()
  rmSync(folder, { recursive: true })
})

test('copies a chain to a file, updates the copy, and checks it', async () => {
  const path = database('chain')
  const args = ['sync', path, '--lcd', served.url, '--chain-id', 'test-1']
  expect(await run(args)).toMatchObject({ status: 0, stdout: '' })
  lcd.execute(2)
  const again = await run(args)
  expect(again.stderr).toMatch(/is at block [\d,]+: 1 flow and 1 execution written \(\d+ requests, \d+\.\d s\)\n$/)
  const checked = await run(args)
  expect(checked.stderr).toMatch(/: no changes(, 3 flows checked again)? \(/)
  const nothing = await run([...args, '--json'])
  expect(JSON.parse(nothing.stdout)).toMatchObject({ flows: 0, executions: 0 })
  const check = await run([...args, '--check'])
  expect(check).toMatchObject({ status: 0, stdout: '' })
  expect(check.stderr).toMatch(/matches the node at block [\d,]+: 3 flows and 1 execution compared\n$/)
  const sample = await run([...args, '--check', '2', '--json'])
  expect(JSON.parse(sample.stdout)).toMatchObject({ flows: 2, differences: [] })
})

test('the examples in the help work', async () => {
  const before = process.cwd()
  process.chdir(folder)
  onTestFinished(() => process.chdir(before))
  for (const line of await examplesOf('sync')) await runLine(line)
})

test('--forecast also writes forecasts', async () => {
  const args = ['sync', database('forecasts'), '--lcd', served.url, '--chain-id', 'test-1']
  expect((await run(args)).stderr).toMatch(/: 3 flows and \d executions? written \(/)
  expect((await run([...args, '--forecast', '999d'])).stderr).toMatch(/: no changes, 3 forecasts written \(/)
  expect(JSON.parse((await run([...args, '--forecast', '--json'])).stdout)).toMatchObject({ forecasts: 0 })
})

test('--follow syncs until Ctrl-C', async () => {
  const one = start(['sync', database('followed'), '--follow', '--json', '--lcd', served.url])
  await one.says('"flows":3')
  lcd.execute(3)
  await one.says('"flows":1')
  one.interrupt()
  expect(await one.finished()).toMatchObject({ status: 130 })
})

test('--follow reports an error once, although it retries several times', async () => {
  const one = start(['sync', database('retried'), '--follow', '--json', '--lcd', served.url])
  await one.says('"flows":3')
  const { length } = lcd.requests
  const recover = lcd.fail({ status: 503 })
  lcd.execute(3)
  await one.says('Retrying.')
  await waitFor(() => expect(lcd.requests.length).toBeGreaterThan(length + 12))
  recover()
  await one.says('"flows":1')
  expect(one.seen.stderr.match(/Retrying/g)).toHaveLength(1)
})

test('rejects the database of another chain', async () => {
  const args = ['sync', database('refusing'), '--lcd', served.url, '--chain-id']
  await run([...args, 'test-1'])
  const refused = await run([...args, 'test-2'])
  expect(refused).toMatchObject({ status: 1, stdout: '' })
  expect(refused.stderr).toContain('contains test-1, not test-2. Choose another database')
})

test('says that the database can not be reached, without showing the password', async () => {
  const { status, stderr } = await run(['sync', 'postgres://me:hunter2@127.0.0.1:1/flows', '--lcd', served.url])
  expect(status).toBe(1)
  expect(stderr).toContain('could not be opened: connect ECONNREFUSED')
  expect(stderr).not.toContain('hunter2')
})

test('SIGTERM ends a sync that is waiting for its database', async () => {
  const silent = createServer()
  const connected = once(silent, 'connection')
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  const target = `postgres://me@127.0.0.1:${address.port}/flows`
  const one = startProcess(['sync', target, '--embedded'])
  const [socket] = await connected
  one.terminate()
  // The status is null because the process was killed. The driver would wait longer for the database.
  expect(await one.finished()).toMatchObject({ status: null, stdout: '' })
  socket.destroy()
  silent.close()
})
