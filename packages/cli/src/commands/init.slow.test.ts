import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startInRealTerminal } from '../../test/process.js'

test('lets people choose the framework in a terminal, and writes nothing after Ctrl-C', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'flow-query-init-'))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  const { child, says, finished } = startInRealTerminal(['init', join(parent, 'my-flows')])
  await says('Framework')
  child.stdin.write('\x03')
  expect((await finished()).status).toBe(130)
  expect(readdirSync(parent)).toEqual([])
})
