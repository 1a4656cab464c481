import { createLcd } from '@flow-query/testing'
import { serveLcd } from '@flow-query/testing/serve'
import { expect, test } from 'vitest'
import { update } from '../examples/sync.js'
import { duckdbEngine } from '../test/engines.js'
import { describeGuide } from '../test/guide-suite.js'

describeGuide(duckdbEngine)

test('the example syncs, and reports a mismatch', async () => {
  const path = await duckdbEngine.newTarget()
  const served = await serveLcd(createLcd({ flows: [{}, {}] }))
  expect(await update(served.url, path)).toMatch(/^Block \d+: 2 flows and 0 executions written, \d+ requests$/)
  await served.close()
  const other = await serveLcd(createLcd({ flows: [] }))
  expect(await update(other.url, path)).toContain(
    'contains something else. Use another node, or choose a new database.',
  )
  await other.close()
})
