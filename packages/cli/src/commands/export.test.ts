import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFlowClient } from '@flow-query/core'
import { flow } from '@flow-query/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { closeNodes, serve } from '../../test/node.js'
import { run, start } from '../../test/run.js'

let folder = ''
let file = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flow-query-'))
  file = join(folder, 'flows.ndjson')
})
afterEach(async () => {
  rmSync(folder, { recursive: true })
  await closeNodes()
})

const many = (count: number) => Array.from({ length: count }, (_, index) => flow({ label: `flow ${index + 1}` }))
const ids = (text: string): string[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line).id)
const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, index) => `${first + index}`)

test('every flow a line, exactly core’s data', async () => {
  const { lcd, served } = await serve({ flows: many(3) })
  const { stdout, stderr, status } = await run(['export', '--lcd', served.url])
  const { flows } = await createFlowClient({ lcd: lcd.url, fetch: lcd.fetch }).flows()
  expect(stdout).toBe(flows.map(one => `${JSON.stringify(one)}\n`).join(''))
  expect([stderr, status]).toEqual(['', 0])
})

test('--from and --to, both included; at a --height', async () => {
  const { lcd, served } = await serve({ flows: many(250) })
  const height = `${lcd.height}`
  const { stdout } = await run(['export', '--from', '90', '--to', '210', '--height', height, '--lcd', served.url])
  expect(ids(stdout)).toEqual(upTo(210, 90))
  expect(lcd.requests.every(({ headers }) => headers['x-cosmos-block-height'] === height)).toBe(true)
})

test('a file goes on after its last whole line', async () => {
  const { lcd, served } = await serve({ flows: many(150) })
  const args = ['export', '-o', file, '--lcd', served.url]
  expect((await run([...args, '--to', '120'])).stderr).toBe(`120 flows written to ${file}.\n`)
  truncateSync(file, statSync(file).size - 10)
  expect((await run(args)).stderr).toBe(`${file} goes on with flow 120.\n31 flows written to ${file}.\n`)
  expect(ids(readFileSync(file, 'utf8'))).toEqual(upTo(150))
  expect((await run(args)).stderr).toContain('has them all already')
  lcd.addFlow()
  expect((await run(args)).stderr).toContain('1 flow written')
  expect(ids(readFileSync(file, 'utf8'))).toEqual(upTo(151))
})

test('a line that was cut in the middle of the first flow starts anew', async () => {
  const { served } = await serve({ flows: many(2) })
  writeFileSync(file, '{"id":"1","ow')
  await run(['export', '-o', file, '--lcd', served.url])
  expect(ids(readFileSync(file, 'utf8'))).toEqual(['1', '2'])
})

describe('a file that cannot go on is left alone', () => {
  test.each([
    ['of something else', 'some notes\n', []],
    ['of other data', '{"name":"x"}\n', []],
    ['that ends before --from', '{"id":"3"}\n', ['--from', '10']],
  ])('%s', async (_, text, args) => {
    writeFileSync(file, text)
    const { stderr, status } = await run(['export', '-o', file, ...args, '--embedded'])
    expect(stderr).toContain('Choose another file: -o')
    expect(status).toBe(2)
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  test('a folder that is not there: exit status 1', async () => {
    const { stderr, status } = await run(['export', '-o', join(folder, 'none', 'x'), '--embedded'])
    expect(stderr).toContain('ENOENT')
    expect(status).toBe(1)
  })
})

test('killed twenty times at random moments: in the end the file holds each flow once', {
  timeout: 240_000,
}, async () => {
  const count = 12_000
  const { served } = await serve({ flows: many(count) }, 20)
  const args = ['export', '-o', file, '--lcd', served.url]
  const size = () => statSync(file, { throwIfNoEntry: false })?.size ?? 0
  for (let kill = 0; kill < 20; kill++) {
    const running = start(args)
    const before = size()
    while (size() === before && running.child.exitCode === null) await new Promise(resolve => setTimeout(resolve, 1))
    await new Promise(resolve => setTimeout(resolve, Math.random() * 20))
    running.child.kill('SIGKILL')
    expect(await running.finished).toMatchObject({ status: null })
    // What a disk has not got yet when the power goes.
    truncateSync(file, Math.max(0, size() - Math.floor(Math.random() * 1_000)))
  }
  expect(size()).toBeLessThan(count * 1_000)
  expect(await run(args)).toMatchObject({ status: 0 })
  expect(ids(readFileSync(file, 'utf8'))).toEqual(upTo(count))
})
