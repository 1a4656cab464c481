import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { flow } from '@flow-query/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
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

test('an export that is killed twenty times at random moments still writes each flow exactly once', {
  timeout: 240_000,
}, async () => {
  const count = 12_000
  const flows = Array.from({ length: count }, (_, index) => flow({ label: `flow ${index + 1}` }))
  const { served } = await serve({ flows }, 20)
  const args = ['export', '-o', file, '--lcd', served.url]
  const size = () => statSync(file, { throwIfNoEntry: false })?.size ?? 0
  for (let kill = 0; kill < 20; kill++) {
    const running = startProcess(args)
    const before = size()
    while (size() === before && running.child.exitCode === null) await new Promise(resolve => setTimeout(resolve, 1))
    await new Promise(resolve => setTimeout(resolve, Math.random() * 20))
    running.child.kill('SIGKILL')
    const { status, stderr } = await running.finished
    // On a busy machine, the signal can come so late that the export has finished.
    if (status === 0) break
    expect({ status, stderr }).toEqual({ status: null, stderr: expect.any(String) })
    // After a power cut, the last bytes are missing too.
    truncateSync(file, Math.max(0, size() - Math.floor(Math.random() * 1_000)))
  }
  expect(size()).toBeLessThan(count * 1_000)
  expect(await run(args)).toMatchObject({ status: 0 })
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  expect(lines.map(line => JSON.parse(line).id)).toEqual(flows.map((_, index) => `${index + 1}`))
})
