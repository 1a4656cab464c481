import { createFlowClient, v1 } from '@flow-query/core'
import * as react from '@flow-query/react'
import * as reactCollection from '@flow-query/react/collection'
import { address, createLcd, flow, historyEntry, state, trustlessAgent } from '@flow-query/testing'
import { describe, expect, test } from 'vitest'
import { serveOther } from '../../../../packages/cli/test/node'
import { run } from '../../../../packages/cli/test/run'
import { paths } from '../router/paths'
import { apiRequests } from './requests'

const owner = address('alice')
const agentAddress = address('agent', 'into', 32)
const lcd = createLcd({
  state: state({
    flows: [flow({ id: '1', owner, label: 'Pay rent' })],
    history: { 1: [historyEntry({})] },
    trustlessAgents: [trustlessAgent({ agentAddress, feeConfig: { feeAdmin: owner, feeCoinsSupported: [] } })],
  }),
})
const client = createFlowClient({ lcd: serveOther(lcd), fetch: lcd.fetch, versions: [v1] })
const nodes = { lcd: client.settings.endpoints[0]?.url ?? '', rpc: null }

const hooks = { '': react, '/collection': reactCollection }

describe.each([
  paths.overview,
  paths.flows,
  paths.flow('1'),
  paths.owner(owner),
  paths.agents,
  paths.agent(agentAddress),
  paths.params,
])('the API drawer of the page %s', path => {
  const requests = apiRequests(path, client, nodes)

  test('shows hooks that exist', () => {
    for (const { hook } of requests) expect(Object.keys(hooks[hook.entry])).toContain(hook.name)
  })

  test.each(requests)('shows a command that prints JSON: $name', async ({ command }) => {
    expect(command).toMatch(/^npx @flow-query\/cli [^']+$/)
    const { stdout, stderr, status } = await run(command.split(' ').slice(2))
    expect([stderr, status]).toEqual(['', 0])
    // Streams print one JSON value per line.
    const values = command.includes('--all') ? stdout.trim().split('\n').map(parse) : [parse(stdout)]
    expect(values).toHaveLength(1)
  })
})

test('a command prints the data of the hook', async () => {
  const [shown] = apiRequests(paths.flow('1'), client, nodes)
  const { stdout } = await run(shown?.command.split(' ').slice(2) ?? [])
  expect(parse(stdout)).toEqual(await client.flow({ id: 1 }))
})

const parse = (text: string): unknown => JSON.parse(text)
