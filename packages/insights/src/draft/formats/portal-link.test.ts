import { describe, expect, test } from 'vitest'
import { recordedDrafts } from '../../../test/recorded-drafts.js'
import { type FlowDraft, parseDraft, portalLink } from '../index.js'

const drafts = Object.fromEntries(recordedDrafts.map(({ name, message }) => [name, parseDraft(message)]))
const good = drafts.good as FlowDraft

/** The portal decodes the parameter of the URL, and then once more. */
function openInPortal(url: string): { msgs: string[]; [field: string]: unknown } {
  return JSON.parse(decodeURIComponent(new URL(url).searchParams.get('flowInput') ?? ''))
}

const trustlessAgent = { agentAddress: 'into1agent', feeLimit: [{ denom: 'uinto', amount: '20' }], connectionId: '' }
/** The page `/submit` signs a flow of an agent that is paid in `uinto`. */
const ofAgent = { ...good, trustlessAgent }

test('opens the submit page with a FlowInput', () => {
  const { url, page, isTooLong, changed, entered } = portalLink(ofAgent)
  expect(url).toMatch(/^https:\/\/portal\.intento\.zone\/submit\?flowInput=%7B/)
  expect([page, isTooLong, changed, entered]).toEqual(['submit', false, [], []])
  const { msgs, ...others } = openInPortal(url)
  expect(others).toMatchObject({ label: good.label, duration: 3_600_000, interval: 60_000 })
  expect(others).not.toHaveProperty('startTime')
  expect(msgs.map(message => JSON.parse(message))).toEqual([
    {
      typeUrl: '/cosmos.bank.v1beta1.MsgSend',
      value: {
        fromAddress: good.owner,
        toAddress: good.msgs[0]?.to_address,
        amount: [{ denom: 'uinto', amount: '5' }],
      },
    },
  ])
})

test.each<[string, Partial<FlowDraft>]>([
  ['without an agent', {}],
  ['on a connection', { connectionId: 'connection-0' }],
  ['of an agent without a fee', { trustlessAgent: { ...trustlessAgent, feeLimit: [] } }],
  [
    'of an agent that is paid in another coin first',
    { trustlessAgent: { ...trustlessAgent, feeLimit: [{ denom: 'ibc/A', amount: '1' }, ...trustlessAgent.feeLimit] } },
  ],
])('opens the editor for a flow %s, because the submit page would need a wallet of another chain', (_, changes) => {
  const { url, page } = portalLink({ ...good, ...changes })
  expect(url).toMatch(/^https:\/\/portal\.intento\.zone\/build\?flowInput=%7B/)
  expect(page).toBe('build')
})

test('names the fields that the owner enters in the editor, whose dialog ignores those in the link', () => {
  const feeFunds = [{ denom: 'uinto', amount: '5' }]
  const changed = ['duration', 'interval', 'startAt', 'feeFunds']
  expect(portalLink({ ...good, startAt: '1795495196', feeFunds })).toMatchObject({ changed, entered: changed })
  const proposed = portalLink({ ...good, duration: '605700s', interval: '24h' })
  expect([proposed.changed, proposed.entered]).toEqual([[], []])
})

test('names what the owner can’t enter in the editor', () => {
  const notEntered = (changes: Partial<FlowDraft>) => {
    const { changed, entered } = portalLink({ ...good, ...changes })
    return changed.filter(field => !entered.includes(field))
  }
  expect(notEntered({ connectionId: 'connection-0' })).toEqual(['connectionId'])
  expect(notEntered({ trustlessAgent: { ...trustlessAgent, feeLimit: [] } })).toEqual(['trustlessAgent'])
  const other = 'into17ltlpmjfwuj882du0a3femzzalc5xtn8mrky0r'
  const send = { ...good.msgs[0], '@type': '/cosmos.bank.v1beta1.MsgSend', from_address: other }
  const exec = { '@type': '/cosmos.authz.v1beta1.MsgExec', grantee: good.owner, msgs: [send] }
  expect(notEntered({ msgs: [exec] })).toEqual(['msgs'])
})

test('has the base URL and the chain of the options', () => {
  const { url } = portalLink(ofAgent, { base: 'http://localhost:3000/', chain: 'intento-1' })
  expect(url).toMatch(/^http:\/\/localhost:3000\/submit\?flowInput=.*&chain=intento-1$/)
})

test('names messages whose `uinto` the portal replaces by the coin of the selected chain', () => {
  expect(portalLink(ofAgent, { chain: 'osmosis-1' }).changed).toEqual(['msgs'])
})

test.each(['javascript:alert(1)//', 'data:text/html,', '//portal.intento.zone', 'portal.intento.zone', ''])(
  'rejects the base URL %j, because it is not an HTTP URL',
  base => {
    expect(() => portalLink(good, { base })).toThrow(
      expect.objectContaining({
        kind: 'argument',
        message: expect.stringContaining('`base` must be an HTTP or HTTPS URL'),
      }),
    )
  },
)

const changedDrafts = ['agent-and-conn', 'duration-negative', 'to-invalid', 'nested-submit']

test.each(Object.keys(drafts).filter(name => !changedDrafts.includes(name)))(
  'the recorded draft %s arrives unchanged if an agent is paid',
  name => {
    const draft = { ...(drafts[name] as FlowDraft), trustlessAgent, connectionId: '' }
    const { url, changed } = portalLink(draft)
    expect(changed).toEqual([])
    const arrived = parseDraft(url, { owner: draft.owner })
    expect({ ...arrived, duration: '', interval: '' }).toEqual({ ...draft, duration: '', interval: '' })
  },
)

test('a percent sign in a label or a message survives two decodings', () => {
  const memo = { '@type': '/ibc.applications.transfer.v1.MsgTransfer', memo: '100% %41' }
  const draft = { ...ofAgent, label: '50% + 1', msgs: [memo] }
  const { url, changed } = portalLink(draft)
  expect(changed).toEqual([])
  const { label, msgs } = openInPortal(url)
  expect([label, JSON.parse(msgs[0] ?? '').value.memo]).toEqual(['50% + 1', '100% %41'])
})

test('the interval of a flow that runs once is its duration', () => {
  const { url, changed } = portalLink({ ...ofAgent, interval: '0s' })
  expect(openInPortal(url)).toMatchObject({ duration: 3_600_000, interval: 3_600_000 })
  expect(changed).toEqual([])
})

test('fee funds of 0 are the same as none', () => {
  const { url, changed } = portalLink({ ...ofAgent, feeFunds: [{ denom: 'uinto', amount: '0' }] })
  expect(openInPortal(url)).not.toHaveProperty('feeFunds')
  expect(changed).toEqual([])
})

describe('names the fields that the portal would change', () => {
  const changedBy = (changes: Partial<FlowDraft>) => portalLink({ ...ofAgent, ...changes }).changed
  const changedByMessage = (type: string, fields: object) => changedBy({ msgs: [{ '@type': type, ...fields }] })

  test('several coins', () => {
    const coin = { denom: 'uinto', amount: '5' }
    expect(changedBy({ feeFunds: [{ ...coin, denom: 'ibc/A' }, coin] })).toEqual(['feeFunds'])
  })

  test('a start without an interval', () => {
    expect(changedBy({ startAt: '1795495196', interval: '0s' })).toEqual(['interval'])
  })

  test('a start that it reads as a delay', () => {
    expect(changedBy({ startAt: '5' })).toEqual(['startAt'])
  })

  test.each(['1d', '-5s'])('the duration %s', duration => {
    expect(changedBy({ duration })).toContain('duration')
  })

  test('a connection of a flow with an agent', () => {
    expect(changedBy({ connectionId: 'connection-0' })).toEqual(['connectionId'])
  })

  test('an amount whose denom the portal converts, also in the message of a contract', () => {
    const amount = { denom: 'factory/into1owner/token', amount: '5' }
    expect(changedByMessage('/cosmos.staking.v1beta1.MsgDelegate', { amount })).toEqual(['msgs'])
    const execute = '/cosmwasm.wasm.v1.MsgExecuteContract'
    expect(changedByMessage(execute, { msg: { pay: { amount } } })).toEqual(['msgs'])
    expect(changedByMessage(execute, { msg: { pay: { amount: '5' } } })).toEqual([])
  })

  test('a constant that the portal can’t encode', () => {
    expect(changedByMessage('/cosmos.gov.v1.MsgVote', { option: 'VOTE_OPTION_YES' })).toEqual(['msgs'])
    expect(changedByMessage('/cosmos.authz.v1beta1.MsgExec', { grantee: 'ICA_ADDR', msgs: [] })).toEqual([])
  })

  test.each(['ICA_ADDR', '', 'Your Address'])('the address “%s”, with which the portal signs nothing', address => {
    expect(changedByMessage('/cosmos.bank.v1beta1.MsgSend', { from_address: address })).toEqual(['msgs'])
  })

  test.each([
    ['/cosmos.authz.v1beta1.MsgGrant', { grant: { authorization: { '@type': '/a.B', msg: '/c.D' } } }],
    ['/cosmwasm.wasm.v1.MsgMigrateContract', { msg: { migrate: {} } }],
    ['/cosmwasm.wasm.v1.MsgExecuteContract', { msg: 'eyJhIjoxfQ==' }],
  ])('a message in %s, which it encodes wrongly', (type, fields) => {
    expect(changedByMessage(type, fields)).toEqual(['msgs'])
  })
})

test('says that a link is too long', () => {
  const message = { '@type': '/cosmwasm.wasm.v1.MsgExecuteContract', msg: { text: 'x'.repeat(8_000) } }
  expect(portalLink({ ...ofAgent, msgs: [message] })).toMatchObject({ isTooLong: true, changed: [] })
})
