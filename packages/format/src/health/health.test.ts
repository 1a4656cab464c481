import type { Flow } from '@flow-query/core'
import { type EndedFlow, type FlowHealth, flowHealth, type StopReason, verdictOf } from '@flow-query/insights'
import { chainTimeAt } from '@flow-query/testing'
import { describe, expect, test } from 'vitest'
import { comparison, icq } from '../../test/conditions.js'
import { folders, recordedFlows } from '../../test/recorded.js'
import { phraseText } from '../phrase.js'
import { describeFailures, describeHealth, describeRunsInARow, nameHealth } from './health.js'
import { explainHealth } from './health-explanation.js'

test.each(folders)('describes each recorded flow of %s for a badge, a row and a page', async folder => {
  const { flows, time } = await recordedFlows(folder)
  const descriptions = flows.map(({ flow, history }) => {
    const health = flowHealth(flow, { history: history.toReversed(), nextKey: null }, chainTimeAt(time))
    const { title, since, help, chainSaid } = explainHealth(health, flow, chainTimeAt(time))
    return [
      `${flow.id}: ${nameHealth(health)}${verdictOf(flow, health, null, chainTimeAt(time)).needsAttention ? '!' : ''}`,
      phraseText(describeHealth(health)),
      phraseText(title),
      ...(since === null ? [] : [phraseText(since)]),
      ...(help === null ? [] : [help]),
      ...(chainSaid === null ? [] : [`“${chainSaid}”`]),
    ].join('\n   ')
  })
  await expect(`${descriptions.join('\n')}\n`).toMatchFileSnapshot(`../../test/said/${folder}.txt`)
})

const now = Date.parse('2026-11-20T21:00:00Z')
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
const { flows } = await recordedFlows('v1')
const flow: Flow = { ...(flows[0]?.flow ?? expect.fail()), startTime: at(-60), execTime: at(10), endTime: at(60) }

const run = (number: number | null, minutes = -180) => ({ number, time: at(minutes) })
const failing = {
  state: 'failing',
  failedRun: run(14, -60),
  since: run(12),
  failures: 3,
  orEarlier: false,
  unclear: [],
  cause: 'otherChain',
  message: 'error handling packet on host chain',
} as const
const over: EndedFlow = {
  state: 'ended',
  since: run(9),
  outcome: 'succeeded',
  failedRun: null,
  cause: null,
  message: null,
  failingSince: null,
  orEarlier: false,
  allFailed: false,
  stopped: null,
  unclear: [],
}
const failed = { ...over, outcome: 'timedOut', failedRun: run(9), cause: 'timedOut' } as const
const timedOut = 'a packet to the other chain timed out'
const waiting = { state: 'waiting', since: run(5), orEarlier: false } as const

const healthy = { state: 'healthy', since: run(3), orEarlier: false } as const

/** A page appends something to the text of a row, such as the time. */
test.each<[health: FlowHealth, name: string, row: string, onPage?: string]>([
  [healthy, 'Healthy', 'Healthy since run 3', ' (3 h ago)'],
  [{ ...healthy, orEarlier: true }, 'Healthy', 'Healthy'],
  [{ ...healthy, since: run(1) }, 'Healthy', 'Healthy'],
  [{ ...healthy, since: run(null) }, 'Healthy', 'Healthy'],
  [{ ...healthy, since: { number: null, time: 'soon' }, orEarlier: true }, 'Healthy', 'Healthy'],
  [failing, 'Failing', 'Failing: the other chain rejected it'],
  [
    { ...failing, cause: 'unacknowledged', message: null },
    'Failing',
    'Failing: no acknowledgement from the other chain',
  ],
  [{ ...failing, cause: 'other', message: 'panic' }, 'Failing', 'Failing: the chain rejected it'],
  [{ ...waiting, for: 'start', since: null }, 'Waiting', 'Waiting for its first run', ', in 10 min'],
  [{ ...waiting, for: 'conditions' }, 'Waiting', 'Waiting for its conditions since run 5', ' (3 h ago)'],
  [{ ...waiting, for: 'answer' }, 'Waiting', 'Waiting for another chain since run 5', ' (3 h ago)'],
  [over, 'Completed', 'Completed', ', and its last run succeeded (3 h ago)'],
  [{ ...over, outcome: 'skipped' }, 'Completed', 'Completed, and its last run was skipped', ' (3 h ago)'],
  [
    { ...over, outcome: 'pending' },
    'Completed',
    'Completed, and its last run is pending on the other chain',
    ' (3 h ago)',
  ],
  [failed, 'Last run failed', `Ended, and its last run failed: ${timedOut}`, ' (3 h ago)'],
  [{ ...failed, allFailed: true }, 'Failed', `Ended, and its last runs failed: ${timedOut}`, ' (3 h ago)'],
  [
    { ...failed, allFailed: true, since: run(1) },
    'Failed',
    `Ended, and its only run failed: ${timedOut}`,
    ' (3 h ago)',
  ],
  [{ ...over, since: null, outcome: null }, 'Never ran', 'Ended without a run'],
  [{ state: 'unknown' }, 'Unknown', 'Health unknown'],
])('%#: describes %o as %s', (health, name, row, onPage = '') => {
  expect([nameHealth(health, true), phraseText(describeHealth(health, true))]).toEqual([name, row])
  expect(phraseText(explainHealth(health, flow, chainTimeAt(now), { isForecast: true }).title)).toBe(row + onPage)
})

test('a healthy flow whose next run is unknown is only healthy so far', () => {
  expect(nameHealth(healthy)).toBe('Healthy so far')
  expect(phraseText(describeHealth(healthy))).toBe('Healthy so far, since run 3')
  expect(phraseText(describeHealth({ ...healthy, orEarlier: true }))).toBe('Healthy so far')
})

test('runs and flows are separate parts, so that a page can link them', () => {
  const stopped: StopReason = { rule: 'skipOnFailureOf', run: run(9), flowIds: ['2'] }
  expect(describeHealth({ ...over, outcome: 'skipped', stopped })).toEqual(['Stopped: ', { flow: '2' }, ' had failed'])
})

describe('help', () => {
  const insufficient =
    'msg handling error: could not execute local flow: spendable balance 5uinto is smaller than 9uinto: insufficient funds'
  const funds = { cause: 'insufficientFunds', message: insufficient } as const
  const feeBalance = [{ denom: 'uinto', amount: '40000' }]
  const stoppedBy = (rule: StopReason['rule']): EndedFlow => ({ ...over, stopped: { rule, run: run(9), flowIds: [] } })
  const helpOf = (health: FlowHealth) => explainHealth(health, flow, chainTimeAt(now)).help

  test('the help for a failing flow uses the given denoms', () => {
    const denoms = { uinto: { symbol: 'Into', decimals: 0 } }
    expect(explainHealth({ ...failing, ...funds }, flow, chainTimeAt(now), { denoms, feeBalance })).toMatchObject({
      help: `${flow.owner} had 5 Into to spend, and the message needs 9 Into. Fund this account or lower the amount.`,
      chainSaid: insufficient,
    })
  })

  test('the help for a flow that is over recommends a new flow and mentions stranded money', () => {
    const ended = { ...over, outcome: 'failed', ...funds } as const
    expect(explainHealth(ended, flow, chainTimeAt(now), { feeBalance }).help).toBe(
      `${flow.owner} had 0.000005 INTO to spend, and the message needs 0.000009 INTO. This flow won’t run again. If you create a new flow, fund this account or lower the amount. Its fee account still holds 0.04 INTO, which is stranded there.`,
    )
    expect(helpOf(over)).toBeNull()
    expect(explainHealth(over, flow, chainTimeAt(now), { feeBalance }).help).toMatch(
      /^Its fee account still holds 0\.04 INTO/,
    )
  })

  test('the help for a waiting flow says what ends it', () => {
    const waiting = { state: 'waiting', since: run(1), orEarlier: false } as const
    expect(helpOf({ ...waiting, for: 'answer' })).toMatch(/before the next run, the next run will be the last\.$/)
    expect(helpOf({ ...waiting, for: 'answer', since: { number: 2, time: flow.execTime } })).toMatch(/a query yet/)
    const secondSkip = /stops for good if two runs in a row are skipped/
    const skipped = { ...waiting, for: 'conditions' } as const
    expect(helpOf(skipped)).toMatch(secondSkip)
    const asking = {
      ...flow,
      configuration: { ...flow.configuration, saveResponses: true },
      conditions: { ...flow.conditions, comparisons: [{ ...comparison, icqConfig: icq }] },
    }
    expect(explainHealth(skipped, asking, chainTimeAt(now)).help).not.toMatch(secondSkip)
  })

  test('the help for a flow that could not pay warns against sending money', () => {
    const unpaid: EndedFlow = {
      ...stoppedBy('feeBalanceTooLow'),
      cause: 'feeBalanceTooLow',
      message: 'balance too low to deduct expected fee',
    }
    expect(helpOf(unpaid)).toMatch(
      /^This flow won’t run again, so don’t send money to its fee account\. Create a new flow/,
    )
  })

  test('the help for a stopped flow depends on the rule', () => {
    expect(helpOf(stoppedBy('unacknowledgedRun'))).toMatch(
      /use an interval that is longer than the relayer’s delays\.$/,
    )
    expect(helpOf(stoppedBy('unansweredQuery'))).toMatch(
      /If you create a new flow, check that the key of the query exists on the other chain\.$/,
    )
    expect(helpOf(stoppedBy('comparisons'))).toBe(
      'This flow won’t run again. If you create a new flow, use a condition that can be met.',
    )
    for (const intended of ['stopOnSuccess', 'stopOnSuccessOf', 'stopOnFailureOf'] as const)
      expect(helpOf(stoppedBy(intended))).toBeNull()
  })
})

describe('a failing flow', () => {
  const sinceOf = (health: FlowHealth) => phraseText(explainHealth(health, flow, chainTimeAt(now)).since ?? [])

  test('mentions the newest failed run before the first one', () => {
    expect(explainHealth(failing, flow, chainTimeAt(now)).since).toContainEqual({ run: 14 })
    expect(sinceOf(failing)).toBe(
      'Newest failure: run 14 (1 h ago). Failing since run 12 (3 h ago), 3 runs failed in a row',
    )
    expect(sinceOf({ ...failing, failedRun: run(12), failures: 1 })).toBe('Failing since run 12 (3 h ago)')
    expect(sinceOf({ ...failing, failedRun: run(null), since: run(null) })).toBe(
      'Failing since a run (3 h ago), 3 runs failed in a row',
    )
  })

  test('has the number of failures, or a minimum if older runs are unknown', () => {
    expect(describeFailures({ ...failing, failures: 20, orEarlier: true })).toBe('20 or more runs failed in a row')
    expect(describeFailures({ ...failing, failures: 1_234 })).toBe('1,234 runs failed in a row')
    expect(describeFailures({ ...failing, failures: 1 })).toBeNull()
    expect(describeFailures({ ...failing, cause: 'feeNotCollected' })).toBe('3 runs in a row')
    expect(describeRunsInARow({ ...failing, failures: 20, orEarlier: true })).toBe('20 or more runs in a row')
    expect(describeRunsInARow({ ...failing, failures: 1 })).toBeNull()
    expect(sinceOf({ ...failing, orEarlier: true })).toBe(
      'Newest failure: run 14 (1 h ago). Failing since run 12 (3 h ago) or earlier, 3 or more runs failed in a row',
    )
  })
})

describe('a stopped flow that failed', () => {
  const title = (stop: ReturnType<typeof run>, failedRun: ReturnType<typeof run>) => {
    const stopped: StopReason = { rule: 'stopOnFailure', run: stop, flowIds: [] }
    const health = { ...over, stopped, failedRun, cause: failing.cause, message: failing.message } as const
    return phraseText(explainHealth(health, flow, chainTimeAt(now)).title)
  }

  test('mentions the failed run unless it is the run that stopped the flow', () => {
    expect(title(run(9), run(9))).toBe(
      'Stopped: run 9 failed, and the flow stops on failure (3 h ago). The other chain rejected it',
    )
    expect(title(run(8), run(9, -120))).toBe(
      'Stopped: run 8 failed, and the flow stops on failure (3 h ago). The last failure was run 9: the other chain rejected it',
    )
  })
})

// The true causes are in the README of the recording.
test.each([
  ['1', /takes more than is delegated/],
  ['3', /Proposal 999 does not exist/],
  ['7', /its address already has one/],
  ['9', /revokes a permission that does not exist/],
  ['11', /holds no ufoo\. The chain may not have this denom/],
  ['17', /name an existing validator/],
  ['19', /Only a validator with unpaid commission/],
  ['27', /grant a permission that allows this recipient/],
  ['31', /don’t send money to its fee account/],
  ['35', /correct the operand\.$/],
  ['48', /fund this account or lower the amount/],
  ['65', /It is unknown whether the messages of runs \d+ and \d+ took effect.*Don’t create a new flow/],
  ['77', /It is unknown whether the messages of runs 1 and 2 took effect.*Don’t create a new flow/],
  ['79', /so its messages did not run\./],
  ['80', /revokes a permission that does not exist/],
  ['89', /It is unknown whether the messages of runs 1 and 2 took effect.*Don’t create a new flow/],
])('explains the true cause of recorded flow %s', async (id, help) => {
  const { flows, time } = await recordedFlows('v1-truth')
  const { flow, history } = flows.find(({ flow }) => flow.id === id) ?? expect.fail()
  const health = flowHealth(flow, { history: history.toReversed(), nextKey: null }, chainTimeAt(time + 3_600_000))
  expect(explainHealth(health, flow, chainTimeAt(time + 3_600_000)).help).toMatch(help)
})
