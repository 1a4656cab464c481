import { readFileSync } from 'node:fs'
import { createLcd, flow } from '@flow-query/testing'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { routeFor } from '../examples/route.js'
import { askWith, assistantOf } from '../test/ask.js'

const guide = readFileSync(new URL('../../../apps/docs/pages/guides/assistants.md', import.meta.url), 'utf8')

test('the guide lists all tools and resources', async () => {
  const { client, close } = await assistantOf(createLcd({ flows: [] }))
  const listed = Array.from(guide.matchAll(/^\| `([a-z]+_[a-z]+|forecast)` \|/gm), ([, name]) => name)
  expect(listed).toEqual((await client.listTools()).tools.map(({ name }) => name))
  for (const { uri } of (await client.listResources()).resources) expect(guide).toContain(`\`${uri}\``)
  await close()
})

test('the example serves the tools as a route', async () => {
  const lcd = createLcd({ flows: [flow({ label: 'Pay rent' })] })
  vi.stubGlobal('fetch', lcd.fetch)
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  const route = routeFor(lcd.url)
  const client = new Client({ name: 'test', version: '1.0.0' })
  const transport = new StreamableHTTPClientTransport(new URL('https://app.example.org/mcp'), {
    fetch: async (url, init) => route(new Request(url, init)),
  })
  await client.connect(transport)
  expect(await askWith(client, 'find_flows')).toMatchObject({ data: { flows: [{ id: '1' }] } })
  await client.close()
})
