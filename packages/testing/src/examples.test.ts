import { readdirSync, readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'

const folder = new URL('../examples/', import.meta.url)
const examples = readdirSync(folder)

test('the code of the README is what the examples are, word for word', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const blocks = Array.from(readme.matchAll(/```ts\n(.*?)```/gs), ([, code]) => code)
  expect(blocks.sort()).toEqual(examples.map(name => readFileSync(new URL(name, folder), 'utf8')).sort())
})

test('the one that is no test runs as well', async () => {
  expect(examples.filter(name => !name.endsWith('.test.ts'))).toEqual(['serve.ts'])
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  await import('../examples/serve.js')
  expect(log.mock.calls).toMatchObject([[{ params: { burn_fee_per_msg: '10000' } }]])
  log.mockRestore()
})
