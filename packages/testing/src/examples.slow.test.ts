import { readdirSync } from 'node:fs'
import { expect, test, vi } from 'vitest'

test('the standalone example runs', async () => {
  const examples = readdirSync(new URL('../examples/', import.meta.url))
  expect(examples.filter(name => !name.endsWith('.test.ts'))).toEqual(['serve.ts'])
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  await import('../examples/serve.js')
  expect(log.mock.calls).toMatchObject([[{ params: { burn_fee_per_msg: '10000' } }]])
  log.mockRestore()
})
