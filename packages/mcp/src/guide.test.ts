import { readFileSync } from 'node:fs'
import { createLcd, flow } from '@flow-query/testing'
import { serveLcd } from '@flow-query/testing/serve'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
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
  const served = await serveLcd(createLcd({ flows: [flow({ label: 'Pay rent' })] }))
  const route = routeFor(served.url)
  const client = new Client({ name: 'test', version: '1.0.0' })
  const transport = new StreamableHTTPClientTransport(new URL('https://app.example.org/mcp'), {
    fetch: async (url, init) => route(new Request(url, init)),
  })
  await client.connect(transport)
  expect(await askWith(client, 'find_flows')).toMatchObject({ data: { flows: [{ id: '1' }] } })
  await client.close()
  await served.close()
})
