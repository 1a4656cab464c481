import { readFileSync } from 'node:fs'
import { createLcd, flow } from '@flow-query/testing'
import { serveLcd } from '@flow-query/testing/serve'
import { expect, test, vi } from 'vitest'
import { serveNodes } from '../examples/gateway.js'
import { readerOf, startLive } from '../test/served-gateway.js'
import { exposedHeaders } from './reads/reply.js'

const guideUrl = new URL('../../../apps/docs/pages/guides/gateway.md', import.meta.url)
const guide = readFileSync(guideUrl, 'utf8')

test('the example serves flows until it is stopped', async () => {
  const served = await serveLcd(createLcd({ flows: [flow({ label: 'Pay rent' })] }))
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  const stop = await serveNodes([served.url], served.rpc, 0)
  const [, port] = /:(\d+) as/.exec(log.mock.calls.join()) ?? []
  const { get } = readerOf(`http://127.0.0.1:${port}`)
  expect((await get('/intento/intent/v1/flow/1')).text).toContain('Pay rent')
  expect(log.mock.calls.join()).toMatch(/^Pages use http:\/\/\S+:\d+ as `lcd` and as `rpc`\.$/)
  await stop()
  log.mockRestore()
  await served.close()
})

test('the guide describes all headers that pages can read', async () => {
  const named = Array.from(guide.matchAll(/^\| `([A-Z][\w-]+)` \|/gm), ([, name = '']) => name.toLowerCase())
  expect(exposedHeaders.filter(name => !named.includes(name))).toEqual(['retry-after'])
  const { get } = await startLive({ flows: [{}] })
  const { headers } = await get('/intento/intent/v1/flow/1')
  expect(named.filter(name => !headers.has(name))).toEqual(['x-flow-query-stale'])
})
