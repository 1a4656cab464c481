import { createFlowClient, isFlowQueryError } from '@flow-query/core'
import { address, createLcd, type Lcd } from '@flow-query/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { settle, until } from '../../../../tests/setup/until.js'
import { runs } from '../../../core/test/runs.js'
import { checkFlow, type FlowCheck, parseDraft, readDraftFacts } from './index.js'

const owner = address('owner')
const coins = (amount: string) => [{ denom: 'uinto', amount }]
const send = (to: string) => ({
  '@type': '/cosmos.bank.v1beta1.MsgSend',
  from_address: owner,
  to_address: to,
  amount: coins('5'),
})
const message = {
  '@type': '/intento.intent.v1.MsgSubmitFlow',
  owner,
  label: 'Rent',
  msgs: [send(address('friend'))],
  duration: '24h',
  interval: '1h',
  fee_funds: coins('5000000'),
  configuration: { wallet_fallback: true },
}
const good = parseDraft(message)

function node(): Lcd {
  const lcd = createLcd({ flows: [{ owner, label: 'Rent', msgs: message.msgs }] })
  lcd.accounts.balances[owner] = coins('100000000')
  return lcd
}

type Fetch = typeof fetch

async function check(fetch: Fetch, draft = good): Promise<FlowCheck> {
  const client = createFlowClient({ lcd: 'http://node', fetch, retries: 0, timeout: 500 })
  const facts = await readDraftFacts(client, draft)
  return checkFlow(draft, facts, facts.time)
}

test('if a node hangs, all requests end after one timeout', async () => {
  const signals: (AbortSignal | null | undefined)[] = []
  const hang: Fetch = (_, init) => {
    signals.push(init?.signal)
    return new Promise(() => {})
  }
  await expect(until(check(hang))).rejects.toMatchObject({ kind: 'timeout', retryable: true })
  expect(signals.length).toBeGreaterThan(5)
  // Requests that waited for others start in later tasks.
  await settle()
  expect(signals.filter(signal => !signal?.aborted)).toEqual([])
})

test.each([
  '{}',
  '[]',
  '{"error":"try again"}',
  '{"gas_info":{}}',
  '{"gas_info":{"gas_used":"a"}}',
  '<html>',
  '{"gas_',
])('a node that answers a simulation with %s has accepted nothing', async body => {
  const lcd = node()
  const refused = parseDraft({ ...message, interval: '1s' })
  const fetch: Fetch = (url, init) =>
    String(url).endsWith('/simulate') ? Promise.resolve(new Response(body)) : lcd.fetch(url, init)
  const { verdict, assumptions } = await check(fetch, refused)
  expect(verdict).not.toBe('good')
  expect(assumptions).toContain('nodeNotAsked')
})

test.each([429, 500, 503])(
  'if a simulation returns status %i, the check assumes that the node was not asked',
  async status => {
    const lcd = node()
    lcd.fail({ path: '/simulate', status })
    expect((await check(lcd.fetch)).assumptions).toContain('nodeNotAsked')
  },
)

test.each([429, 500])('status %i instead of the parameters is an error', async status => {
  const lcd = node()
  lcd.fail({ query: 'params', status })
  await expect(check(lcd.fetch)).rejects.toSatisfy(error => isFlowQueryError(error))
})

/** Returns the paths of all values in a body. */
function pathsOf(value: unknown): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [[]]
  return [[], ...Object.entries(value).flatMap(([name, part]) => pathsOf(part).map(path => [name, ...path]))]
}

function replaced(value: unknown, [name, ...rest]: readonly (string | number)[], by: unknown): unknown {
  if (name === undefined) return by
  const copy: Record<string, unknown> = Array.isArray(value) ? Object.assign([], value) : Object.assign({}, value)
  copy[name] = replaced(copy[name], rest, by)
  return copy
}

const wrongValues = [undefined, null, '', 'x', '-1', '1e9', '9'.repeat(400), {}, [], [{}], -1, true]

test('a wrong value anywhere in a response causes an error or still allows a check', async () => {
  // The node's own work would take most of the time, so its responses are repeated.
  const bodies = new Map<string, string>()
  const lcd = node()
  const read: Fetch = async (url, init) => {
    const { href } = new URL(String(url))
    const body = bodies.get(href) ?? (await (await lcd.fetch(url, init)).text())
    bodies.set(href, body)
    return new Response(body)
  }
  await check(read)
  expect(bodies.size).toBeGreaterThan(8)
  const cases = Array.from(bodies, ([url, text]) => ({ url, body: JSON.parse(text) as unknown })).flatMap(
    ({ url, body }) => pathsOf(body).map(at => ({ url, body, at })),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...cases),
      fc.constantFrom(...wrongValues),
      async ({ url: wrongUrl, body, at }, value) => {
        const wrong = JSON.stringify(replaced(body, at, value)) ?? ''
        const fetch: Fetch = (url, init) =>
          new URL(String(url)).href === wrongUrl ? Promise.resolve(new Response(wrong)) : read(url, init)
        const error: unknown = await check(fetch).catch(error => error)
        if (error instanceof Error && !isFlowQueryError(error)) throw error
      },
    ),
    { numRuns: runs(500) },
  )
})

const many = Array.from({ length: 2_000 }, (_, index) => index)

test.each<[string, object, string]>([
  ['2,000 flows decide', { conditions: { stop_on_success_of: many.map(index => `${index + 10}`) } }, 'atRisk'],
  ['2,000 messages pay accounts', { msgs: many.map(index => send(address(`friend${index}`))) }, 'refused'],
  [
    'one message contains 2,000 messages of other accounts',
    {
      msgs: [
        {
          '@type': '/cosmos.authz.v1beta1.MsgExec',
          grantee: owner,
          msgs: many.map(index => ({ ...send(owner), from_address: address(`payer${index}`) })),
        },
      ],
    },
    'refused',
  ],
])('a draft in which %s causes a limited number of requests', async (_, changes, expected) => {
  const lcd = node()
  let requests = 0
  const fetch: Fetch = (url, init) => {
    requests++
    return lcd.fetch(url, init)
  }
  const { verdict, assumptions } = await check(fetch, parseDraft({ ...message, ...changes }))
  expect(requests).toBeLessThan(500)
  expect(verdict).toBe(expected)
  if (verdict !== 'refused') expect(assumptions).toContain('factsMissing')
})

test('the verdict is unknown if the owner has more flows than are read', async () => {
  const lcd = createLcd({ flows: many.slice(0, 150).map(() => ({ owner: address('other'), msgs: message.msgs })) })
  lcd.accounts.balances[owner] = coins('100000000')
  const skip_on_failure_of = many.slice(1, 151).map(String)
  const conditions = { skip_on_failure_of }
  const { assumptions, verdict } = await check(lcd.fetch, parseDraft({ ...message, conditions }))
  expect(verdict).not.toBe('good')
  expect(assumptions).toContain('factsMissing')
})
