import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startLive } from '../test/gateway.js'
import { exposedHeaders } from './reads/reply.js'

const guideUrl = new URL('../../../apps/docs/pages/guides/gateway.md', import.meta.url)
const guide = readFileSync(guideUrl, 'utf8')

test('the guide describes all headers that pages can read', async () => {
  const named = Array.from(guide.matchAll(/^\| `([A-Z][\w-]+)` \|/gm), ([, name = '']) => name.toLowerCase())
  expect(exposedHeaders.filter(name => !named.includes(name))).toEqual(['retry-after'])
  const { get } = await startLive({ flows: [{}] })
  const { headers } = await get('/intento/intent/v1/flow/1')
  expect(named.filter(name => !headers.has(name))).toEqual(['x-flow-query-stale'])
})
