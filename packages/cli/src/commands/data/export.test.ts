import { createFlowClient } from '@flow-query/core'
import { flow } from '@flow-query/testing'
import { afterEach, expect, test } from 'vitest'
import { closeNodes, serve } from '../../../test/node.js'
import { run } from '../../../test/run.js'

afterEach(closeNodes)

const many = (count: number) => Array.from({ length: count }, (_, index) => flow({ label: `flow ${index + 1}` }))
const ids = (text: string): string[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line).id)
const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, index) => `${first + index}`)

test('writes each flow as core returns it, one per line', async () => {
  const { lcd, served } = serve({ flows: many(3) })
  const { stdout, stderr, status } = await run(['export', '--lcd', served.url])
  const { flows } = await createFlowClient({ lcd: lcd.url, fetch: lcd.fetch }).flows()
  expect(stdout).toBe(flows.map(one => `${JSON.stringify(one)}\n`).join(''))
  expect([stderr, status]).toEqual(['', 0])
})

test('--from and --to are inclusive, and --height selects the block', async () => {
  const { lcd, served } = serve({ flows: many(250) })
  const height = `${lcd.height}`
  const { stdout } = await run(['export', '--from', '90', '--to', '210', '--height', height, '--lcd', served.url])
  expect(ids(stdout)).toEqual(upTo(210, 90))
  expect(lcd.requests.every(({ headers }) => headers['x-cosmos-block-height'] === height)).toBe(true)
})
