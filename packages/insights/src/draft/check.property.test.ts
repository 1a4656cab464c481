import { type AnyMessage, executionOutcome, type Flow } from '@flow-query/core'
import { address, createClock, createLcd, type Lcd } from '@flow-query/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clientOf } from '../../../core/test/client.js'
import { checkFlow, draftMessage, type FlowDraft, parseDraft, readDraftFacts } from './index.js'

// The in-memory node has its own implementation of the rules.

const owner = address('owner')
const friend = address('friend')
const start = Date.parse('2026-11-24T12:00:00Z')
const seconds = start / 1_000

const oneOf = <Value>(...values: Value[]) => fc.constantFrom(...values)
const mostly = <Value>(usual: Value, ...others: Value[]) =>
  fc.oneof({ weight: 20, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(usual, ...others) })

const account = mostly(owner, friend, '', 'ICA_ADDR', 'into1xyz', owner.toUpperCase(), address('owner', 'cosmos'))
const coin = fc.record({
  denom: mostly('uinto', 'ufoo', 'u!', ''),
  amount: mostly('5', '0', '-5', '1000000001', '9'.repeat(40)),
})
const send = fc.record({
  '@type': fc.constant('/cosmos.bank.v1beta1.MsgSend'),
  from_address: account,
  to_address: account,
  amount: fc.array(coin, { maxLength: 2 }),
})
const payment = fc.record({
  '@type': fc.constant('/cosmos.bank.v1beta1.MsgSend'),
  from_address: fc.constant(owner),
  to_address: mostly(friend, 'into1xyz'),
  amount: fc.tuple(fc.record({ denom: mostly('uinto', 'ufoo'), amount: oneOf('5', '100000000', '400000000') })),
})
const delegate = fc.record({
  '@type': oneOf('/cosmos.staking.v1beta1.MsgDelegate', '/cosmos.staking.v1beta1.MsgCreateValidator'),
  delegator_address: account,
  validator_address: mostly(address('owner', 'intovaloper'), address('validator', 'intovaloper'), ''),
})
const simple: fc.Arbitrary<AnyMessage> = fc.oneof(send, delegate)
const exec = fc.record({
  '@type': fc.constant('/cosmos.authz.v1beta1.MsgExec'),
  grantee: account,
  msgs: fc.array(simple, { maxLength: 2 }),
})
const message = fc.oneof({ weight: 3, arbitrary: simple }, { weight: 1, arbitrary: exec })
const query = fc.option(
  fc.record({
    connection_id: fc.constant('connection-0'),
    chain_id: mostly('host-1', ''),
    query_key: mostly('AiBe', ''),
    timeout_duration: mostly('30s', '0s', '61s', '4000s'),
  }),
  { nil: null, freq: 3 },
)
const input = {
  flow_id: mostly('0', '1', '999'),
  response_index: mostly(0, 1, 9),
  response_key: mostly('Amount.[0]', ''),
  value_type: mostly('sdk.Coin', 'no.Type', ''),
  icq_config: query,
}
const conditions = fc.record({
  comparisons: fc.array(
    fc.record({ ...input, operator: mostly('EQUAL', 'LARGER_THAN'), operand: oneOf('5uinto', 'x') }),
    { maxLength: 6 },
  ),
  feedback_loops: fc.array(fc.record({ ...input, msgs_index: mostly(0, 1, 9), msg_key: mostly('Amount', '') }), {
    maxLength: 6,
  }),
})
const durations = [
  '0s',
  '',
  '1h',
  '1h30m',
  '5s',
  '4s',
  '4.999s',
  '-60s',
  '60',
  '1d',
  '94867200s',
  '94867201s',
  '26352h',
  '0',
]
const duration = fc.oneof(
  { weight: 4, arbitrary: mostly('60s', ...durations) },
  { weight: 1, arbitrary: fc.integer({ min: -10, max: 200 }).map(value => `${value}s`) },
)
const drafts = fc.record({
  owner: mostly(owner, '', 'into1xyz', address('owner', 'cosmos')),
  label: mostly('Rent', 'x'.repeat(50), 'x'.repeat(51), '😀'.repeat(12), '😀'.repeat(13), 'é'.repeat(26)),
  msgs: fc.oneof(
    { weight: 8, arbitrary: fc.array(message, { maxLength: 3 }) },
    { weight: 1, arbitrary: send.map(one => Array(9).fill(one)) },
    { weight: 1, arbitrary: send.map(one => Array(10).fill(one)) },
  ),
  duration,
  interval: duration,
  start_at: mostly('0', String(seconds + 59), String(seconds + 60), '1', String(seconds + 94_867_201)),
  fee_funds: fc.array(coin, { maxLength: 2 }),
  connection_id: mostly('', 'connection-0'),
  trustless_agent: mostly(
    null,
    { agent_address: friend, fee_limit: [], connection_id: '' },
    { agent_address: '', fee_limit: [], connection_id: '' },
  ),
  conditions: fc.option(conditions, { nil: null, freq: 2 }),
  configuration: fc.record({
    save_responses: fc.boolean(),
    wallet_fallback: fc.boolean(),
    stop_on_success: fc.boolean(),
    stop_on_failure: fc.boolean(),
  }),
})

/** A node where the owner has 1,000 INTO. */
function node(): Lcd {
  const lcd = createLcd({ clock: createClock(start).now })
  lcd.deposit(owner, { denom: 'uinto', amount: '1000000000' })
  return lcd
}

function draftOf(body: object): FlowDraft {
  return parseDraft({ '@type': '/intento.intent.v1.MsgSubmitFlow', ...body })
}

test('refuses the same flows as a node, and finds the field that the node means', async () => {
  const client = clientOf(node(), { retries: 0 })
  const kinds = new Set<string>()
  await fc.assert(
    fc.asyncProperty(drafts, async body => {
      const draft = draftOf(body)
      const facts = await readDraftFacts(client, draft)
      const { verdict, problems } = checkFlow(draft, facts, facts.time)
      expect(verdict === 'refused').toBe(facts.nodeAnswer?.result !== 'accepted')
      if (verdict !== 'refused') return
      expect(problems).toMatchObject([{ kind: expect.not.stringContaining('nodeRefuses'), effect: 'refused' }])
      for (const { kind, path } of problems) {
        expect(valueAt(draft, path), path).toBeDefined()
        kinds.add(kind)
      }
    }),
  )
  expect(kinds.size).toBeGreaterThan(5)
})

test('never calls a flow good that the node was not asked about', async () => {
  const client = clientOf(node(), { retries: 0 })
  await fc.assert(
    fc.asyncProperty(drafts, async body => {
      const draft = draftOf(body)
      const facts = await readDraftFacts(client, draft)
      const { verdict, assumptions } = checkFlow(draft, { ...facts, nodeAnswer: undefined }, facts.time)
      expect(verdict).not.toBe('good')
      expect(assumptions).toContain('nodeNotAsked')
    }),
  )
})

function valueAt(draft: FlowDraft, path: string): unknown {
  const keys = path.match(/[^.[\]]+/g) ?? []
  return keys.reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], draft)
}

const runnable = fc.record({
  owner: fc.constant(owner),
  msgs: fc.array(
    fc.oneof(
      { weight: 3, arbitrary: payment },
      {
        weight: 1,
        arbitrary: payment.map(inner => ({ '@type': '/cosmos.authz.v1beta1.MsgExec', grantee: owner, msgs: [inner] })),
      },
    ),
    { minLength: 1, maxLength: 3 },
  ),
  duration: oneOf('600s', '60s', '100s', '0s'),
  interval: oneOf('60s', '30s', '0s'),
  fee_funds: oneOf(
    [],
    [{ denom: 'uinto', amount: '30000' }],
    [{ denom: 'uinto', amount: '160000' }],
    [{ denom: 'uinto', amount: '3000000' }],
  ),
  conditions: fc.option(
    fc.record({
      comparisons: fc.array(
        fc.record({
          flow_id: oneOf('0', '999'),
          response_key: oneOf('Amount', ''),
          value_type: oneOf('string', 'no.Type'),
          operator: oneOf('EQUAL', 'LARGER_THAN'),
          operand: oneOf('5', 'x'),
        }),
        { maxLength: 2 },
      ),
      // The in-memory node doesn't execute messages that a feedback loop changes.
      feedback_loops: fc.array(
        fc.record({
          msgs_index: fc.constant(0),
          response_key: oneOf('Amount', ''),
          msg_key: fc.constant('Amount'),
          value_type: fc.constant('sdk.Coin'),
        }),
        { maxLength: 1 },
      ),
      use_and_for_comparisons: fc.boolean(),
    }),
    { nil: null },
  ),
  configuration: fc.record({
    save_responses: fc.boolean(),
    wallet_fallback: fc.boolean(),
    stop_on_success: fc.boolean(),
    stop_on_failure: fc.boolean(),
  }),
})

test('expects the runs that happen after the node has accepted the flow', async () => {
  const verdicts = new Set<string>()
  await fc.assert(
    fc.asyncProperty(runnable, async body => {
      const lcd = node()
      const draft = draftOf(body)
      const facts = await readDraftFacts(clientOf(lcd, { retries: 0 }), draft)
      const { verdict, runs } = checkFlow(draft, facts, facts.time)
      fc.pre(verdict !== 'refused')
      verdicts.add(verdict)
      const { id } = lcd.submitFlow(draftMessage(draft))
      lcd.advance(3_600_000)
      const flow = lcd.flow(id) as Flow
      const outcomes = lcd.history(id).map(entry => executionOutcome(entry, flow, { block: '2027-01-01T00:00:00Z' }))
      const happened = outcomes.map(outcome => (outcome === 'unacknowledged' ? 'skipped' : outcome))
      const expected = runs.map(({ outcome }) => outcome)
      // A failed run costs less than the estimate, so the fee account can pay for more of them.
      const isCheaper = happened.includes('failed') && draft.feeFunds.length > 0
      expect(expected).toEqual(isCheaper ? happened.slice(0, expected.length) : happened)
      if (verdict === 'good') expect(new Set(happened)).toEqual(new Set(['succeeded']))
    }),
  )
  expect(verdicts.size).toBeGreaterThan(2)
})
