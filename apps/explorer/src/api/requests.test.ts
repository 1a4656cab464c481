import { createFlowClient, v1, v1beta1 } from '@flow-query/core'
import { address, createLcd, flow, type LcdOptions, state, trustlessAgent } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { paths } from '../router/paths'
import { newestRuns } from '../runs/executions'
import { apiRequests, hookCode } from './requests'

const lcdUrl = 'https://lcd.example.org'
const endpoint = { lcd: lcdUrl, rpc: null }
const owner = address('alice')
const agent = address('agent', 'into', 32)

function nodeOf(options: LcdOptions = {}) {
  const lcd = createLcd({
    state: state({
      flows: [flow({ owner })],
      history: { 1: [{}] },
      trustlessAgents: [trustlessAgent({ agentAddress: agent })],
    }),
    ...options,
  })
  return { lcd, client: createFlowClient({ lcd: lcdUrl, fetch: lcd.fetch, versions: [v1, v1beta1] }) }
}

const pages = [
  paths.overview,
  paths.flows,
  paths.flow('1'),
  paths.owner(owner),
  paths.agents,
  paths.agent(agent),
  paths.params,
]

test.each(pages)('the node responds to each URL of the page %s', async path => {
  const { lcd, client } = nodeOf()
  const requests = apiRequests(path, client, endpoint)
  expect(requests).not.toEqual([])
  for (const { url } of requests) {
    const response = await lcd.fetch(url)
    expect([url, response.status]).toEqual([url, 200])
  }
})

test('the URLs are those that the client requests, in the API version of the node', async () => {
  for (const version of ['v1', 'v1beta1'] as const) {
    const { lcd, client } = nodeOf({ version })
    await client.params()
    await client.flow({ id: 1 })
    await client.flowHistory(newestRuns('1'))
    await client.trustlessAgents({ limit: 50 })
    const sent = lcd.requests
      .filter(({ target }) => target.includes(`/${version}/`))
      .map(({ target }) => lcdUrl + target)
    const shown = [paths.params, paths.flow('1'), paths.agents].flatMap(path => apiRequests(path, client, endpoint))
    expect(shown.map(({ url }) => url)).toEqual(sent)
    expect(sent[0]).toContain(`/intento/intent/${version}/params`)
  }
})

test('the keys are those of the data that the hooks cache', () => {
  const { client } = nodeOf()
  const [flow, runs] = apiRequests(paths.flow('14'), client, endpoint)
  expect(flow?.queryKey).toEqual(['flow-query', client.scope, 'flow', { id: '14' }])
  expect(runs?.queryKey.at(-1)).toMatchObject({ id: '14', infinite: true, limit: 50, reverse: true })
})

test('shows the code that calls a hook', () => {
  const { client } = nodeOf()
  const [flow, runs] = apiRequests(paths.flow('14'), client, endpoint)
  const [flows] = apiRequests(paths.flows, client, endpoint)
  if (!flow || !runs || !flows) throw new Error('A page has no requests.')
  expect(hookCode(flow.hook)).toBe(
    "import { useFlow } from '@flow-query/react'\n\nconst { data, error } = useFlow({ id: '14' })",
  )
  expect(hookCode(runs.hook)).toContain(
    "useInfiniteFlowHistory({ id: '14', limit: 50, reverse: true, countTotal: true })",
  )
  expect(hookCode(flows.hook)).toBe(
    "import { useFlowCollection } from '@flow-query/react/collection'\n\nconst { data, error } = useFlowCollection()",
  )
})

test('the demo chain has a command, and the URL that `flow-query serve` uses', () => {
  const [params] = apiRequests(paths.params, nodeOf().client, { lcd: null, rpc: null })
  expect(params?.command).toBe('npx @flow-query/cli params --json --embedded')
  expect(params?.url).toBe('http://127.0.0.1:1317/intento/intent/v1/params')
})

test('a command contains no shell syntax from a link', () => {
  const { client } = nodeOf()
  const [params] = apiRequests(paths.params, client, { lcd: "https://lcd.example.org/$(id)/'", rpc: null })
  expect(params?.command).toBe(String.raw`npx @flow-query/cli params --json --lcd 'https://lcd.example.org/$(id)/'\'''`)
  for (const path of ['/flows/$(id)', '/owners/$(id)', "/agents/'", '/owners/%E0%A4%A', '/flows/1/2', '/nowhere'])
    expect(apiRequests(path, client, endpoint)).toEqual([])
})
