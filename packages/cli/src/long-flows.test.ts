import { flow } from '@flow-query/testing'
import { afterAll, expect, test } from 'vitest'
import { closeNodes, serve } from '../test/node.js'
import { run } from '../test/run.js'

afterAll(closeNodes)

test('flow prints the first 100 conditions and counts the others', async () => {
  const stopOnFailureOf = Array.from({ length: 5_000 }, (_, index) => `${index + 2}`)
  const { conditions } = flow()
  const { served } = serve({ flows: [flow({ conditions: conditions && { ...conditions, stopOnFailureOf } })] })
  const { stdout, status } = await run(['flow', '1', '--lcd', served.url])
  expect(status).toBe(0)
  expect(stdout.match(/Stops when flow \d+ fails/g)).toHaveLength(100)
  expect(stdout).toContain('And 4,900 more conditions. To print all, use --json.')
})
