import type { Flow } from '@flow-query/core'
import { type FlowHealth, flowHealth, type OverFlow, type StopReason } from '@flow-query/core/insights'
import { describe, expect, test } from 'vitest'
import { folders, recordedFlows } from '../test/recorded.js'
import { describeHealth, explainHealth, nameHealth, needsAttention } from './health.js'
import { phraseText } from './phrase.js'

test.each(folders)('every recorded flow of %s, in a word, in a row and on its page', async folder => {
  const { flows, time } = await recordedFlows(folder)
  const said = flows.map(({ flow, history }) => {
    const health = flowHealth(flow, { history: history.toReversed(), nextKey: null }, time)
    const { title, help, chainSaid } = explainHealth(health, flow, time)
    return [
      `${flow.id}: ${nameHealth(health)}${needsAttention(health) ? '!' : ''}`,
      phraseText(describeHealth(health)),
      phraseText(title),
      ...(help === null ? [] : [help]),
      ...(chainSaid === null ? [] : [`“${chainSaid}”`]),
    ].join('\n   ')
  })
  await expect(`${said.join('\n')}\n`).toMatchFileSnapshot(`../test/said/${folder}.txt`)
})

const now = Date.parse('2026-11-20T21:00:00Z')
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
const { flows } = await recordedFlows('v1')
const flow: Flow = { ...(flows[0]?.flow ?? expect.fail()), startTime: at(-60), execTime: at(10), endTime: at(60) }

const run = (number: number | null) => ({ number, time: at(-180) })
const failing = {
  state: 'failing',
  since: run(12),
  orEarlier: false,
  cause: 'otherChain',
  message: 'error handling packet on host chain',
} as const
const over: OverFlow = {
  state: 'over',
  since: run(9),
  outcome: 'succeeded',
  cause: null,
  message: null,
  allFailed: false,
  stopped: null,
}
const failed = { ...over, outcome: 'timedOut', cause: 'timedOut' } as const
const waiting = { state: 'waiting', since: run(5), orEarlier: false } as const

test.each<[health: FlowHealth, name: string, row: string, page: string]>([
  [
    { state: 'healthy', since: run(3), orEarlier: false },
    'Healthy',
    'Healthy since run 3',
    'Healthy since run 3 (3 h ago)',
  ],
  [{ state: 'healthy', since: run(3), orEarlier: true }, 'Healthy', 'Healthy', 'Healthy'],
  [{ state: 'healthy', since: run(1), orEarlier: false }, 'Healthy', 'Healthy', 'Healthy'],
  [{ state: 'healthy', since: run(null), orEarlier: false }, 'Healthy', 'Healthy', 'Healthy'],
  [{ state: 'healthy', since: { number: null, time: 'soon' }, orEarlier: true }, 'Healthy', 'Healthy', 'Healthy'],
  [
    failing,
    'Failing',
    'Failing since run 12: the other chain refused it',
    'Failing since run 12 (3 h ago): the other chain refused it',
  ],
  [
    { ...failing, cause: 'unanswered', message: null },
    'Failing',
    'Failing since run 12: the other chain never answered',
    'Failing since run 12 (3 h ago): the other chain never answered',
  ],
  [
    { ...failing, cause: 'other', message: 'panic' },
    'Failing',
    'Failing since run 12: the chain refused it',
    'Failing since run 12 (3 h ago): the chain refused it',
  ],
  [
    { ...waiting, for: 'start', since: null },
    'Waiting',
    'Waiting for its first run',
    'Waiting for its first run, in 10 min',
  ],
  [
    { ...waiting, for: 'conditions' },
    'Waiting',
    'Waiting for its conditions since run 5',
    'Waiting for its conditions since run 5 (3 h ago)',
  ],
  [
    { ...waiting, for: 'answer' },
    'Waiting',
    'Waiting for the answer of another chain since run 5',
    'Waiting for the answer of another chain since run 5 (3 h ago)',
  ],
  [over, 'Completed', 'Completed', 'Completed, and its last run succeeded (3 h ago)'],
  [
    { ...over, outcome: 'skipped' },
    'Completed',
    'Completed, and its last run was skipped',
    'Completed, and its last run was skipped (3 h ago)',
  ],
  [
    { ...over, outcome: 'pending' },
    'Completed',
    'Completed, but for the answer of another chain',
    'Completed, but for the answer of another chain (3 h ago)',
  ],
  [
    failed,
    'Last run failed',
    'Ended, and its last run failed: the other chain did not answer in time',
    'Ended, and its last run failed: the other chain did not answer in time (3 h ago)',
  ],
  [
    { ...failed, allFailed: true },
    'Failed',
    'Ended, and its last runs failed: the other chain did not answer in time',
    'Ended, and its last runs failed: the other chain did not answer in time (3 h ago)',
  ],
  [
    { ...failed, allFailed: true, since: run(1) },
    'Failed',
    'Ended, and its only run failed: the other chain did not answer in time',
    'Ended, and its only run failed: the other chain did not answer in time (3 h ago)',
  ],
  [{ ...over, since: null, outcome: null }, 'Never ran', 'It is over and never ran', 'It is over and never ran'],
  [{ state: 'unknown' }, 'Unknown', 'How it goes is not known', 'How it goes is not known'],
])('%#: %o is %s', (health, name, row, page) => {
  expect([
    nameHealth(health),
    phraseText(describeHealth(health)),
    phraseText(explainHealth(health, flow, now).title),
  ]).toEqual([name, row, page])
})

test('runs and flows stand apart, so that a page makes links of them', () => {
  expect(describeHealth(failing)).toEqual(['Failing', ' since ', { run: 12 }, ': the other chain refused it'])
  const stopped: StopReason = { rule: 'skipOnFailureOf', run: run(9), flowIds: ['2'] }
  expect(describeHealth({ ...over, outcome: 'skipped', stopped })).toEqual(['Stopped: ', { flow: '2' }, ' had failed'])
})

describe('what helps', () => {
  test('with what fails; in the denoms that one is told of', () => {
    const denoms = { uinto: { symbol: 'Into', decimals: 0 } }
    const unpaid = { ...failing, cause: 'feeBalanceTooLow', message: 'balance too low to deduct expected fee' } as const
    expect(explainHealth(unpaid, flow, now, denoms)).toMatchObject({
      help: expect.stringContaining(`send Into to ${flow.feeAddress}`),
      chainSaid: unpaid.message,
    })
  })

  test('where another chain left the flow without an answer', () => {
    const help = (rule: StopReason['rule']) =>
      explainHealth({ ...over, stopped: { rule, run: run(9), flowIds: [] } }, flow, now).help
    expect(help('unansweredRun')).toMatch(/^Whether it ran there cannot be told from here/)
    expect(help('unansweredQuery')).toMatch(/^The answer did not come within the time that the flow gives it/)
    expect(help('stopOnSuccess')).toBeNull()
  })
})

test('what its owner should look at', () => {
  const stoppedBy = (rule: StopReason['rule']): OverFlow => ({ ...over, stopped: { rule, run: run(9), flowIds: [] } })
  const wrong = [failing, failed, stoppedBy('unansweredRun'), stoppedBy('unansweredQuery'), stoppedBy('stopOnFailure')]
  const fine: FlowHealth[] = [
    over,
    { ...waiting, for: 'conditions' },
    stoppedBy('stopOnSuccess'),
    stoppedBy('comparisons'),
    stoppedBy('unknown'),
    { state: 'unknown' },
  ]
  expect(wrong.map(needsAttention)).toEqual(wrong.map(() => true))
  expect(fine.map(needsAttention)).toEqual(fine.map(() => false))
})
