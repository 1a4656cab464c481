import { type Coin, executionOutcome } from '@flow-query/core'
import { describe, expect, test } from 'vitest'
import { type RecordedDraft, recordedDrafts } from '../../test/recorded-drafts.js'
import { checkFlow, type DraftProblemKind, type FlowCheck, type FlowDraft, fixDraft, readDraftFacts } from './index.js'

// Compares checks with the answers of a real node to the drafts, and with the runs of the submitted flows.

async function check({ client, draft }: RecordedDraft, node?: 'cannotSimulate'): Promise<FlowCheck> {
  const facts = await readDraftFacts(client(node), draft)
  return checkFlow(draft, facts, facts.time)
}

const accepted = recordedDrafts.filter(({ isAccepted }) => isAccepted)
const refused = recordedDrafts.filter(({ isAccepted }) => !isAccepted)
const submitted = recordedDrafts.flatMap(recorded =>
  recorded.submitted ? [{ ...recorded, draft: recorded.submitted.draft, executed: recorded.submitted.runs }] : [],
)

/** The causes of all problems, except for refusals. */
const causes: { readonly [name: string]: DraftProblemKind[] } = {
  // 60 runs cost more than the 1 INTO on the fee account.
  'good-funds': ['feeBalanceTooLow', 'feeFundsStranded'],
  'amount-negative': ['amountNotPositive'],
  'to-invalid': ['invalidAddress'],
  'denom-unknown': ['unknownDenom'],
  'too-much': ['messageFunds'],
  'funds-small': ['feeBalanceTooLow', 'feeFundsTooLow'],
  'cmp-good': ['conditionFails'],
  'cmp-5': ['conditionFails'],
  'cmp-type': ['conditionFails'],
  'loop-good': ['loopIgnored'],
  'dep-none': ['conditionFlowNotFound'],
  'conn-no-ica': ['noOpenChannel'],
  'agent-good': ['invalidAddress'],
  'agent-no-limit': ['invalidAddress'],
  'delegate-nowhere': ['invalidAddress'],
  'self-dep': ['conditionFlowNotFound'],
}

describe.each(['simulates', 'cannotSimulate'] as const)('with a node that %s', node => {
  const checkWith = (recorded: RecordedDraft) => check(recorded, node === 'simulates' ? undefined : node)

  test.each(accepted.map(recorded => [recorded.name, recorded] as const))('%s is accepted', async (name, recorded) => {
    const { verdict, problems, assumptions } = await checkWith(recorded)
    expect(verdict).not.toBe('refused')
    expect(problems.map(({ kind }) => kind)).toEqual(causes[name] ?? [])
    expect(assumptions.includes('nodeNotAsked')).toBe(node === 'cannotSimulate')
  })

  test.each(submitted.map(recorded => [recorded.name, recorded] as const))(
    '%s runs as expected',
    async (_, recorded) => {
      const { verdict, runs, cost } = await checkWith(recorded)
      const outcomes = recorded.executed.map(entry =>
        executionOutcome(
          entry,
          { interval: '30s', selfHostedIca: null, trustlessAgent: null },
          { block: '2027-01-01T00:00:00Z' },
        ),
      )
      expect(runs.map(({ outcome }) => outcome)).toEqual(outcomes)
      for (const [index, { execFee, errors }] of recorded.executed.entries()) {
        const paid = Number(execFee[0]?.amount ?? 0)
        if (errors.length > 0)
          expect(Math.abs(Number(runs[index]?.fee?.amount ?? 0) - paid)).toBeLessThan(paid * 0.02 + 1)
      }
      const [fee] = recorded.executed[0]?.execFee ?? []
      if (outcomes.every(outcome => outcome === 'succeeded')) {
        expect(verdict).toMatch(node === 'simulates' ? /^(good|atRisk)$/ : /^(unknown|atRisk)$/)
        expect(cost?.run.likely).toEqual(fee)
      } else {
        expect(verdict).toBe('willFail')
      }
    },
  )
})

const refusals: { readonly [name: string]: DraftProblemKind[] } = {
  'start-zero-interval-long': ['intervalTooLong'],
  'duration-1s': ['durationTooShort'],
  'duration-negative': ['intervalTooLong'],
  'label-emoji': ['labelTooLong'],
  'no-msgs': ['noMessages'],
  multisend: ['unsupportedMessage'],
  'unknown-type': ['unsupportedMessage'],
  'funds-denom': ['feeFundsNotHeld'],
  'owner-empty': ['invalidAddress'],
  'cmp-index': ['responseIndexTooHigh'],
  'loop-6': ['tooManyFeedbackLoops'],
  'agent-and-conn': ['onlyExec'],
  validator: ['invalidAddress'],
}

test.each(refused.map(recorded => [recorded.name, recorded] as const))('%s is refused', async (name, recorded) => {
  const { verdict, problems, runs } = await check(recorded)
  expect(verdict).toBe('refused')
  expect(problems.map(({ kind }) => kind)).toEqual(refusals[name])
  expect(runs).toEqual([])
  const unasked = await check(recorded, 'cannotSimulate')
  expect(unasked.verdict).not.toBe('good')
  expect(unasked.assumptions).toContain('nodeNotAsked')
})

test.each(recordedDrafts.map(({ name, draft, client }) => [name, draft, client] as const))(
  'reads each fact of %s once',
  async (_, draft, client) => {
    const requests: string[] = []
    const counted = client()
    const { settings } = counted
    const fetch = settings.fetch ?? globalThis.fetch
    Object.assign(settings, {
      fetch: (input: string, init?: RequestInit) => {
        requests.push(`${input} ${init?.body ?? ''}`)
        return fetch(input, init)
      },
    })
    await readDraftFacts(counted, draft)
    expect(requests).toEqual([...new Set(requests)])
  },
)

describe('a recorded draft for an agent', () => {
  const recorded = recordedDrafts.find(({ name }) => name === 'agent-good') ?? expect.fail()
  const { draft } = recorded
  const agentAddress = draft.trustlessAgent?.agentAddress ?? ''
  const asAgent = { ...draft, msgs: draft.msgs.map(message => ({ ...message, grantee: 'ICA_ADDR' })) }
  const limitedTo = (feeLimit: Coin[]) => ({ ...asAgent, trustlessAgent: { agentAddress, feeLimit, connectionId: '' } })
  const problemsOf = async (changed: FlowDraft) => (await check({ ...recorded, draft: changed })).problems

  test('depends on balances and permissions that this chain does not know', async () => {
    const { verdict, problems, assumptions, cost } = await check({ ...recorded, draft: asAgent })
    expect(problems).toEqual([])
    expect(verdict).toBe('unknown')
    expect(assumptions).toContain('otherChainUnknown')
    expect(cost?.agent).toEqual([{ denom: 'uinto', amount: '30000' }])
  })

  test('names the price if the limit is too low or has other denoms', async () => {
    expect(await problemsOf(limitedTo([{ denom: 'uinto', amount: '29999' }]))).toMatchObject([
      { kind: 'agentFeeTooHigh', effect: 'everyRunFails', price: { amount: '30000' }, limit: { amount: '29999' } },
    ])
    expect(await problemsOf(limitedTo([{ denom: 'uatom', amount: '30000' }]))).toMatchObject([
      { kind: 'agentFeeDenom', effect: 'everyRunFails', prices: [{ denom: 'uinto', amount: '30000' }] },
    ])
  })

  test.each([
    ['is 0', [{ denom: 'uinto', amount: '0' }]],
    [
      'is in a list that is not sorted',
      [
        { denom: 'uinto', amount: '30000' },
        { denom: 'ibc/1', amount: '5' },
      ],
    ],
  ])('can’t be paid if its price %s, so no fix raises the limit', async (_, feeCoinsSupported) => {
    const limited = limitedTo([{ denom: 'uinto', amount: '100' }])
    const facts = await readDraftFacts(recorded.client(), limited)
    const agent = facts.agents?.[agentAddress] ?? expect.fail()
    const agents = { [agentAddress]: { ...agent, feeConfig: { ...agent.feeConfig, feeCoinsSupported } } }
    const checked = checkFlow(limited, { ...facts, agents }, facts.time)
    expect(checked.problems).toMatchObject([{ kind: 'agentUnpayable', effect: 'everyRunFails' }])
    expect(fixDraft(limited, checked)).toEqual({ draft: limited, fixed: [], open: checked.problems })
  })

  test('needs an interval in which a relayer can acknowledge a run', async () => {
    expect(await problemsOf({ ...asAgent, interval: '59s' })).toEqual([
      { kind: 'intervalTooShortForRelayer', path: 'interval', effect: 'stops', value: '59s', limit: '60s' },
    ])
    expect(await problemsOf({ ...asAgent, interval: '60s' })).toEqual([])
  })
})

test('another account than the interchain account cannot sign on the other chain', async () => {
  const recorded = recordedDrafts.find(({ name }) => name === 'conn-ica') ?? expect.fail()
  const { owner, msgs } = recorded.draft
  const draft = { ...recorded.draft, msgs: msgs.map(message => ({ ...message, from_address: owner })) }
  const { verdict, problems } = await check({ ...recorded, draft })
  expect(problems).toMatchObject([{ kind: 'wrongSigner', path: 'msgs[0]', effect: 'everyRunFails', address: owner }])
  // Only the other chain decides whether it accepts the signer.
  expect(verdict).toBe('atRisk')
})
