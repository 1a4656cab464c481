import { createFlowClient, isFlowQueryError } from '@flow-query/core'
import { createLcd } from '@flow-query/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkFlow, type FlowDraft, fixDraft, parseDraft, portalLink, readDraftFacts } from './index.js'

const names = Object.getOwnPropertyNames(Object.prototype)
const name = fc.constantFrom(...names, 'name', 'length', 'prototype')
const type = fc.oneof(
  fc.tuple(name, name).map(([module, name]) => `/${module}.${name}`),
  fc.constantFrom(
    '/cosmos.bank.v1beta1.MsgSend',
    '/cosmos.staking.v1beta1.MsgDelegate',
    '/cosmos.staking.v1beta1.MsgUndelegate',
    '/cosmos.authz.v1beta1.MsgExec',
    '/cosmos.authz.v1beta1.MsgGrant',
    '/ibc.applications.transfer.v1.MsgTransfer',
  ),
)
const coins = fc.array(fc.record({ denom: name, amount: fc.constantFrom('1', '5000000') }), { maxLength: 2 })
const fields = [
  'from_address',
  'to_address',
  'delegator_address',
  'validator_address',
  'granter',
  'grantee',
  'sender',
  'receiver',
  'source_channel',
  'source_port',
]
const message = fc
  .tuple(type, fc.dictionary(fc.oneof(fc.constantFrom(...fields), name), name), coins)
  .map(([type, body, amount]) => ({ ...body, amount, '@type': type }))
const draft = fc.record({
  owner: name,
  label: name,
  msgs: fc.array(message, { minLength: 1, maxLength: 3 }),
  duration: fc.constantFrom('24h', '86400s'),
  interval: fc.constantFrom('1h', '3600s'),
  start_at: fc.constant('0'),
  fee_funds: coins,
  connection_id: fc.oneof(fc.constant(''), name),
  trustless_agent: fc.option(fc.record({ agent_address: name, fee_limit: coins, connection_id: name })),
})
const amino = fc.record({ type: name, value: fc.dictionary(name, name) })
const input = fc.oneof(
  draft,
  fc.record({ msgs: fc.array(amino, { minLength: 1 }), label: name, duration: fc.constant('24h') }),
  fc.record({
    msgs: fc.array(fc.record({ typeUrl: type, value: fc.dictionary(name, name) }), { minLength: 1 }),
    owner: name,
  }),
  fc
    .tuple(name, name)
    .map(
      ([chain, label]) => `https://portal.intento.zone/submit?chain=${chain}&label=${label}&imsg=${JSON.stringify([])}`,
    ),
)

test('names such as `constructor` are values like all others', async () => {
  const lcd = createLcd()
  const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, retries: 0 })
  await fc.assert(
    fc.asyncProperty(input, async value => {
      let parsed: FlowDraft
      try {
        parsed = parseDraft(value)
      } catch (error) {
        if (!isFlowQueryError(error)) throw error
        return
      }
      const facts = await readDraftFacts(client, parsed)
      const tables = [
        'balances',
        'spendableBalances',
        'delegations',
        'unbondingDelegations',
        'grants',
        'agents',
        'channels',
        'namedFlows',
      ] as const
      const known = { ...Object.fromEntries(tables.map(table => [table, {}])), ...facts }
      for (const one of [facts, known]) {
        const check = checkFlow(parsed, one, facts.time)
        expect(JSON.stringify(check)).not.toContain('[native code]')
        fixDraft(parsed, check)
      }
      portalLink(parsed)
    }),
  )
})
