import type { AnyMessage } from '@flow-query/core'
import { address, createClock, createLcd, type Lcd, state } from '@flow-query/testing'
import { describe, expect, test } from 'vitest'
import { clientOf } from '../../../core/test/client.js'
import { portalInputs } from '../../test/portal-inputs.js'
import { checkFlow, type FlowCheck, type FlowDraft, parseDraft, portalLink, readDraftFacts } from './index.js'

const owner = address('owner')
const agentAddress = address('agent', 'into', 32)

interface Place {
  owner?: string
  agentAddress?: string
  prefix?: string | undefined
}

/** A node where the owner has 1,000 INTO, and where the agent has an account on a chain with this prefix. */
function node({ agentAddress, prefix, owner: payer = owner }: Place = {}): Lcd {
  const { now } = createClock(Date.parse('2026-11-24T12:00:00Z'))
  const trustlessAgents = prefix && agentAddress ? [agentOf(agentAddress)] : []
  const lcd = createLcd({ clock: now, state: state({ trustlessAgents }, now()) })
  lcd.deposit(payer, { denom: 'uinto', amount: '1000000000' })
  if (!agentAddress || !prefix) return lcd
  const version = JSON.stringify({ address: address('interchain account', prefix, 32) })
  lcd.accounts.channels['connection-0'] = [
    {
      port_id: `icacontroller-${agentAddress}`,
      channel_id: 'channel-0',
      state: 'STATE_OPEN',
      ordering: 'ORDER_ORDERED',
      version,
    },
  ]
  return lcd
}

function agentOf(agentAddress: string) {
  return { agentAddress, icaConfig: { portId: `icacontroller-${agentAddress}`, connectionId: 'connection-0' } }
}

async function check(draft: FlowDraft, lcd = node()): Promise<FlowCheck> {
  const facts = await readDraftFacts(clientOf(lcd, { retries: 0 }), draft)
  return checkFlow(draft, facts, facts.time)
}

const kindsOf = ({ problems }: FlowCheck) => problems.map(({ kind, path }) => `${kind} ${path}`)

describe.each(portalInputs.map(input => [input.name, input] as const))('%s', (_, { input, ...place }) => {
  const draft = parseDraft(input, { owner: place.owner ?? owner })

  test.each<[string, Lcd]>([
    ['where the interchain account is known', node(place)],
    ['where the agent is unknown', node({ ...place, prefix: undefined })],
  ])('is neither refused nor invalid on a node %s', async (_, lcd) => {
    const checked = await check(draft, lcd)
    expect(checked.verdict).not.toBe('refused')
    expect(kindsOf(checked).join()).not.toMatch(/Address |invalidDenom/)
    expect(JSON.stringify(checked.problems)).not.toMatch(/Your | \(transfer/)
    expect(checked.assumptions.includes('placeholders')).toBe(place.prefix !== 'into')
  })
})

const messageIn = (value: object) =>
  parseDraft({ msgs: [JSON.stringify({ typeUrl: '/a.B', value })], duration: 3_600_000 }, { owner }).msgs[0]

describe('the portal replaces', () => {
  test.each([
    ['USDC (transfer/channel-750)', 'ibc/498A0751C798A0D9A389AA3691123DADA57DAA4FE165D5C75894505B876BA6E4'],
    ['ATOM (transfer/channel-0)', 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2'],
    ['INTO (transfer/channel-106076)', 'ibc/BE072C03DA544CF282499418E7BC64D38614879B3EE95F9AD91E6C37267D4836'],
  ])('%s with the denom on Osmosis', (text, denom) => {
    expect(messageIn({ tokenIn: { denom: text, amount: '1.5' }, routes: [{ tokenOutDenom: text }] })).toEqual({
      '@type': '/a.B',
      token_in: { denom, amount: '1500000' },
      routes: [{ token_out_denom: denom }],
    })
    expect(messageIn({ title: `(x) A () Pay ${text}, st${text} (` })).toMatchObject({
      title: `(x) A () Pay ${denom}, st${denom} (`,
    })
  })

  test('“Your Intento address” everywhere, also in the messages of contracts', () => {
    const value = { sender: 'Your Intento address', msg: { sendTo: ['Your Intento address', 'your Intento address'] } }
    expect(messageIn(value)).toMatchObject({ sender: owner, msg: { sendTo: [owner, 'your Intento address'] } })
  })

  test('texts in a memo that is JSON, and writes the memo again', () => {
    const inner = JSON.stringify({ to: 'Your Intento address', amount: 1.0 })
    const memo = `{ "forward": { "receiver": "Your Intento address", "denom": "ATOM (transfer/channel-0)", "memo": ${JSON.stringify(inner)} } }`
    const written = JSON.parse(String(messageIn({ memo })?.memo))
    expect(written.forward).toMatchObject({ receiver: owner, denom: expect.stringMatching(/^ibc\/27394FB0/) })
    expect(JSON.parse(written.forward.memo)).toEqual({ to: owner, amount: 1 })
    for (const plain of ['', 'null', 'for Your Intento address']) expect(messageIn({ memo: plain })?.memo).toBe(plain)
    // The portal reads a number as JSON, too, so it would send another memo.
    expect(messageIn({ memo: '12345678901234567890' })).toMatchObject({ memo: '12345678901234567000' })
  })
})

test('a link that changes a memo or a text is not used', () => {
  const agent = { agentAddress: address('agent', 'into', 32), feeLimit: [{ denom: 'uinto', amount: '5' }] }
  const changedBy = (fields: object) => {
    const transfer = { '@type': '/ibc.applications.transfer.v1.MsgTransfer', sender: owner, ...fields }
    const flow = { owner, msgs: [transfer], duration: '60s', interval: '60s', trustlessAgent: agent }
    return portalLink(parseDraft(flow)).changed
  }
  expect(changedBy({ memo: '12345678901234567890' })).toEqual(['msgs'])
  expect(changedBy({ memo: 'RENT (November)' })).toEqual(['msgs'])
  expect(changedBy({ memo: 'Rent (November)' })).toEqual([])
  expect(changedBy({ receiver: 'Your Intento address' })).toEqual([])
})

const send = (changes: object): AnyMessage => ({
  '@type': '/cosmos.bank.v1beta1.MsgSend',
  from_address: owner,
  to_address: owner,
  amount: [{ denom: 'uinto', amount: '5' }],
  ...changes,
})
const draftOf = (...msgs: AnyMessage[]) =>
  parseDraft({ owner, msgs, duration: '3600s', interval: '600s', configuration: { walletFallback: true } })
const onOsmosis = (...msgs: AnyMessage[]): FlowDraft => ({
  ...draftOf({ '@type': '/cosmos.authz.v1beta1.MsgExec', grantee: 'ICA_ADDR', msgs }),
  trustlessAgent: { agentAddress, feeLimit: [{ denom: 'uinto', amount: '20000' }], connectionId: '' },
})
const osmosis = () => node({ agentAddress, prefix: 'osmo' })

describe('a check', () => {
  test('of “Your Intento address” is good, because it is the owner', async () => {
    const own = { from_address: 'Your Intento address', to_address: 'Your Intento address' }
    const { verdict, problems, assumptions } = await check(draftOf(send(own)))
    expect([verdict, problems]).toEqual(['good', []])
    expect(assumptions).toContain('placeholders')
  })

  test.each(['Your address', 'Your Address', 'Your into address'])(
    'of “%s” is unknown, because the connected wallet can be another one',
    async text => {
      const { verdict, problems, assumptions } = await check(draftOf(send({ to_address: text })))
      expect([verdict, problems]).toEqual(['unknown', []])
      expect(assumptions).toContain('placeholders')
    },
  )

  test('finds an address with the prefix of another chain behind a placeholder', async () => {
    const problem = { kind: 'otherChainAddress', path: 'msgs[0].to_address', effect: 'everyRunFails' }
    expect(await check(draftOf(send({ to_address: 'Your osmo address' })))).toMatchObject({
      verdict: 'willFail',
      problems: [{ ...problem, address: address('owner', 'osmo'), prefix: 'into' }],
    })
    const other = { from_address: 'Your address', to_address: 'Your Intento address' }
    expect((await check(onOsmosis(send(other)), osmosis())).problems).toMatchObject([
      { ...problem, path: 'msgs[0].msgs[0].to_address', address: owner, prefix: 'osmo' },
    ])
  })

  test('uses the address on the chain that executes the messages', async () => {
    const requests: string[] = []
    const pages = { balances: [], grants: [], pagination: { next_key: null, total: '0' } }
    const lcd = osmosis()
    const client = clientOf(lcd, {
      chains: { 'connection-0': { lcd: 'https://osmosis.example' } },
      fetch: async (input, init) => {
        if (!String(input).startsWith('https://osmosis.example')) return lcd.fetch(input, init)
        requests.push(String(input))
        return Response.json(pages)
      },
      retries: 0,
    })
    const draft = onOsmosis(send({ from_address: 'Your Address', to_address: 'Your osmo address' }))
    const facts = await readDraftFacts(client, draft)
    const granter = address('owner', 'osmo')
    expect(checkFlow(draft, facts, facts.time).problems).toMatchObject([{ kind: 'grantMissing', address: granter }])
    expect(requests.join()).toContain(`granter=${granter}`)
    expect(requests.join()).not.toContain(owner)
  })

  test.each([
    ['Your Osmosis wallet', 'osmo', osmosis()],
    ['ICA_ADDR', 'osmo', osmosis()],
    ['bob', '', node({ agentAddress })],
  ])('of “%s” recommends no address of this chain for a message on another chain', async (text, prefix, lcd) => {
    const { verdict, problems } = await check(onOsmosis(send({ from_address: text })), lcd)
    expect(verdict).toBe('refused')
    expect(problems).toMatchObject([{ kind: 'invalidAddress', path: 'msgs[0].msgs[0].from_address', prefix }])
  })

  test('recommends an address of a validator if a validator signs', async () => {
    const unjail = { '@type': '/cosmos.slashing.v1beta1.MsgUnjail', validator_addr: 'bob' }
    expect((await check(draftOf(unjail))).problems).toMatchObject([{ kind: 'invalidAddress', prefix: 'intovaloper' }])
  })

  test('never names a placeholder as invalid while the owner is unknown', async () => {
    const draft = { ...draftOf(send({ to_address: 'Your address' })), owner: '' }
    expect(kindsOf(await check(draft))).toEqual(['invalidAddress owner'])
  })
})
