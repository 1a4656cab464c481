import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLcd, type Lcd } from '@flow-query/testing'
import { serveLcd } from '@flow-query/testing/serve'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run, start } from '../../test/run.js'

const folder = mkdtempSync(join(tmpdir(), 'flow-query-sync-'))
const database = (name: string) => join(folder, `${name}.duckdb`)
let lcd: Lcd
let served: Awaited<ReturnType<typeof serveLcd>>

beforeAll(async () => {
  lcd = createLcd({ flows: [{}, {}, {}], clock: Date.now })
  served = await serveLcd(lcd)
})
afterAll(async () => {
  await served.close()
  rmSync(folder, { recursive: true })
})

test('a chain in a file, what has changed since, and whether it is all there', async () => {
  const path = database('chain')
  const args = ['sync', path, '--lcd', served.url, '--chain-id', 'test-1']
  expect(await run(args)).toMatchObject({ status: 0, stdout: '' })
  lcd.execute(2)
  const again = await run(args)
  expect(again.stderr).toMatch(/is at block [\d,]+: 1 flow and 1 execution written \(\d+ requests, \d+\.\d s\)\n$/)
  const nothing = await run([...args, '--json'])
  expect(JSON.parse(nothing.stdout)).toMatchObject({ flows: 0, executions: 0 })
  const check = await run([...args, '--check'])
  expect(check).toMatchObject({ status: 0, stdout: '' })
  expect(check.stderr).toMatch(/is as the node at block [\d,]+: 3 flows and 1 execution compared\n$/)
  const sample = await run([...args, '--check', '2', '--json'])
  expect(JSON.parse(sample.stdout)).toMatchObject({ flows: 2, differences: [] })
})

test('--follow, until Ctrl-C', async () => {
  const one = start(['sync', database('followed'), '--follow', '--json', '--lcd', served.url])
  await one.says('"flows":3')
  lcd.execute(3)
  await one.says('"flows":1')
  one.interrupt()
  expect(await one.finished).toMatchObject({ status: 130 })
})

test.each([
  [['--height', '5'], 2, 'A sync reads the newest block, and none that is named.'],
  [['--lcd', 'https://other.example.org'], 2, 'Several nodes are of one chain, which needs a name.'],
  [['--check', 'half'], 2, 'It must be a whole number from 1.'],
  [['--chain-id', 'test-2'], 1, 'holds test-1, and not test-2. Choose another database'],
])('what is refused: %j', async (args, status, words) => {
  const path = database('refusing')
  await run(['sync', path, '--lcd', served.url, '--chain-id', 'test-1'])
  const refused = await run(['sync', path, '--lcd', served.url, ...args])
  expect(refused).toMatchObject({ status, stdout: '' })
  expect(refused.stderr).toContain(words)
})

test('a password is never told', async () => {
  const { status, stderr } = await run(['sync', 'postgres://me:hunter2@127.0.0.1:1/flows', '--lcd', served.url])
  expect(status).toBe(1)
  expect(stderr).toContain('could not be opened: connect ECONNREFUSED')
  expect(stderr).not.toContain('hunter2')
})
