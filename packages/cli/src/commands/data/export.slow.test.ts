import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { flow } from '@flow-query/testing'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { seed } from '../../../../../scripts/seed.js'
import { closeNodes, serve } from '../../../test/node.js'
import { startProcess } from '../../../test/process.js'
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

/** When an export is killed, in bytes. */
const kills = fc.sample(
  fc.record({
    /** The number of bytes that the export has written at least. */
    written: fc.integer({ min: 1, max: 300_000 }),
    /** The number of bytes that a power cut then removes from the end of the file. */
    lost: fc.integer({ min: 0, max: 1_000 }),
  }),
  { numRuns: 20, seed },
)

test(`an export that is killed twenty times with seed ${seed} still writes each flow exactly once`, async () => {
  const count = 12_000
  const flows = Array.from({ length: count }, (_, index) => flow({ label: `flow ${index + 1}` }))
  const { served } = await serve({ flows }, 20)
  const args = ['export', '-o', file, '--lcd', served.url]
  const size = () => statSync(file, { throwIfNoEntry: false })?.size ?? 0
  for (const { written, lost } of kills) {
    const running = startProcess(args)
    const before = size()
    while (size() < before + written && running.child.exitCode === null)
      await new Promise(resolve => setTimeout(resolve, 1))
    running.child.kill('SIGKILL')
    const { status, stderr } = await running.finished
    // On a busy machine, the signal can come so late that the export has finished.
    if (status === 0) break
    expect({ status, stderr }).toEqual({ status: null, stderr: expect.any(String) })
    truncateSync(file, Math.max(0, size() - lost))
  }
  expect(size()).toBeLessThan(count * 1_000)
  expect(await run(args)).toMatchObject({ status: 0 })
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  expect(lines.map(line => JSON.parse(line).id)).toEqual(flows.map((_, index) => `${index + 1}`))
})
