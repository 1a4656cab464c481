import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFlowClient } from '@flow-query/core'
import { flow } from '@flow-query/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { closeNodes, serve } from '../../../test/node.js'
import { runProcess } from '../../../test/process.js'
import { run } from '../../../test/run.js'

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

test('writes each flow as core returns it, one per line', async () => {
  const { lcd, served } = await serve({ flows: many(3) })
  const { stdout, stderr, status } = await run(['export', '--lcd', served.url])
  const { flows } = await createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, timeout: 300_000 }).flows()
  expect(stdout).toBe(flows.map(one => `${JSON.stringify(one)}\n`).join(''))
  expect([stderr, status]).toEqual(['', 0])
})

test('--from and --to are inclusive, and --height selects the block', async () => {
  const { lcd, served } = await serve({ flows: many(250) })
  const height = `${lcd.height}`
  const { stdout } = await run(['export', '--from', '90', '--to', '210', '--height', height, '--lcd', served.url])
  expect(ids(stdout)).toEqual(upTo(210, 90))
  expect(lcd.requests.every(({ headers }) => headers['x-cosmos-block-height'] === height)).toBe(true)
})

describe('a full disk', () => {
  test.each([
    ['flows', '$program > /dev/full', 'ENOSPC'],
    ['flow 1', '$program > /dev/full', 'ENOSPC'],
    ['flows --json', 'ulimit -f 1; $program > $file', 'EFBIG'],
    ['export', 'ulimit -f 1; $program > $file', 'EFBIG'],
  ])('reports a write error of %s in one line', async (command, shell, code) => {
    const { served } = await serve({ flows: many(20) })
    const options = { shell, env: { file } }
    const { stderr, status } = await runProcess([...command.split(' '), '--lcd', served.url], options)
    expect(stderr).toMatch(new RegExp(`^flow-query: Can't write to standard output: ${code}: .*\\.\n$`))
    expect(status).toBe(1)
  })
})
