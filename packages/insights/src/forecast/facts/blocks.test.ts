import { type Coin, chainTime, createFlowClient, type FlowClient } from '@flow-query/core'
import { DraftObserver, ForecastObserver } from '@flow-query/insights/query'
import { address, createLcd, type Lcd } from '@flow-query/testing'
import { QueriesObserver, QueryClient } from '@tanstack/query-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { until } from '../../../../../tests/setup/until.js'
import { checkFlow, type FlowCheck, parseDraft, readDraftFacts } from '../../draft/index.js'
import { forecastFlows } from '../forecast-flows.js'
import type { FlowForecast } from '../result.js'
import { readForecastFacts } from './read.js'

type Fetch = typeof fetch

const owner = address('owner')
const coins = (amount: string): Coin[] => [{ denom: 'uinto', amount }]
const msgs = [
  {
    '@type': '/cosmos.bank.v1beta1.MsgSend',
    from_address: owner,
    to_address: address('friend'),
    amount: coins('5'),
  },
]
const draft = parseDraft({
  '@type': '/intento.intent.v1.MsgSubmitFlow',
  owner,
  label: 'Rent',
  msgs,
  duration: '24h',
  interval: '1h',
  fee_funds: coins('5000000'),
  configuration: { wallet_fallback: true },
})

const tip = 1_000

function node(): Lcd {
  const lcd = createLcd({ flows: [{ owner, label: 'Rent', msgs }] })
  lcd.accounts.balances[owner] = coins('100000000')
  return lcd
}

/** Answers with the state of the in-memory node, as if it were at another block. */
function at(heightOf: () => number | null, lcd = node()): Fetch {
  return async (url, init) => {
    const height = heightOf()
    const response = await lcd.fetch(url, init)
    const headers = new Headers(response.headers)
    if (height === null) headers.delete('grpc-metadata-x-cosmos-block-height')
    else headers.set('grpc-metadata-x-cosmos-block-height', `${height}`)
    const text = await response.text()
    const body = String(url).endsWith('/status') ? text.replace(/"height":"\d+"/, `"height":"${height ?? tip}"`) : text
    return new Response(body, { status: response.status, headers })
  }
}

/** Creates a client of several nodes. The first node fails for paths that match `failing`. */
function clientOf(nodes: readonly Fetch[], failing = /^$/): FlowClient {
  const urls = nodes.map((_, index) => `http://node${index}`)
  return createFlowClient({
    lcd: urls,
    chainId: 'test',
    retries: 0,
    fetch: async (url, init) => {
      const index = urls.findIndex(base => String(url).startsWith(base))
      if (index === 0 && failing.test(String(url))) return new Response('bad gateway', { status: 502 })
      return (nodes[index] as Fetch)(url, init)
    },
  })
}

async function check(client: FlowClient): Promise<FlowCheck> {
  const facts = await readDraftFacts(client, draft)
  return checkFlow(draft, facts, facts.time)
}

async function forecast(client: FlowClient): Promise<FlowForecast | undefined> {
  const time = await chainTime(client)
  const { flows } = await client.flows()
  const [forecast] = forecastFlows(await readForecastFacts(client, { flows, time }), time)
  return forecast
}

function observed(client: FlowClient) {
  const queryClient = new QueryClient()
  const observer = new DraftObserver(queryClient, new QueriesObserver(queryClient, []), { client, draft })
  onTestFinished(observer.subscribe(() => {}))
  return { queryClient, observer }
}

const mixed = [
  ['behind', tip - 20],
  ['far behind', 3],
  ['ahead', tip + 20],
] as const

describe.each(mixed)('if a node fails for one query, and the next one is %s', (_, height) => {
  test.each([/\/balances\//, /\/simulate/, /\/spendable_balances\//, /\/intent\/v1\/params/, /\/status$/])(
    'a check says that the facts for %s come from another block',
    async failing => {
      const { verdict, assumptions } = await check(clientOf([at(() => tip), at(() => height)], failing))
      expect(assumptions).toContain('differentBlocks')
      expect(verdict).toBe('unknown')
    },
  )

  test('a forecast says so too', async () => {
    const found = await forecast(clientOf([at(() => tip), at(() => height)], /\/balances\//))
    expect(found?.assumptions).toContain('differentBlocks')
    expect(found?.nextRun).toBe('unknown')
  })
})

test('a load balancer with nodes at different blocks is noticed', async () => {
  let count = 0
  const client = clientOf([at(() => (count++ % 2 ? tip : tip - 20))])
  expect((await check(client)).verdict).toBe('unknown')
  expect((await forecast(client))?.assumptions).toContain('differentBlocks')
})

test.each([
  ['the next node is at nearly the same block', [at(() => tip), at(() => tip - 3)], /\/balances\//],
  ['the first node always fails', [at(() => tip), at(() => tip - 20)], /./],
  ['the only node lags behind', [at(() => tip - 20)], /^$/],
  ['the nodes hide their heights', [at(() => null), at(() => null)], /\/balances\//],
] as const)('a check is good if %s', async (_, nodes, failing) => {
  const { verdict, assumptions } = await check(clientOf(nodes, failing))
  expect(assumptions).not.toContain('differentBlocks')
  expect(verdict).toBe('good')
})

test('a chain that produces five blocks per second during a slow check is no problem', async () => {
  const began = Date.now()
  const lcd = node()
  const live = at(() => tip + Math.floor((Date.now() - began) / 200), lcd)
  const slow: Fetch = async (url, init) => {
    await new Promise(resolve => setTimeout(resolve, 3_000))
    return live(url, init)
  }
  const { verdict, assumptions } = await until(check(clientOf([slow])))
  expect(Date.now() - began).toBeGreaterThan(9_000)
  expect(assumptions).not.toContain('differentBlocks')
  expect(verdict).toBe('good')
})

test('a gateway can answer with older responses, because they are still valid', async () => {
  let count = 0
  const node = at(() => tip - 100 * count++)
  const gateway: Fetch = async (url, init) => {
    const response = await node(url, init)
    response.headers.set('flow-query-gateway', '1')
    return response
  }
  expect((await check(clientOf([gateway]))).verdict).toBe('good')
})

test('a hook checks a draft with facts of different blocks, and again when all facts are from one node', async () => {
  let failing = true
  const first = at(() => tip)
  const flaky: Fetch = async (url, init) =>
    failing && String(url).includes('/balances/') ? new Response('bad gateway', { status: 502 }) : first(url, init)
  const { queryClient, observer } = observed(clientOf([flaky, at(() => tip - 20)]))
  await until(() => expect(observer.getResult().data?.assumptions).toContain('differentBlocks'))
  expect(observer.getResult().data?.verdict).toBe('unknown')

  failing = false
  await until(async () => {
    await queryClient.refetchQueries()
    expect(observer.getResult().data?.verdict).toBe('good')
  })
})

test('a hook forecasts flows with facts of different blocks', async () => {
  const client = clientOf([at(() => tip), at(() => tip - 20)], /\/balances\//)
  const { flows } = await client.flows()
  const queryClient = new QueryClient()
  const observer = new ForecastObserver(queryClient, new QueriesObserver(queryClient, []), { client, flows })
  onTestFinished(observer.subscribe(() => {}))
  await until(() => expect(observer.getResult().isPending).toBe(false))
  expect(observer.getResult().data[0]?.forecast).toMatchObject({
    nextRun: 'unknown',
    assumptions: expect.arrayContaining(['differentBlocks']),
  })
})
