import type { AnyMessage } from '@flow-query/core'
import { address } from '@flow-query/testing'
import { describe, expect, test, vi } from 'vitest'
import { recordedDrafts } from '../../test/recorded-drafts.js'
import {
  checkFlow,
  type DraftCost,
  type DraftProblem,
  type FlowDraft,
  fixDraft,
  parseDraft,
  readDraftFacts,
} from './index.js'

const good = parseDraft(recordedDrafts.find(({ name }) => name === 'good')?.message)
const { owner } = good
const coin = (amount: string, denom = 'uinto') => ({ denom, amount })
const send = { '@type': '/cosmos.bank.v1beta1.MsgSend', from_address: owner, to_address: owner, amount: [coin('500')] }
const one = coin('1')
const cost: DraftCost = {
  run: { atLeast: one, likely: one, atMost: one },
  agent: [],
  fund: coin('1500000'),
  remains: one,
  isReturned: true,
  check: one,
  scheduled: 60,
}

/** Returns the changed fields, or null if the problem is still open. */
function changes(problem: object, draft: Partial<FlowDraft> = {}): Partial<FlowDraft> | null {
  const before = { ...good, ...draft }
  const all = { path: '', effect: 'stops', ...problem } as DraftProblem
  const { draft: after, fixed, open } = fixDraft(before, { problems: [all], cost })
  expect([...fixed, ...open]).toEqual([all])
  const fields = Object.entries(after).filter(([name, value]) => value !== before[name as keyof FlowDraft])
  return open.length > 0 ? null : Object.fromEntries(fields)
}

describe('fixes the schedule', () => {
  test.each([
    [
      'a duration that is too short',
      { kind: 'durationTooShort', limit: '5s' },
      { duration: '1s', interval: '0s' },
      { duration: '5s' },
    ],
    [
      'a duration that is too long',
      { kind: 'durationTooLong', limit: '100s' },
      { duration: '1h' },
      { duration: '60s' },
    ],
    [
      'an interval that is too short',
      { kind: 'intervalTooShort', limit: '7s' },
      { interval: '1s', duration: '60s' },
      { interval: '7s', duration: '56s' },
    ],
    [
      'an interval longer than the duration',
      { kind: 'intervalTooLong', limit: '60s' },
      { interval: '2m', duration: '60s' },
      { duration: '120s' },
    ],
    [
      'a duration that is not a multiple',
      { kind: 'unevenInterval' },
      { interval: '60s', duration: '90s' },
      { duration: '60s' },
    ],
    ['a start in the past', { kind: 'startTooSoon' }, { startAt: '5' }, { startAt: '0' }],
    [
      'a start that is too late',
      { kind: 'startTooLate', limit: '2026-11-24T00:00:00.5Z' },
      { startAt: '9795495196' },
      { startAt: '1795478400' },
    ],
  ])('%s', (_, problem, draft, expected) => {
    expect(changes(problem, draft)).toEqual(expected)
  })
})

test.each<[string, object, Partial<FlowDraft>]>([
  ['a start without an interval', { kind: 'unevenInterval' }, { interval: '', startAt: '1795495196' }],
  ['a duration that is a multiple', { kind: 'unevenInterval' }, { interval: '60s', duration: '120s' }],
  ['an invalid duration', { kind: 'intervalTooLong' }, { interval: '60s', duration: '1d' }],
  ['a label', { kind: 'labelTooLong', limit: '50' }, { label: 'Rent' }],
  ['a start', { kind: 'startTooSoon' }, { startAt: '0' }],
  ['a rule', { kind: 'noSavedResponses' }, { configuration: { ...good.configuration, saveResponses: true } }],
  ['fee funds', { kind: 'feeFundsUnused', coins: [coin('7', 'ibc/A')] }, { feeFunds: [coin('1000')] }],
  ['a grantee', { kind: 'wrongGrantee', path: 'msgs[0].grantee' }, { msgs: [{ '@type': '/a.B', grantee: owner }] }],
])('leaves a problem open if its fix changes nothing: %s', (_, problem, draft) => {
  expect(changes(problem, draft)).toBeNull()
})

test('gives a flow without a duration one run', () => {
  expect(changes({ kind: 'intervalTooLong' }, { duration: '', interval: '7m' })).toEqual({ duration: '420s' })
})

test('keeps a start that is meant as a delay', () => {
  expect(changes({ kind: 'startBefore2001' }, { startAt: '1209600' })).toBeNull()
})

test('shortens a label without cutting a character', () => {
  expect(changes({ kind: 'labelTooLong', limit: '50' }, { label: '🎯'.repeat(25) })).toEqual({ label: '🎯'.repeat(12) })
})

test('pays for all runs from the fee account', () => {
  const problem = { kind: 'feeBalanceTooLow', address: '', run: 1 }
  const feeFunds = [coin('7', 'ibc/A'), coin('1000')]
  expect(changes(problem, { feeFunds })).toEqual({ feeFunds: [coin('7', 'ibc/A'), cost.fund] })
  // In the other case, the chain would never return the rest.
  expect(changes(problem, { duration: '90s' })).toEqual({ feeFunds: [cost.fund], duration: '60s' })
})

test('leaves the problem open if a wallet has too little money', () => {
  expect(changes({ kind: 'feeBalanceTooLow', address: owner, run: 1 })).toBeNull()
})

test('removes fee funds that would be lost', () => {
  const feeFunds = [coin('7', 'ibc/A'), coin('1000')]
  expect(changes({ kind: 'feeFundsUnused', coins: [coin('7', 'ibc/A')] }, { feeFunds })).toEqual({
    feeFunds: [coin('1000')],
  })
})

describe('an agent', () => {
  const agent = { agentAddress: 'into1agent', feeLimit: [coin('20')], connectionId: '' }

  test('gets a fee limit that pays its fee', () => {
    const problem = { kind: 'agentFeeTooHigh', price: coin('30') }
    expect(changes(problem, { trustlessAgent: agent })).toEqual({
      trustlessAgent: { ...agent, feeLimit: [coin('30')] },
    })
  })

  test('gets a fee in a denom that it accepts', () => {
    const problem = { kind: 'agentFeeDenom', prices: [coin('3', 'ibc/A')] }
    const feeLimit = [coin('3', 'ibc/A'), coin('20')]
    expect(changes(problem, { trustlessAgent: agent })).toEqual({ trustlessAgent: { ...agent, feeLimit } })
  })

  test('is paid by the wallet if the fee account can’t', () => {
    const configuration = { ...good.configuration, walletFallback: false }
    const fixed = { configuration: { ...configuration, walletFallback: true } }
    expect(changes({ kind: 'agentFeeNotHeld' }, { configuration })).toEqual(fixed)
    expect(changes({ kind: 'agentFeeNotHeld' }, { configuration: fixed.configuration })).toBeNull()
  })
})

describe('corrects a message', () => {
  const from = (signer: string) => [{ ...send, from_address: signer }]
  const stranger = 'into17ltlpmjfwuj882du0a3femzzalc5xtn8mrky0r'

  test('the interchain account signs on another chain', () => {
    const draft = { msgs: from(owner), connectionId: 'connection-0' }
    const expected = { msgs: from('ICA_ADDR') }
    expect(changes({ kind: 'otherChainAddress', path: 'msgs[0].from_address', address: owner }, draft)).toEqual(
      expected,
    )
    expect(changes({ kind: 'wrongSigner', path: 'msgs[0]', address: owner }, draft)).toEqual(expected)
  })

  test('only the owner knows who should pay on this chain', () => {
    const problem = { kind: 'wrongSigner', path: 'msgs[0].from_address', address: stranger }
    expect(changes(problem, { msgs: from(stranger) })).toBeNull()
  })

  test('the recipient stays, even if it is the sender', () => {
    const { from_address, ...rest } = send
    const draft = { msgs: [{ ...rest, from_address }], connectionId: 'connection-0' }
    const recipient = { kind: 'otherChainAddress', path: 'msgs[0].to_address', address: owner }
    expect(changes(recipient, draft)).toBeNull()
    const [first] = changes({ ...recipient, path: 'msgs[0].from_address' }, draft)?.msgs ?? []
    expect(first).toMatchObject({ from_address: 'ICA_ADDR', to_address: owner })
    const [other] = changes({ kind: 'wrongSigner', path: 'msgs[0]', address: owner }, draft)?.msgs ?? []
    expect(other).toMatchObject({ from_address: 'ICA_ADDR', to_address: owner })
  })

  test('only the owner knows the recipient', () => {
    const msgs = [{ ...send, to_address: 'cosmos1recipient' }]
    expect(
      changes({ kind: 'otherChainAddress', path: 'msgs[0].to_address', address: 'cosmos1recipient' }, { msgs }),
    ).toBeNull()
  })

  test('the owner is the grantee', () => {
    const exec = { '@type': '/cosmos.authz.v1beta1.MsgExec', grantee: stranger, msgs: [send] }
    const problem = { kind: 'wrongGrantee', path: 'msgs[0].grantee', address: stranger }
    expect(changes(problem, { msgs: [exec] })).toEqual({ msgs: [{ ...exec, grantee: owner }] })
  })

  test('lowers the amount so that it is enough for all runs', () => {
    const problem = { kind: 'messageFunds', path: 'msgs[0].amount', address: owner, missingForAllRuns: coin('6001') }
    expect(changes(problem, { msgs: [send] })).toEqual({ msgs: [{ ...send, amount: [coin('399')] }] })
    const delegate = { '@type': '/cosmos.staking.v1beta1.MsgDelegate', amount: coin('500') }
    expect(changes(problem, { msgs: [delegate] })).toEqual({ msgs: [{ ...delegate, amount: coin('399') }] })
  })

  test('no lower amount is enough', () => {
    const problem = { kind: 'messageFunds', path: 'msgs[0].amount', address: owner, missingForAllRuns: coin('30000') }
    expect(changes(problem, { msgs: [send] })).toBeNull()
  })
})

describe('corrects conditions', () => {
  test('saves the responses that they read', () => {
    const configuration = { ...good.configuration, saveResponses: false }
    expect(changes({ kind: 'noSavedResponses' }, { configuration })).toEqual({
      configuration: { ...configuration, saveResponses: true },
    })
  })

  test('accepts the response to a query', () => {
    const comparisons = [{ icqConfig: { timeoutPolicy: 'REJECT_QUERY_RESPONSE' } }]
    const problem = { kind: 'queryResponseRejected', path: 'conditions.comparisons[0].icqConfig.timeoutPolicy' }
    const draft = { conditions: { ...good.conditions, comparisons } } as unknown as Partial<FlowDraft>
    expect(changes(problem, draft)).toMatchObject({
      conditions: { comparisons: [{ icqConfig: { timeoutPolicy: 'EXECUTE_QUERY_CALLBACK' } }] },
    })
  })

  test('shortens the timeout of a query', () => {
    const icqConfig = { timeoutDuration: '7200s' }
    const conditions = { ...good.conditions, comparisons: [{ operand: '1', icqConfig }] } as FlowDraft['conditions']
    const problem = {
      kind: 'queryTimeoutTooLong',
      path: 'conditions.comparisons[0].icqConfig.timeoutDuration',
      limit: '1h',
    }
    expect(changes(problem, { conditions })).toMatchObject({
      conditions: { comparisons: [{ operand: '1', icqConfig: { timeoutDuration: '3600s' } }] },
    })
  })
})

test('leaves other problems open, and fixes the rest', () => {
  const recipient = {
    kind: 'invalidAddress',
    path: 'msgs[0].to_address',
    effect: 'everyRunFails',
    address: 'x',
    prefix: 'into',
  } as const
  const label = { kind: 'labelTooLong', path: 'label', effect: 'refused', limit: '50' } as const
  const { draft, fixed, open } = fixDraft({ ...good, label: 'x'.repeat(60) }, { problems: [recipient, label], cost })
  expect([draft.label.length, fixed, open]).toEqual([50, [label], [recipient]])
})

test.each([
  ['funds-small', ['feeBalanceTooLow', 'feeFundsTooLow']],
  ['label-emoji', ['labelTooLong']],
  ['start-zero-interval-long', ['intervalTooLong']],
  ['duration-1s', ['durationTooShort']],
])('the recorded draft %s works after its fix', async (name, kinds) => {
  const recorded = recordedDrafts.find(one => one.name === name)
  if (!recorded) throw new Error(`${name} is recorded`)
  const check = async (draft: FlowDraft, node?: 'cannotSimulate') => {
    const facts = await readDraftFacts(recorded.client(node), draft)
    return checkFlow(draft, facts, facts.time)
  }
  const { draft, fixed, open } = fixDraft(recorded.draft, await check(recorded.draft))
  expect([fixed.map(problem => problem.kind), open]).toEqual([kinds, []])
  // The answer of the node is recorded for the draft before its fix.
  expect((await check(draft, 'cannotSimulate')).problems).toEqual([])
})

test('a fix of many problems does not write the other messages as JSON for each of them', () => {
  const toJSON = vi.fn(() => ({}))
  const exec = { '@type': '/cosmos.authz.v1beta1.MsgExec', grantee: address('other'), msgs: [] }
  const last = { '@type': '/a.B', toJSON } as unknown as AnyMessage
  const draft: FlowDraft = { ...good, msgs: [exec, exec, exec, last] }
  const problems = [0, 1, 2].map(index => {
    const path = `msgs[${index}].grantee`
    return { kind: 'wrongGrantee', path, effect: 'everyRunFails', address: exec.grantee, owner } as const
  })
  const { draft: fixed, open } = fixDraft(draft, { problems, cost: null })
  expect(fixed.msgs.map(({ grantee }) => grantee)).toEqual([owner, owner, owner, undefined])
  expect(open).toEqual([])
  expect(toJSON).not.toHaveBeenCalled()
})
