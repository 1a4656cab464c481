import { createFlowClient, isFlowQueryError } from '@flow-query/core'
import { address, createLcd } from '@flow-query/testing'
import { expect, test } from 'vitest'
import {
  checkFlow,
  type DraftFacts,
  draftMessage,
  type FlowDraft,
  fixDraft,
  parseDraft,
  parseDuration,
  portalLink,
  readDraftFacts,
} from './index.js'

const owner = address('owner')
const send = {
  '@type': '/cosmos.bank.v1beta1.MsgSend',
  from_address: owner,
  to_address: address('friend'),
  amount: [{ denom: 'uinto', amount: '5' }],
}
const good = {
  '@type': '/intento.intent.v1.MsgSubmitFlow',
  owner,
  label: 'Rent',
  msgs: [send],
  duration: '24h',
  interval: '1h',
  start_at: '0',
  fee_funds: [{ denom: 'uinto', amount: '5000000' }],
  configuration: { wallet_fallback: true },
}
const deep = '['.repeat(10_000) + ']'.repeat(10_000)
const cyclic: { label: string; self?: object } = { label: 'Rent' }
cyclic.self = cyclic

test.each<[string, unknown, string]>([
  ['10,000 levels', `{"label":${deep}}`, 'The draft has too many levels.'],
  ['10,000 levels in a message as text', { msgs: [`{"a":${deep}}`] }, '`msgs[0]` is not a message as JSON.'],
  ['an object that contains itself', cyclic, 'The draft can’t be written as JSON.'],
  ['an object that is no flow', { a: 1 }, '`msgs` is missing.'],
  ['a field of all objects', { ...good, constructor: 1 }, '`constructor` is not a field of a flow.'],
  [
    'a misspelled rule',
    { ...good, configuration: { save_respones: true } },
    '`configuration.save_respones` is not a field of a flow.',
  ],
  [
    'a misspelled agent',
    { ...good, trustless_agent: { agent_adress: owner } },
    '`trustless_agent.agent_adress` is not a field of a flow.',
  ],
  [
    'a misspelled field of a condition',
    { ...good, conditions: { comparisons: [{}, { icq_config: { queryKeys: 'AA==' } }] } },
    '`conditions.comparisons[1].icq_config.query_keys` is not a field of a flow.',
  ],
  ['a misspelled coin', { ...good, fee_funds: [{ denom: 'uinto', amuont: '5' }] }, '`fee_funds[0].amuont` is not'],
  [
    'a misspelled rule for the portal',
    { msgs: [JSON.stringify(send)], duration: 3_600_000, configuration: { saveRespones: true } },
    '`configuration.saveRespones` is not a field of a flow.',
  ],
  ['a prototype', JSON.parse(`{"@type":"${good['@type']}","__proto__":{}}`), '`__proto__` is not a field of a flow.'],
  ['a negative start', { ...good, start_at: '-1' }, '`start_at` is "-1", not a uint64.'],
  ['an infinite start', JSON.stringify(good).replace('"start_at":"0"', '"start_at":1e400'), '"1e400"'],
  ['a rounded number', { ...good, msgs: [{ '@type': '/x.Y', id: 2 ** 60 }] }, '`msgs[0]` contains a number above 2^53'],
  [
    'a rounded number in a message for the portal',
    `{"msgs":["{\\"typeUrl\\":\\"/x.Y\\",\\"value\\":{\\"id\\":12345678901234567891}}"],"duration":3600000}`,
    '`msgs[0]` contains a number above 2^53',
  ],
  ['an invalid ID', { ...good, conditions: { stop_on_success_of: ['toString'] } }, 'the flow "toString", which is not'],
])('a draft with %s is an argument error', (_, input, message) => {
  expect(() => parseDraft(input)).toThrow(expect.objectContaining({ kind: 'argument', message: expect.any(String) }))
  expect(() => parseDraft(input)).toThrow(message)
})

test('reads a file that starts with a byte order mark and has Windows line ends', () => {
  const text = `\uFEFF${JSON.stringify(good, null, 2).replaceAll('\n', '\r\n')}`
  expect(parseDraft(text)).toEqual(parseDraft(good))
})

test('a memo that contains a memo with many levels, and so on, does not exhaust the stack', () => {
  let memo = '[]'
  for (let round = 0; round < 12; round++) memo = `${'['.repeat(490)}${JSON.stringify({ memo })}${']'.repeat(490)}`
  const message = JSON.stringify({ typeUrl: '/a.B', value: { memo } })
  expect(parseDraft({ msgs: [message] }).msgs).toMatchObject([{ memo: expect.stringMatching(/^\[{400}/) }])
})

test('a text with many parentheses does not freeze the page', () => {
  const texts = ['A'.repeat(200_000), 'A ('.repeat(200_000), `${'A ('.repeat(200_000)})`, 'A () '.repeat(100_000)]
  const msgs = texts.map(text => JSON.stringify({ typeUrl: '/a.B', value: { text } }))
  expect(parseDraft({ msgs }).msgs).toHaveLength(4)
})

test('keeps field names in messages that all objects inherit', () => {
  const message = JSON.parse('{"@type":"/x.Y","__proto__":{"a":"b"},"constructor":"c"}')
  const draft = parseDraft({ ...good, msgs: [message] })
  expect(JSON.stringify(draftMessage(draft).msgs)).toBe(JSON.stringify([message]))
  expect(portalLink(draft).changed).not.toContain('msgs')
})

test('a duration of 100,000 digits without a unit is invalid, and does not freeze the page', () => {
  expect(parseDuration('1'.repeat(100_000))).toBeNaN()
})

const texts = ['', '-1', '1.5', '1e9h', '18446744073709551616', '9'.repeat(1_000), '99999999999', '\ud800']
const objects: unknown[] = [{}, [], [{}], [{ denom: 'uinto', amount: 'x' }], { toString: 1 }, [{ toString: 1 }]]
const values = [...texts, ...objects, null, -1, 2 ** 64]

/** A draft with an agent and conditions, and one that sends coins on this chain. */
const bases: object[] = [
  {
    ...good,
    trustless_agent: { agent_address: owner, fee_limit: [{ denom: 'uinto', amount: '5' }], connection_id: '' },
    conditions: {
      comparisons: [{ flow_id: '0', response_key: 'A', operator: 'EQUAL', icq_config: { timeout_duration: '30s' } }],
      feedback_loops: [{ flow_id: '0', response_key: 'A', msgs_index: 1, msg_key: 'Amount', value_type: 'sdk.Coin' }],
      stop_on_success_of: ['1'],
    },
  },
  { ...good, msgs: [{ '@type': '/cosmos.authz.v1beta1.MsgExec', grantee: owner, msgs: [send] }, send] },
]

function pathsOf(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [[]]
  return [[], ...Object.entries(value).flatMap(([name, part]) => pathsOf(part).map(path => [name, ...path]))]
}

function replaced(value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown {
  if (name === undefined) return by
  const copy: Record<string, unknown> = Array.isArray(value) ? Object.assign([], value) : Object.assign({}, value)
  copy[name] = replaced(copy[name], rest, by)
  return copy
}

test.each([true, false])(
  'a wrong value anywhere in a draft causes an argument error or still allows a check (node accepts all: %s)',
  async all => {
    const client = clientOf(all)
    const facts = await readDraftFacts(client, parseDraft(good))
    for (const draft of draftsWith(values)) check(draft, facts)
  },
)

test('the check handles values such as `__proto__` and `constructor` anywhere in a draft', async () => {
  const client = clientOf(true)
  for (const draft of draftsWith(['__proto__', 'constructor'])) check(draft, await readDraftFacts(client, draft))
})

function clientOf(acceptsAll: boolean) {
  const lcd = createLcd()
  lcd.accounts.balances[owner] = [{ denom: 'uinto', amount: '100000000' }]
  const accepted = JSON.stringify({ gas_info: { gas_used: '100000' }, result: { events: [] } })
  return createFlowClient({
    lcd: lcd.url,
    fetch: async (input, init) =>
      acceptsAll && String(input).endsWith('/simulate') ? new Response(accepted) : lcd.fetch(input, init),
    retries: 0,
  })
}

/** Returns all drafts that can still be parsed after one of their values is replaced by one of these. */
function draftsWith(values: readonly unknown[]): FlowDraft[] {
  return bases.flatMap(base =>
    pathsOf(base).flatMap(path => values.flatMap(value => read(replaced(base, path, value)) ?? [])),
  )
}

function check(draft: FlowDraft, facts: DraftFacts): void {
  const result = checkFlow(draft, facts, facts.time)
  if (result.verdict === 'unknown') expect(result.assumptions).not.toEqual([])
  const { draft: fixed } = fixDraft(draft, result)
  JSON.stringify(draftMessage(fixed))
  portalLink(fixed)
}

function read(input: unknown) {
  try {
    return parseDraft(input)
  } catch (error) {
    if (isFlowQueryError(error, 'argument')) return undefined
    throw error
  }
}
