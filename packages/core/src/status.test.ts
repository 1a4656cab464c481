import { flow as buildFlow, chainTimeAt, historyEntry } from '@flow-query/testing'
import { describe, expect, test } from 'vitest'
import {
  type ExecutionProblem,
  executionOutcome,
  executionProblem,
  flowStatus,
  toBigInt,
  toDate,
  toMilliseconds,
} from './index.js'
import { hasQuery } from './status.js'

const at = (time: string) => Date.parse(time)

describe('flowStatus', () => {
  const flow = {
    interval: '3600s',
    startTime: '2026-11-20T20:00:00Z',
    execTime: '2026-11-20T22:00:00Z',
    endTime: '2026-11-20T23:00:00Z',
  }

  test('is scheduled until the start time, then active', () => {
    expect(flowStatus(flow, chainTimeAt(at('2026-11-20T19:59:59.999Z')))).toBe('scheduled')
    expect(flowStatus(flow, chainTimeAt(at('2026-11-20T20:00:00Z')))).toBe('active')
  })

  test('stays active for a grace period of one minute while a run is late', () => {
    expect(flowStatus(flow, chainTimeAt(at('2026-11-20T22:00:59.999Z')))).toBe('active')
    expect(flowStatus(flow, chainTimeAt(at('2026-11-20T22:01:00Z')))).toBe('stopped')
  })

  test('stays active for an hour if its conditions query another chain, because a response after the timeout still counts', () => {
    const comparisons = [{ icqConfig: { timeoutDuration: '30s' } }]
    const querying = { ...flow, conditions: { comparisons, feedbackLoops: [] } }
    expect(flowStatus(querying, chainTimeAt(at('2026-11-20T22:59:59.999Z')))).toBe('active')
    expect(flowStatus(querying, chainTimeAt(at('2026-11-20T23:00:00Z')))).toBe('stopped')
  })

  test('a flow has a query if a condition waits for longer than the grace period of other flows', () => {
    const comparisons = [{ icqConfig: { timeoutDuration: '30s' } }]
    expect(hasQuery({ conditions: { comparisons, feedbackLoops: [] } })).toBe(true)
    expect(hasQuery({ conditions: { comparisons: [{ icqConfig: null }], feedbackLoops: [] } })).toBe(false)
  })

  test('accepts a different grace period', () => {
    expect(flowStatus(flow, chainTimeAt(at('2026-11-20T22:00:00Z')), { grace: 0 })).toBe('stopped')
    expect(flowStatus(flow, chainTimeAt(at('2026-11-20T21:59:59.999Z')), { grace: 0 })).toBe('active')
    expect(flowStatus(flow, chainTimeAt(at('2026-11-20T22:59:59Z')), { grace: 3_600_000 })).toBe('active')
    expect(flowStatus(flow, chainTimeAt(at('2026-11-20T22:00:00Z')), { grace: 0.9 })).toBe('stopped')
  })

  test('is stopped after the last run if another run would fit, and completed otherwise', () => {
    const over = at('2026-11-21T00:00:00Z')
    expect(flowStatus(flow, chainTimeAt(over))).toBe('stopped')
    expect(flowStatus({ ...flow, endTime: '2026-11-20T22:59:59.999999999Z' }, chainTimeAt(over))).toBe('completed')
    expect(flowStatus({ ...flow, execTime: '2026-11-20T22:00:00.000000001Z' }, chainTimeAt(over))).toBe('completed')
    expect(flowStatus({ ...flow, endTime: flow.execTime }, chainTimeAt(over))).toBe('completed')
  })

  test('stays active while the chain catches up on the runs that it missed during a halt, one per block', () => {
    const time = chainTimeAt(at('2026-11-21T01:00:00Z'))
    const statusAfter = (scheduledExecTime: string, actualExecTime: string) =>
      flowStatus(flow, time, { newest: { scheduledExecTime, actualExecTime } })
    expect(statusAfter('2026-11-20T21:00:00Z', '2026-11-21T00:59:01Z')).toBe('active')
    expect(statusAfter('2026-11-20T21:00:00Z', '2026-11-21T00:59:00Z')).toBe('stopped')
    expect(statusAfter(flow.execTime, '2026-11-21T00:59:59Z')).toBe('stopped')
  })

  test('counts fractions of a second in the interval', () => {
    const over = at('2026-11-21T00:00:00Z')
    const ends = (endTime: string) => flowStatus({ ...flow, interval: '3599.500s', endTime }, chainTimeAt(over))
    expect(ends('2026-11-20T22:59:59.5Z')).toBe('stopped')
    expect(ends('2026-11-20T22:59:59.499Z')).toBe('completed')
  })

  test('is completed after the only run of a flow without an interval', () => {
    for (const interval of ['0s', '0.000000000s', '']) {
      expect(flowStatus({ ...flow, interval }, chainTimeAt(at('2026-11-21T00:00:00Z')))).toBe('completed')
    }
  })

  test('rejects a time that is not the time of a block', () => {
    for (const time of [Date.now(), new Date(), undefined, { block: '' }, { block: 'now' }])
      expect(() => flowStatus(flow, time as never)).toThrow('`time` must be the time of a block')
  })

  test('treats an unset time as past', () => {
    const never = '0001-01-01T00:00:00Z'
    expect(flowStatus({ interval: '0s', startTime: never, execTime: never, endTime: never }, chainTimeAt(0))).toBe(
      'completed',
    )
  })
})

describe('executionOutcome', () => {
  const now = at('2026-11-20T21:00:00Z')
  const local = { interval: '3600s', selfHostedIca: null, trustlessAgent: null }
  const interchain = { ...local, selfHostedIca: { portId: 'icacontroller-x', connectionId: 'connection-0' } }
  const agent = { ...local, trustlessAgent: { agentAddress: 'into1agent', feeLimit: [], connectionId: '' } }
  const none = historyEntry({
    executed: false,
    execFee: [],
    msgResponses: [],
    actualExecTime: '2026-11-20T21:00:00.500Z',
  })
  const sent = { ...none, execFee: [{ denom: 'uinto', amount: '1' }], packetSequences: ['1'] }

  test('is timedOut if a packet timed out', () => {
    const failedThere = 'error handling packet on host chain: ABCI code: 5'
    expect(executionOutcome({ ...sent, timedOut: true }, interchain, chainTimeAt(now))).toBe('timedOut')
    expect(executionOutcome({ ...sent, timedOut: true, errors: [failedThere] }, interchain, chainTimeAt(now))).toBe(
      'timedOut',
    )
  })

  test('is the result of the run if the packet that timed out was an earlier one', () => {
    expect(executionOutcome({ ...sent, timedOut: true, executed: true }, interchain, chainTimeAt(now))).toBe(
      'succeeded',
    )
    expect(
      executionOutcome({ ...none, timedOut: true, errors: ['no active channel'] }, interchain, chainTimeAt(now)),
    ).toBe('failed')
  })

  test('is failed if there is an error, executed or not', () => {
    expect(executionOutcome({ ...none, errors: ['x'] }, local, chainTimeAt(now))).toBe('failed')
    expect(executionOutcome({ ...none, errors: ['x'], executed: true }, local, chainTimeAt(now))).toBe('failed')
  })

  test('is succeeded if executed, with or without packets', () => {
    expect(executionOutcome({ ...none, executed: true }, local, chainTimeAt(now))).toBe('succeeded')
    expect(executionOutcome({ ...sent, executed: true }, interchain, chainTimeAt(now))).toBe('succeeded')
  })

  test('is skipped if no message was executed or sent', () => {
    expect(executionOutcome(none, local, chainTimeAt(now))).toBe('skipped')
    expect(executionOutcome(none, interchain, chainTimeAt(now))).toBe('skipped')
    expect(executionOutcome(none, agent, chainTimeAt(now))).toBe('skipped')
  })

  test.each([
    ['40s', 40_000],
    ['90.500s', 90_500],
    ['3600s', 3_600_000],
    ['86400s', 3_600_000],
    ['0s', 3_600_000],
    ['', 3_600_000],
  ])('with interval %j, a sent packet is pending for %i ms, and then unacknowledged', (interval, timeout) => {
    const flow = { ...interchain, interval }
    const executed = at(sent.actualExecTime)
    expect(executionOutcome(sent, flow, chainTimeAt(executed))).toBe('pending')
    expect(executionOutcome({ ...none, packetSequences: ['1'] }, { ...local, interval }, chainTimeAt(executed))).toBe(
      'pending',
    )
    expect(executionOutcome(sent, flow, chainTimeAt(executed + timeout - 1))).toBe('pending')
    expect(executionOutcome(sent, flow, chainTimeAt(executed + timeout))).toBe('unacknowledged')
  })

  test('is pending on v1beta1, which lists no packets, if an interchain flow paid the full fee', () => {
    const unlisted = { ...sent, packetSequences: [] }
    expect(executionOutcome(unlisted, interchain, chainTimeAt(now))).toBe('pending')
    expect(executionOutcome(unlisted, agent, chainTimeAt(now))).toBe('pending')
    expect(executionOutcome(unlisted, interchain, chainTimeAt(now + 3_600_500))).toBe('unacknowledged')
  })

  test('is idle if a fee was paid, but no message was executed or sent', () => {
    const idle = { ...none, execFee: [{ denom: 'uinto', amount: '11200' }] }
    expect(executionOutcome(idle, local, chainTimeAt(now))).toBe('idle')
    const conditions = { feedbackLoops: [{ msgsIndex: 0 }] }
    expect(executionOutcome(idle, { ...interchain, conditions }, chainTimeAt(now))).toBe('idle')
    const queried = { ...idle, queryResponses: ['NDk5OTgyMDAw'] }
    expect(executionOutcome(queried, interchain, chainTimeAt(now))).toBe('idle')
    // On v1beta1, this run was sent.
    expect(executionOutcome(queried, { ...interchain, conditions: { feedbackLoops: [] } }, chainTimeAt(now))).toBe(
      'pending',
    )
  })

  test('is feeNotCollected if the messages took effect and the only error is about the fee', () => {
    const unpaid = { ...historyEntry({ executed: true, errors: [distributionError] }), execFee: [] }
    expect(executionOutcome(unpaid, local, chainTimeAt(now))).toBe('feeNotCollected')
    expect(executionOutcome(unpaid, interchain, chainTimeAt(now))).toBe('feeNotCollected')
    const hostError = 'error handling packet on host chain: see host chain events for details, error: ABCI code: 5'
    expect(executionOutcome({ ...unpaid, errors: [distributionError, hostError] }, interchain, chainTimeAt(now))).toBe(
      'failed',
    )
  })

  test('ignores an uncollected fee while a packet is pending', () => {
    const unpaid = { ...sent, errors: [distributionError], execFee: [] }
    expect(executionOutcome(unpaid, interchain, chainTimeAt(now))).toBe('pending')
    expect(executionOutcome({ ...unpaid, packetSequences: [] }, interchain, chainTimeAt(now))).toBe('pending')
    expect(executionOutcome({ ...unpaid, timedOut: true }, interchain, chainTimeAt(now))).toBe('timedOut')
    expect(executionOutcome({ ...unpaid, packetSequences: [] }, local, chainTimeAt(now))).toBe('failed')
  })

  test('accepts any flow and entry that a client reads', () => {
    expect(
      executionOutcome(historyEntry(), { ...buildFlow(), selfHostedIca: null, trustlessAgent: null }, chainTimeAt(now)),
    ).toBe('succeeded')
  })
})

const distributionError =
  'distribution error: spendable balance 40000uinto is smaller than 92800uinto: insufficient funds'

test.each<[ExecutionProblem, string]>([
  ['feeBalanceTooLow', 'balance too low to deduct expected fee'],
  [
    'insufficientFunds',
    'msg handling error: could not execute local flow: spendable balance 8uinto is smaller than 9uinto: insufficient funds',
  ],
  ['feeNotCollected', distributionError],
  [
    'agentFeeNotPaid',
    'msg handling error: could not pay trustless agent: no valid fee coin with sufficient balance found',
  ],
  ['agentFeeNotPaid', 'fee limit reached for hosted account'],
  ['agentFeeNotPaid', 'could not send: coin not in hosted config: not found'],
  ['agentNotFound', 'msg handling error: trustless agent or ICAConfig is nil for address into1a: invalid msg response'],
  [
    'wrongSigner',
    "msg handling error: could not execute local flow: owner doesn't have permission to send this message: unauthorized",
  ],
  ['noGrant', 'msg handling error: could not execute local flow: authorization not found'],
  [
    'noGrant',
    'failed to execute message; message grantee:"into1a" : requested amount is more than spend limit: insufficient funds',
  ],
  [
    'insufficientFunds',
    'failed to execute message; message grantee:"into1a" : spendable balance 1uinto is smaller than 2uinto: insufficient funds',
  ],
  ['noGrant', 'msg handling error: failed to get grant with given granter: into1a, grantee: into1b'],
  ['noActiveChannel', 'msg handling error: no active channel for this owner'],
  ['conditionsNotMet', 'conditions to execute not met: did not make a comparison, no responses on the target history'],
  [
    'otherChain',
    'error handling packet on host chain: see host chain events for details, error: ABCI code: 2: error handling packet',
  ],
  ['other', 'msg handling error: could execute local flow: validator does not exist'],
  ['other', ''],
  ['other', 'msg handling error: memo "distribution error"'],
  ['other', 'msg handling error: memo "conditions to execute not met"'],
  ['other', 'msg handling error: memo "error handling packet on host chain"'],
  ['noGrant', 'authorization expired'],
  ['insufficientFunds', 'insufficient balance'],
  ['insufficientFunds', 'spendable balance 1uinto is smaller than 2uinto'],
  ['insufficientFunds', 'msg handling error: memo "balance too low to deduct": insufficient funds'],
])('executionProblem: returns %s for %j', (problem, message) => {
  expect(executionProblem(message)).toBe(problem)
})

test('a flow is over as soon as the run at its execTime is recorded', () => {
  const ended = {
    ...buildFlow(),
    startTime: '2026-11-20T20:00:00Z',
    execTime: '2026-11-20T22:00:00.5Z',
    interval: '60s',
  }
  const now = at('2026-11-20T22:00:01Z')
  const newest = historyEntry({ scheduledExecTime: ended.execTime, actualExecTime: '2026-11-20T22:00:00.9Z' })
  const before = historyEntry({ scheduledExecTime: '2026-11-20T21:59:00.5Z' })
  const endsLater = { ...ended, endTime: '2026-11-20T23:00:00Z' }
  expect(flowStatus(endsLater, chainTimeAt(now))).toBe('active')
  expect(flowStatus(endsLater, chainTimeAt(now), { newest: before })).toBe('active')
  expect(flowStatus(endsLater, chainTimeAt(now), { newest })).toBe('stopped')
  expect(flowStatus({ ...ended, endTime: ended.execTime }, chainTimeAt(now), { newest })).toBe('completed')
  // The flow may have been read before a run that is later than the newest block.
  const later = { ...newest, actualExecTime: '2026-11-20T22:00:02Z' }
  expect(flowStatus(endsLater, chainTimeAt(now), { newest: later })).toBe('active')
  expect(flowStatus(endsLater, chainTimeAt(now + 1_000), { newest: later })).toBe('stopped')
  const never = { ...endsLater, execTime: '0001-01-01T00:00:00Z' }
  const unset = historyEntry({ scheduledExecTime: never.execTime, actualExecTime: never.execTime })
  expect(flowStatus(never, chainTimeAt(0), { newest: unset })).toBe('scheduled')
})

describe('toDate', () => {
  test.each([
    ['2026-11-20T21:37:51.633434515Z', '2026-11-20T21:37:51.633Z'],
    ['2026-11-20T21:37:51.999999999Z', '2026-11-20T21:37:51.999Z'],
    ['2026-11-20T21:37:51.5Z', '2026-11-20T21:37:51.500Z'],
    ['2026-11-20T21:37:51Z', '2026-11-20T21:37:51.000Z'],
    ['1969-12-31T23:59:59Z', '1969-12-31T23:59:59.000Z'],
  ])('converts %s to %s', (time, iso) => {
    expect(toDate(time)?.toISOString()).toBe(iso)
  })

  test.each(['0001-01-01T00:00:00Z', '', 'never', '5', 'flow 7', '2026', '2026-13-40T00:00:00Z'])(
    'returns null for %j',
    time => {
      expect(toDate(time)).toBeNull()
    },
  )
})

describe('toMilliseconds', () => {
  test.each([
    ['60s', 60_000],
    ['90.500s', 90_500],
    ['0s', 0],
    ['0.000001s', 0.001],
    ['94867200s', 94_867_200_000],
    ['-0.500s', -500],
  ])('converts %s to %d', (duration, milliseconds) => {
    expect(toMilliseconds(duration)).toBe(milliseconds)
  })

  test.each(['', 's', '60', '1h', '1.s', ' 60s', '60s ', '1e3s'])('returns NaN for %j', duration => {
    expect(toMilliseconds(duration)).toBeNaN()
  })
})

describe('toBigInt', () => {
  test('toBigInt is exact', () => {
    expect(toBigInt('18446744073709551615')).toBe(18446744073709551615n)
    expect(toBigInt('1000000000000008')).toBe(1000000000000008n)
    expect(toBigInt('0')).toBe(0n)
    expect(toBigInt('-7')).toBe(-7n)
  })

  test.each(['', ' ', '1.5', 'abc', '0x10', '1e3', ' 1', '1n'])('throws a SyntaxError for %j', text => {
    expect(() => toBigInt(text)).toThrow(SyntaxError)
  })
})
