import { describe, expect, test } from 'vitest'
import { recordedDrafts } from '../../../test/recorded-drafts.js'
import { type FlowDraft, parseDraft, portalLink } from '../index.js'

const drafts = Object.fromEntries(recordedDrafts.map(({ name, message }) => [name, parseDraft(message)]))
const good = drafts.good as FlowDraft

/** The portal decodes the parameter of the URL, and then once more. */
function openInPortal(url: string): { msgs: string[]; [field: string]: unknown } {
  return JSON.parse(decodeURIComponent(new URL(url).searchParams.get('flowInput') ?? ''))
}

test('opens the submit page with a FlowInput', () => {
  const { url, isTooLong, changed } = portalLink(good)
  expect(url).toMatch(/^https:\/\/portal\.intento\.zone\/submit\?flowInput=%7B/)
  expect([isTooLong, changed]).toEqual([false, []])
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

test('has the base URL and the chain of the options', () => {
  const { url } = portalLink(good, { base: 'http://localhost:3000/', chain: 'intento-1' })
  expect(url).toMatch(/^http:\/\/localhost:3000\/submit\?flowInput=.*&chain=intento-1$/)
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

test.each(Object.keys(drafts).filter(name => name !== 'agent-and-conn'))(
  'the recorded draft %s arrives unchanged',
  name => {
    const draft = drafts[name] as FlowDraft
    const { url, changed } = portalLink(draft)
    expect(changed).toEqual([])
    const arrived = parseDraft(url, { owner: draft.owner })
    expect({ ...arrived, duration: '', interval: '' }).toEqual({ ...draft, duration: '', interval: '' })
  },
)

test('a percent sign in a label or a message survives two decodings', () => {
  const memo = { '@type': '/ibc.applications.transfer.v1.MsgTransfer', memo: '100% %41' }
  const draft = { ...good, label: '50% + 1', msgs: [memo] }
  const { url, changed } = portalLink(draft)
  expect(changed).toEqual([])
  const { label, msgs } = openInPortal(url)
  expect([label, JSON.parse(msgs[0] ?? '').value.memo]).toEqual(['50% + 1', '100% %41'])
})

test('the interval of a flow that runs once is its duration', () => {
  const { url, changed } = portalLink({ ...good, interval: '0s' })
  expect(openInPortal(url)).toMatchObject({ duration: 3_600_000, interval: 3_600_000 })
  expect(changed).toEqual([])
})

describe('names the fields that the portal would change', () => {
  const changedBy = (changes: Partial<FlowDraft>) => portalLink({ ...good, ...changes }).changed

  test('several coins', () => {
    const coin = { denom: 'uinto', amount: '5' }
    expect(changedBy({ feeFunds: [{ ...coin, denom: 'ibc/A' }, coin] })).toEqual(['feeFunds'])
  })

  test('a start without an interval', () => {
    expect(changedBy({ startAt: '1795495196', interval: '0s' })).toEqual(['interval'])
  })

  test('an invalid duration', () => {
    expect(changedBy({ duration: '1d' })).toContain('duration')
  })

  test('a connection of a flow with an agent', () => {
    const trustlessAgent = { agentAddress: 'into1agent', feeLimit: [], connectionId: '' }
    expect(changedBy({ trustlessAgent, connectionId: 'connection-0' })).toEqual(['connectionId'])
  })

  test('an amount whose denom the portal converts', () => {
    const amount = { denom: 'factory/into1owner/token', amount: '5' }
    expect(changedBy({ msgs: [{ '@type': '/cosmos.staking.v1beta1.MsgDelegate', amount }] })).toEqual(['msgs'])
  })

  test('a constant that the portal can’t encode', () => {
    expect(changedBy({ msgs: [{ '@type': '/cosmos.gov.v1.MsgVote', option: 'VOTE_OPTION_YES' }] })).toEqual(['msgs'])
    expect(changedBy({ msgs: [{ '@type': '/cosmos.bank.v1beta1.MsgSend', from_address: 'ICA_ADDR' }] })).toEqual([])
  })
})

test('says that a link is too long', () => {
  const message = { '@type': '/cosmwasm.wasm.v1.MsgExecuteContract', msg: { text: 'x'.repeat(8_000) } }
  expect(portalLink({ ...good, msgs: [message] })).toMatchObject({ isTooLong: true, changed: [] })
})
