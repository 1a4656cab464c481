import { chainTimeAt } from '@flow-query/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { comparison, flowOf, loop, minutes, now, query } from '../../test/flows.js'
import { folders, recordedFlows } from '../../test/recordings.js'
import { type AnyMessage, type Flow, flowStatus } from '../index.js'
import { countFlows, type FlowArrangement, type FlowSort, filterAndSortFlows, nextStatusChange } from './arrange.js'

const idsOf = (flows: Flow[], arrangement: FlowArrangement, at: number = now) =>
  filterAndSortFlows(flows, arrangement, chainTimeAt(at)).map(({ id }) => id)

const send = '/cosmos.bank.v1beta1.MsgSend'
const exec = '/cosmos.authz.v1beta1.MsgExec'
const within = (message: unknown) => ({ '@type': exec, msgs: [message] })

describe('filters', () => {
  test('all flows match without filters', () => {
    const flows = [flowOf({ id: '1' }), flowOf({ id: '2' })]
    expect(filterAndSortFlows(flows, {}, chainTimeAt(now))).toEqual(flows)
    expect(
      filterAndSortFlows(flows, { status: undefined, search: ' ', messageType: undefined }, chainTimeAt(now)),
    ).toEqual(flows)
    expect(filterAndSortFlows([], { search: 'x', sort: 'label' }, chainTimeAt(now))).toEqual([])
  })

  test('`status` matches the result of flowStatus', () => {
    const flows = [
      flowOf({ id: '1', startTime: minutes(5), execTime: minutes(5) }),
      flowOf({ id: '2' }),
      flowOf({ id: '3', execTime: minutes(-5) }),
      flowOf({ id: '4', execTime: minutes(-5), endTime: minutes(-5) }),
    ]
    expect(idsOf(flows, { status: 'scheduled' })).toEqual(['1'])
    expect(idsOf(flows, { status: 'active' })).toEqual(['2'])
    expect(idsOf(flows, { status: 'stopped' })).toEqual(['3'])
    expect(idsOf(flows, { status: 'completed' })).toEqual(['4'])
    expect(idsOf(flows, { status: 'scheduled' }, now + 300_000)).toEqual([])
    expect(idsOf(flows, { status: 'active' }, now + 300_000)).toEqual(['1', '2'])
  })

  test('`search` matches labels that contain all words, ignoring case', () => {
    const flows = [
      flowOf({ id: '1', label: 'Pay Rent' }),
      flowOf({ id: '2', label: 'pay the STÜNDLICH 日本語 🚀' }),
      flowOf({ id: '3', label: '' }),
    ]
    expect(idsOf(flows, { search: 'PAY' })).toEqual(['1', '2'])
    expect(idsOf(flows, { search: '  rent pay ' })).toEqual(['1'])
    expect(idsOf(flows, { search: 'stündlich 日本' })).toEqual(['2'])
    expect(idsOf(flows, { search: '🚀' })).toEqual(['2'])
    expect(idsOf(flows, { search: '.*' })).toEqual([])
  })

  test('`search` matches ids exactly, and owners by four or more characters', () => {
    const flows = [
      flowOf({ id: '1', label: '', owner: 'into1qqqqz0yyc3z' }),
      flowOf({ id: '14', label: '', owner: 'into1am72r385plw' }),
      flowOf({ id: '140', label: 'Pay 14 INTO', owner: 'into1am72r385plw' }),
    ]
    expect(idsOf(flows, { search: '1' })).toEqual(['1', '140'])
    expect(idsOf(flows, { search: '14' })).toEqual(['14', '140'])
    expect(idsOf(flows, { search: 'am72' })).toEqual(['14', '140'])
    expect(idsOf(flows, { search: 'INTO1AM72R385PLW pay' })).toEqual(['140'])
    expect(idsOf(flows, { search: 'plw' })).toEqual([])
    expect(idsOf(flows, { search: '0xe' })).toEqual([])
  })

  test('`messageType` matches messages, and messages inside a MsgExec', () => {
    const flows = [
      flowOf({ id: '1', msgs: [{ '@type': send }] }),
      flowOf({ id: '2', msgs: [{ '@type': '/x.MsgOther' }, within(within({ '@type': send }))] }),
      flowOf({ id: '3', msgs: [{ '@type': `${send}ToMany` }] }),
      flowOf({ id: '4', msgs: [] }),
    ]
    expect(idsOf(flows, { messageType: send })).toEqual(['1', '2'])
    expect(idsOf(flows, { messageType: exec })).toEqual(['2'])
  })

  test('`messageType` supports deeply nested, invalid and circular messages', () => {
    const deep = Array.from({ length: 20_000 }).reduce<AnyMessage>(message => within(message), { '@type': send })
    const odd = { '@type': exec, msgs: [null, 5, 'x', [], { '@type': 7 }, { msgs: {} }, { '@type': send }] }
    const ring: AnyMessage = { '@type': exec }
    ring.msgs = [ring]
    const flows = [deep, odd, ring].map((message, index) => flowOf({ id: `${index}`, msgs: [message] }))
    expect(idsOf(flows, { messageType: send })).toEqual(['1'])
    expect([...countFlows(flows, chainTimeAt(now)).messageType]).toEqual([
      [exec, 3],
      [send, 1],
    ])
  })

  test('`connectionId` matches the connection of the account, the agent or a query', () => {
    const icqConfig = { ...query, connectionId: 'connection-7' }
    const flows = [
      flowOf({ id: '1', selfHostedIca: { portId: 'icacontroller-x', connectionId: 'connection-7' } }),
      flowOf({ id: '2', trustlessAgent: { agentAddress: 'x', feeLimit: [], connectionId: 'connection-7' } }),
      flowOf({ id: '3', conditions: { comparisons: [comparison, { ...comparison, icqConfig }] } }),
      flowOf({ id: '4', conditions: { feedbackLoops: [{ ...loop, icqConfig }] } }),
      flowOf({ id: '5', selfHostedIca: { portId: 'icacontroller-x', connectionId: 'connection-70' } }),
      flowOf({ id: '6' }),
    ]
    expect(idsOf(flows, { connectionId: 'connection-7' })).toEqual(['1', '2', '3', '4'])
  })
})

describe('sort orders', () => {
  test('`id` sorts by number', () => {
    const flows = ['10', '9', '18446744073709551615', '1'].map(id => flowOf({ id }))
    expect(idsOf(flows, {})).toEqual(['1', '9', '10', '18446744073709551615'])
    expect(idsOf(flows, { descending: true })).toEqual(['18446744073709551615', '10', '9', '1'])
  })

  test('`nextRun` puts flows without a next run last in both directions', () => {
    const flows = [
      flowOf({ id: '1', execTime: minutes(-9) }),
      flowOf({ id: '2', execTime: minutes(9) }),
      flowOf({ id: '3', execTime: minutes(-0.5) }),
      flowOf({ id: '4', execTime: minutes(5), startTime: minutes(5) }),
      flowOf({ id: '5', execTime: '' }),
    ]
    expect(idsOf(flows, { sort: 'nextRun' }).slice(0, 3)).toEqual(['3', '4', '2'])
    expect(idsOf(flows, { sort: 'nextRun', descending: true }).slice(0, 3)).toEqual(['2', '4', '3'])
    expect(idsOf(flows, { sort: 'nextRun' }).slice(3).sort()).toEqual(['1', '5'])
  })

  test('`lastRun` sorts by the previous run, or by the last run if the flow is over', () => {
    const flows = [
      flowOf({ id: '1', execTime: minutes(-90) }),
      flowOf({ id: '2', execTime: minutes(10), interval: '1200s' }),
      flowOf({ id: '3', execTime: minutes(10), interval: '7200s' }),
      flowOf({ id: '4', execTime: minutes(10), startTime: minutes(-50) }),
      flowOf({ id: '5', execTime: minutes(10), interval: '0s' }),
    ]
    expect(idsOf(flows, { sort: 'lastRun' })).toEqual(['3', '1', '2', '4', '5'])
    expect(idsOf(flows, { sort: 'lastRun', descending: true })).toEqual(['2', '1', '3', '4', '5'])
  })

  test('`label` ignores case and puts flows without a label last in both directions', () => {
    const flows = ['b', 'A', '', 'C', 'a'].map((label, index) => flowOf({ id: `${index}`, label }))
    expect(idsOf(flows, { sort: 'label' })).toEqual(['1', '4', '0', '3', '2'])
    expect(idsOf(flows, { sort: 'label', descending: true })).toEqual(['3', '0', '4', '1', '2'])
  })
})

describe('countFlows', () => {
  test('countFlows counts each flow once per status, owner and message type', () => {
    const flows = [
      flowOf({ id: '1', owner: 'into1a', msgs: [{ '@type': send }, within({ '@type': send })] }),
      flowOf({ id: '2', owner: 'into1b', msgs: [{ '@type': send }], execTime: minutes(-9) }),
      flowOf({ id: '3', owner: 'into1a', msgs: [] }),
    ]
    expect(countFlows(flows, chainTimeAt(now))).toEqual({
      status: { scheduled: 0, active: 2, completed: 0, stopped: 1 },
      owner: new Map([
        ['into1a', 2],
        ['into1b', 1],
      ]),
      messageType: new Map([
        [send, 2],
        [exec, 1],
      ]),
    })
  })

  test('countFlows returns new maps, so changing them does not affect later results', () => {
    const flows = [flowOf()]
    countFlows(flows, chainTimeAt(now)).owner.clear()
    expect(countFlows(flows, chainTimeAt(now)).owner.size).toBe(1)
  })
})

describe('nextStatusChange', () => {
  test('nextStatusChange is the start of a scheduled flow, or one minute after an active flow is due', () => {
    const flows = [flowOf({ startTime: minutes(5), execTime: minutes(5) }), flowOf({ execTime: minutes(30) })]
    expect(nextStatusChange(flows, chainTimeAt(now))).toBe(now + 5 * 60_000)
    expect(nextStatusChange(flows, chainTimeAt(now + 5 * 60_000))).toBe(now + 6 * 60_000)
    expect(nextStatusChange(flows, chainTimeAt(now + 6 * 60_000))).toBe(now + 31 * 60_000)
    expect(nextStatusChange(flows, chainTimeAt(now + 31 * 60_000))).toBeNull()
    expect(nextStatusChange([], chainTimeAt(now))).toBeNull()
    expect(nextStatusChange([flowOf({ startTime: '', execTime: 'never' })], chainTimeAt(now))).toBeNull()
  })
})

test.each(folders)('%s: filters and counts match the recorded flows', folder => {
  const { flows: recorded, time } = recordedFlows(folder)
  const flows = recorded.map(({ flow }) => flow)
  const counts = countFlows(flows, chainTimeAt(time))
  for (const status of ['scheduled', 'active', 'completed', 'stopped'] as const) {
    const expected = flows.filter(flow => flowStatus(flow, chainTimeAt(time)) === status)
    expect(filterAndSortFlows(flows, { status }, chainTimeAt(time))).toEqual(expected)
    expect(counts.status[status]).toBe(expected.length)
  }
  for (const [type, number] of counts.messageType)
    expect(filterAndSortFlows(flows, { messageType: type }, chainTimeAt(time))).toHaveLength(number)
  for (const [owner, number] of counts.owner)
    expect(filterAndSortFlows(flows, { search: owner }, chainTimeAt(time))).toHaveLength(number)
})

const anyFlow = fc
  .record({
    label: fc.constantFrom('', 'Pay rent', 'pay', 'Rent', 'x'),
    owner: fc.constantFrom('into1aaaa', 'into1bbbb'),
    start: fc.constantFrom(minutes(-60), minutes(5), '', 'x'),
    exec: fc.constantFrom(minutes(-60), minutes(-0.5), minutes(5), minutes(20), '', 'x'),
    end: fc.constantFrom(minutes(-60), minutes(60), ''),
    interval: fc.constantFrom('60s', '3600s', '0s', '', 'x'),
    types: fc.subarray([send, exec]),
  })
  .map(({ start, exec, end, types, ...flow }) =>
    flowOf({ ...flow, startTime: start, execTime: exec, endTime: end, msgs: types.map(type => ({ '@type': type })) }),
  )
const anyFlows = fc
  .array(anyFlow, { maxLength: 30 })
  .map(flows => flows.map((flow, index) => ({ ...flow, id: `${index + 1}` })))
const anyTime = fc.integer({ min: now - 300_000, max: now + 1_800_000 })
const sorts: FlowSort[] = ['id', 'nextRun', 'lastRun', 'label']
const anyArrangement = fc.record(
  {
    status: fc.constantFrom('scheduled', 'active', 'completed', 'stopped'),
    search: fc.constantFrom('pay', 'rent pay', '3', 'into1b', ''),
    messageType: fc.constantFrom(send, exec),
    sort: fc.constantFrom(...sorts),
    descending: fc.boolean(),
  },
  { requiredKeys: [] },
) satisfies fc.Arbitrary<FlowArrangement>

test('the results for a changed array do not depend on cached columns', () => {
  fc.assert(
    fc.property(
      anyFlows,
      fc.array(fc.record({ at: fc.nat(29), flow: anyFlow, cut: fc.boolean() })),
      anyArrangement,
      anyTime,
      (flows, patches, arrangement, time) => {
        const patched = [flows]
        for (const { at, flow, cut } of patches) {
          const last = patched.at(-1) ?? []
          const place = Math.min(at, last.length)
          patched.push(cut ? last.slice(0, place) : last.toSpliced(place, 1, { ...flow, id: `${place + 1}` }))
        }
        const resultsOf = (flows: Flow[]) => [
          filterAndSortFlows(flows, arrangement, chainTimeAt(time)),
          countFlows(flows, chainTimeAt(time)),
          nextStatusChange(flows, chainTimeAt(time)),
        ]
        // An array can use the cached columns of the array before it, but copied flows can't.
        const cached = patched.map(resultsOf)
        expect(cached).toEqual(patched.map(flows => resultsOf(flows.map(flow => ({ ...flow })))))
      },
    ),
  )
})

test('every sort order contains all flows once, and `descending` reverses it', () => {
  fc.assert(
    fc.property(anyFlows, fc.constantFrom(...sorts), anyTime, (flows, sort, time) => {
      const up = filterAndSortFlows(flows, { sort }, chainTimeAt(time))
      const down = filterAndSortFlows(flows, { sort, descending: true }, chainTimeAt(time))
      expect(new Set(up)).toEqual(new Set(flows))
      const reversed = up.findLastIndex((flow, index) => flow !== down[index]) + 1
      expect(down.slice(0, reversed)).toEqual(up.slice(0, reversed).reverse())
    }),
  )
})

test('no status changes before nextStatusChange', () => {
  fc.assert(
    fc.property(anyFlows, anyTime, (flows, time) => {
      const next = nextStatusChange(flows, chainTimeAt(time))
      const at = (time: number) => flows.map(flow => flowStatus(flow, chainTimeAt(time)))
      expect(at(next === null ? time + 86_400_000 : next - 1)).toEqual(at(time))
      if (next !== null) expect(next).toBeGreaterThan(time)
    }),
  )
})
