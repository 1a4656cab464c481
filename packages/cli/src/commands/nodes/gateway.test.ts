import { createFlowClient } from '@flow-query/core'
import { expect, test } from 'vitest'
import { run, start } from '../../../test/run.js'

async function startGateway(...args: string[]) {
  const one = start(['gateway', '--port', '0', ...args])
  await one.says('Press Ctrl-C to stop.')
  return { ...one, url: /http:\/\/127\.0\.0\.1:\d+/.exec(one.seen.stdout)?.[0] ?? '' }
}

test('serves the flows of the node until Ctrl-C', async () => {
  const { url, interrupt, finished } = await startGateway('--embedded')
  expect((await createFlowClient({ lcd: url }).flow({ id: 14 })).id).toBe('14')
  const read = await run(['flow', '14', '--json', '--lcd', url])
  expect(JSON.parse(read.stdout)).toMatchObject({ id: '14' })
  interrupt()
  expect(await finished).toMatchObject({ stderr: '', status: 130 })
  await expect(fetch(url)).rejects.toThrow()
})

test('rejects --height and missing nodes', async () => {
  expect(await run(['gateway', '--embedded', '--height', '5'])).toMatchObject({ status: 2 })
  expect(await run(['gateway'])).toMatchObject({ status: 2, stderr: expect.stringContaining('No node was specified.') })
})
