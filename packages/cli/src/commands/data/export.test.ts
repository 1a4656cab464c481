import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFlowClient } from '@flow-query/core'
import { flow } from '@flow-query/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { waitFor } from '../../../../../scripts/wait-for.js'
import { closeNodes, serve } from '../../../test/node.js'
import { type RunningProcess, runProcess, startProcess } from '../../../test/process.js'
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
  const { flows } = await createFlowClient({ lcd: lcd.url, fetch: lcd.fetch }).flows()
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

test('continues a file after its last complete line', async () => {
  const { lcd, served } = await serve({ flows: many(150) })
  const args = ['export', '-o', file, '--lcd', served.url]
  expect((await run([...args, '--to', '120'])).stderr).toBe(`120 flows written to ${file}.\n`)
  truncateSync(file, statSync(file).size - 10)
  expect((await run(args)).stderr).toBe(`Continuing ${file} with flow 120.\n31 flows written to ${file}.\n`)
  expect(ids(readFileSync(file, 'utf8'))).toEqual(upTo(150))
  expect((await run(args)).stderr).toContain('is already complete')
  lcd.addFlow()
  expect((await run(args)).stderr).toContain('1 flow written')
  expect(ids(readFileSync(file, 'utf8'))).toEqual(upTo(151))
})

test('starts again if the first line is incomplete', async () => {
  const { served } = await serve({ flows: many(2) })
  writeFileSync(file, '{"id":"1","ow')
  await run(['export', '-o', file, '--lcd', served.url])
  expect(ids(readFileSync(file, 'utf8'))).toEqual(['1', '2'])
})

describe('does not change a file that is not an export of this chain', () => {
  const start = '2026-11-20T20:57:56.000000001Z'
  const flows = [1, 2, 3].map(() => flow({ startTime: start }))
  const line = (id: number, changes: object = {}) =>
    `${JSON.stringify({ id: `${id}`, owner: flows[0]?.owner, startTime: start, updateHistory: [], ...changes })}\n`

  test.each<[what: string, content: string | Buffer, args: string[], why: string]>([
    ['notes', 'some notes\n', [], 'its first line is not a flow'],
    ['notes without a line break', 'some notes', [], 'ends with something that is not a flow of this chain'],
    [
      'bytes',
      Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 7919) % 251)),
      [],
      'its first line is not a flow',
    ],
    ['bytes without a line break', Buffer.alloc(300_000, 0xfe), [], 'ends with something that is not a flow'],
    ['JSON on one line', '{"name":"x"}', [], 'ends with something that is not a flow'],
    ['JSON lines', '{"name":"x"}\n', [], 'its first line is not a flow'],
    ['a flow, then something else', `${line(1)}{"name":"x"}\n`, [], 'its last line is not a flow'],
    [
      'flows, then the start of something else',
      `${line(1)}{"id":"2","name"`,
      [],
      'ends with something that is not a flow',
    ],
    ['missing lines', line(1) + line(3), [], 'has 2 lines, which cannot be the flows 1 to 3'],
    ['lines in another order', line(1) + line(3) + line(2), [], 'has 3 lines, which cannot be the flows 1 to 2'],
    ['later flows', line(2) + line(3), [], 'starts with flow 2, so flows from 1 on are missing'],
    ['earlier flows', line(1), ['--from', '3'], 'there would be a gap before flow 3'],
    ['another chain: other owners', line(1, { owner: 'into1other' }), [], 'is an export of another chain'],
    ['another chain: other times', line(1, { startTime: '2026-11-20T20:57:56Z' }), [], 'is an export of another chain'],
    ['another chain: more flows', [1, 2, 3, 4].map(id => line(id)).join(''), [], 'the node has another flow 4'],
    [
      'another chain: only the end of a line',
      '{"id":"1","owner":"into1other',
      [],
      'ends with something that is not a flow',
    ],
  ])('%s', async (_, content, args, why) => {
    const { served } = await serve({ flows })
    writeFileSync(file, content)
    const { stderr, status } = await run(['export', '-o', file, ...args, '--lcd', served.url])
    expect(stderr).toContain(why)
    expect(stderr).toContain('The file was not changed. Choose another file with -o.')
    expect(status).toBe(2)
    expect(readFileSync(file).equals(Buffer.from(content))).toBe(true)
  })

  test('continues an export although an update changed the start time of a flow', async () => {
    const { served } = await serve({ flows: [flow({ updateHistory: ['2026-11-21T00:00:00Z'] }), flow()] })
    writeFileSync(file, line(1, { startTime: '2026-11-20T00:00:00Z' }))
    const { stderr } = await run(['export', '-o', file, '--lcd', served.url])
    expect(stderr).toBe(`Continuing ${file} with flow 2.\n1 flow written to ${file}.\n`)
  })

  test('export -o exits with status 2 for a folder, and with 1 for a missing folder', async () => {
    const folderRun = await run(['export', '-o', folder, '--embedded'])
    expect([folderRun.stderr, folderRun.status]).toEqual([expect.stringContaining('is not a file'), 2])
    const missing = await run(['export', '-o', join(folder, 'none', 'x'), '--embedded'])
    expect([missing.stderr, missing.status]).toEqual([expect.stringContaining('ENOENT'), 1])
  })
})

describe('a full disk', () => {
  test('keeps complete lines on a full disk and continues later', async () => {
    const { served } = await serve({ flows: many(5) })
    const args = ['export', '-o', file, '--lcd', served.url]
    const { stderr, status } = await runProcess(args, { shell: 'ulimit -f 6; $program' })
    expect(stderr).toMatch(/could not be written: EFBIG.* run the same command again to continue\.\n$/)
    expect(status).toBe(1)
    const whole = ids(readFileSync(file, 'utf8'))
    expect(whole.length).toBeGreaterThan(0)
    expect(whole).toEqual(upTo(whole.length))
    expect(readFileSync(file, 'utf8').endsWith('\n')).toBe(true)
    expect((await run(args)).stderr).toContain(`${5 - whole.length} flows written`)
    expect(ids(readFileSync(file, 'utf8'))).toEqual(upTo(5))
  })

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

/** Waits until an export has written something. */
async function hasBegun({ child }: RunningProcess): Promise<void> {
  await waitFor(
    () => {
      if (child.exitCode === null) expect(statSync(file).size).toBeGreaterThan(0)
    },
    { interval: 1 },
  )
  expect(child.exitCode).toBeNull()
}

test('a second export to the same file fails', async () => {
  const { served } = await serve({ flows: many(3_000) }, 50)
  const args = ['export', '-o', file, '--lcd', served.url]
  const first = startProcess(args)
  await hasBegun(first)
  // The first export must not finish before the second one has started.
  first.child.kill('SIGSTOP')
  const second = await runProcess(args)
  first.child.kill('SIGCONT')
  expect(second.stderr).toContain(`Another export is writing to ${file}.`)
  expect(second.status).toBe(1)
  expect(await first.finished).toMatchObject({ stderr: `3,000 flows written to ${file}.\n`, status: 0 })
  expect(ids(readFileSync(file, 'utf8'))).toEqual(upTo(3_000))
})

test('continues immediately after the previous export was killed', async () => {
  const { served } = await serve({ flows: many(3_000) }, 50)
  const args = ['export', '-o', file, '--lcd', served.url]
  const killed = startProcess(args)
  await hasBegun(killed)
  killed.child.kill('SIGKILL')
  await killed.finished
  expect(await run(args)).toMatchObject({ stderr: expect.stringMatching(/^Continuing /), status: 0 })
  expect(ids(readFileSync(file, 'utf8'))).toEqual(upTo(3_000))
})

test('continues after a power failure within a UTF-8 character', async () => {
  const { served } = await serve({ flows: [flow(), flow({ label: '🚀'.repeat(50) })] })
  const args = ['export', '-o', file, '--lcd', served.url]
  await run(args)
  const complete = readFileSync(file)
  truncateSync(file, complete.lastIndexOf('🚀') + 2)
  expect((await run(args)).stderr).toBe(`Continuing ${file} with flow 2.\n1 flow written to ${file}.\n`)
  expect(readFileSync(file)).toEqual(complete)
})
