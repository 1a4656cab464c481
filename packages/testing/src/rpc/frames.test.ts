import { describe, expect, test } from 'vitest'
import { recording } from '../../test/recording.js'
import type { ChainEvent } from '../chain/chain-events.js'
import type { Packet } from '../chain/packets.js'
import { address, type Flow, flow, historyEntry, params, stateFromRecording, trustlessAgent } from '../index.js'
import { findRelease, type Version } from '../releases.js'
import type { AbciEvent, FrameContext } from './abci-events.js'
import { blockEvents } from './block-events.js'
import { framesOf } from './frames.js'

interface Recorded {
  result: {
    query: string
    data: { type: string; value: { height: string; events: AbciEvent[]; TxResult: TxResult } }
    events: Record<string, string[]>
  }
}
interface TxResult {
  height: string
  tx: string
  result: { data: string; events: AbciEvent[] }
}

/** Returns the first recorded frame whose events match. */
function recorded(file: string, isMeant: (events: Record<string, string[]>) => boolean): Recorded['result'] {
  const frames = recording<Partial<Recorded>[]>(file)
  const found = frames.find(({ result }) => result?.events && isMeant(result.events))?.result
  if (!found) throw new Error(`There is no such frame in ${file}.`)
  return found
}

const tells = (name: string) => (events: Record<string, string[]>) => name in events

type Event = ChainEvent extends infer Kind ? (Kind extends ChainEvent ? Omit<Kind, 'height'> : never) : never

interface Made extends Pick<Recorded['result'], 'data' | 'events'> {
  length: number
}

function made(version: Version, ...events: Event[]): Made {
  const [frame] = framesOf(
    events.map(event => ({ ...event, height: 308 })),
    context(version),
  )
  if (!frame) throw new Error('The events produce no frame.')
  const [data, attributes] = [frame.data(), frame.events()]
  return { data: JSON.parse(data), events: JSON.parse(attributes), length: data.length + attributes.length }
}

function context(version: Version): FrameContext {
  return { params: params(), trustlessAgents: [agent], release: findRelease({ version }) }
}

/**
 * Replaces values with their types and keeps the order of names. A list of events becomes the attributes of each event
 * type.
 */
function shape(value: unknown): unknown {
  if (isEvents(value)) return Object.fromEntries(value.map(({ type, attributes }) => [type, attributes.map(shape)]))
  if (Array.isArray(value)) return value.map(shape)
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.entries(value).map(([name, field]) => [name, name === 'key' ? field : shape(field)])
}

function isEvents(value: unknown): value is AbciEvent[] {
  return Array.isArray(value) && value.some(item => typeof item === 'object' && item && 'attributes' in item)
}

const byName = (names: object) => Object.keys(names).sort()
const of = (type: string, events: readonly AbciEvent[]) => events.filter(event => event.type === type)
const types = (events: readonly AbciEvent[]) => events.map(({ type }) => type)

/** The recorded interchain flow, which an agent executes for a fee. */
const agent = trustlessAgent({ feeConfig: { feeAdmin: address('admin'), feeCoinsSupported: [coin('25')] } })
const agentsFlow: Flow = flow({
  trustlessAgent: { agentAddress: agent.agentAddress, feeLimit: [coin('30')], connectionId: '' },
})
const packet: Packet = {
  sequence: '5',
  port: `icacontroller-${agent.agentAddress}`,
  timeout: 1_795_211_506_312_629_880n,
}
const sent = historyEntry({ executed: false, packetSequences: ['5'], execFee: [coin('37360')] })

function coin(amount: string) {
  return { denom: 'uinto', amount }
}

describe('a block frame', () => {
  const state = stateFromRecording(recording('v1/state.json'))
  const frames = recording<Partial<Recorded>[]>('v1/events.json').flatMap(({ result }) =>
    result?.data?.type === 'tendermint/event/NewBlockEvents' ? [result] : [],
  )

  test.each(frames.map(frame => [frame.events['flow-triggered.flow-id']?.[0] ?? '', frame] as const))(
    'an execution of flow %s produces the recorded events',
    (id, { data }) => {
      const executed = state.flows[Number(id) - 1]
      const entry = state.history[id]?.find(({ execFee }) => execFee[0]?.amount === feeOf(data.value.events))
      if (!executed || !entry) throw new Error(`Flow ${id} is not in the state.`)
      expect(
        blockEvents([{ kind: 'executed', height: 1, flow: executed, entry, packet: null }], {
          ...context('v1'),
          params: state.params,
        }),
      ).toEqual(data.value.events)
    },
  )

  test('has the recorded shape and a realistic size', () => {
    const [frame] = frames
    const local = made('v1', { kind: 'executed', flow: flow(), entry: historyEntry(), packet: null })
    expect(local.data.value.height).toBe('308')
    expect(byName(local.data.value)).toEqual(byName(frame?.data.value ?? {}))
    expect(Object.keys(local.data)).toEqual(Object.keys(frame?.data ?? {}))
    expect(byName(local.events)).toEqual(byName(frame?.events ?? {}))
    expect(local.length).toBeGreaterThan(12_000)
  })

  test.each([
    ['v1', 'v1-interchain', '22'],
    ['v1beta1', 'v1beta1-interchain', '18'],
  ] as const)("%s: includes the packet to the host chain and the agent's fee", (version, folder, id) => {
    const frame = recorded(`${folder}/events.json`, events => events['flow-triggered.flow-id']?.[0] === id)
    const own = made(version, { kind: 'executed', flow: agentsFlow, entry: sent, packet })
    expect(byName(own.events)).toEqual(byName(frame.events))
    expect(types(own.data.value.events)).toEqual(types(frame.data.value.events))
    expect(shape(own.data.value.events)).toEqual(shape(frame.data.value.events))
    expect(own.events['transfer.amount']).toContain('25uinto')
    expect(own.events['transfer.recipient']).toContain(agent.feeConfig?.feeAdmin)
  })

  test('contains no fee events if no fee was paid', () => {
    const entry = historyEntry({ execFee: [], executed: false })
    const { events } = made('v1', { kind: 'executed', flow: flow(), entry, packet: null })
    expect(events).not.toHaveProperty(['flow-fee-burn.flow-id'])
    expect(events).toHaveProperty(['flow-triggered.flow-id'], ['1'])
  })
})

describe('a transaction frame', () => {
  const answered = { kind: 'acknowledged', packet, written: true } as const
  type Told = (flow: Flow, told: Record<string, string[]>) => Event
  const cases: [string, Version, string, string, Told][] = [
    ['created', 'v1', 'v1', 'flow-created', flow => ({ kind: 'created', flow })],
    ['updated', 'v1', 'v1', 'flow-updated', flow => ({ kind: 'updated', flow })],
    ['acknowledged', 'v1', 'v1-interchain', 'flow-msg-response', flow => ({ ...answered, flow })],
    ['refused', 'v1', 'v1-interchain', 'flow-error', (flow, told) => ({ ...answered, flow, ...errorIn(told) })],
    ['created', 'v1beta1', 'v1beta1-interchain', 'flow-created', flow => ({ kind: 'created', flow })],
    [
      'refused',
      'v1beta1',
      'v1beta1-interchain',
      'flow-error',
      (flow, told) => ({ ...answered, flow, ...errorIn(told) }),
    ],
  ]

  test.each(cases)(
    'a flow that is %s on %s produces the recorded shape and flow event',
    (_, version, folder, type, told) => {
      const frame = recorded(`${folder}/events.json`, tells(`${type}.flow-id`))
      const { [`${type}.flow-id`]: [id = ''] = [], [`${type}.owner`]: [owner = ''] = [] } = frame.events
      const own = made(version, told({ ...agentsFlow, id, owner }, frame.events))
      expect(shape(own.data)).toEqual(shape(frame.data))
      expect(of(type, own.data.value.TxResult.result.events)).toEqual(of(type, frame.data.value.TxResult.result.events))
      expect(byName(own.events)).toEqual(byName(frame.events))
      for (const name of ['tx.hash', 'tx.signature', 'acknowledge_packet.packet_timeout_timestamp'])
        expect(own.events[name]?.[0]?.length, name).toBe(frame.events[name]?.[0]?.length)
      expect(own.events['tx.height']).toEqual(['308'])
    },
  )

  test('v1beta1 emits no flow event for a successful acknowledgement but includes the source port', () => {
    const frame = recorded('v1beta1-interchain/events.json', events => {
      return 'acknowledge_packet.packet_src_port' in events && !('flow-error.flow-id' in events)
    })
    const own = made('v1beta1', { ...answered, flow: agentsFlow })
    expect(shape(own.data)).toEqual(shape(frame.data))
    expect(byName(own.events)).toEqual(byName(frame.events))
    expect(own.events['acknowledge_packet.packet_src_port']).toEqual([`icacontroller-${agent.agentAddress}`])
    expect(Object.keys(own.events).filter(name => name.startsWith('flow-'))).toEqual([])
  })

  test.each([
    ['v1', 'v1-interchain/timed-out.json'],
    ['v1beta1', 'v1beta1-interchain/events.json'],
  ] as const)(
    '%s: one transaction contains all relayed messages, acknowledgements before timeouts',
    (version, file) => {
      const frame = recorded(file, tells('flow-msg-timed-out.flow-id'))
      const events = frame.data.value.TxResult.result.events
      const [answers, timeouts] = ['acknowledge_packet', 'timeout_packet'].map(type => of(type, events).length)
      const own = made(
        version,
        ...Array.from({ length: timeouts ?? 0 }, (): Event => ({ kind: 'timedOut', flow: agentsFlow, packet })),
        ...Array.from({ length: answers ?? 0 }, (): Event => ({ ...answered, flow: agentsFlow })),
      )
      expect(types(own.data.value.TxResult.result.events)).toEqual(types(events))
      expect(shape(own.data)).toEqual(shape(frame.data))
    },
  )

  test('an acknowledgement that arrives too late produces no flow event', () => {
    expect(made('v1', { ...answered, flow: agentsFlow, written: false }).events).not.toHaveProperty([
      'flow-msg-response.flow-id',
    ])
  })

  test('creates one transaction per flow and one for the relayer, after their block and sorted by height', () => {
    const local = flow()
    const at = (height: number, ...events: Event[]) => events.map((event): ChainEvent => ({ ...event, height }))
    const executed: Event = { kind: 'executed', flow: local, entry: historyEntry(), packet: null }
    const frames = framesOf(
      [
        ...at(7, { ...answered, flow: local }, { kind: 'created', flow: local }),
        ...at(7, { kind: 'timedOut', flow: local, packet }),
        ...at(8, executed),
        ...at(7, executed, { ...answered, flow: local }),
        ...at(6, { kind: 'updated', flow: local }),
      ],
      context('v1'),
    )
    const told = frames.map(({ height, attributes }) => [
      height,
      Object.keys(attributes).filter(name => /^flow-(?!fee).*flow-id$/.test(name)),
    ])
    expect(told).toEqual([
      [6, ['flow-updated.flow-id']],
      [7, ['flow-triggered.flow-id']],
      [7, ['flow-created.flow-id']],
      [7, ['flow-msg-response.flow-id', 'flow-msg-timed-out.flow-id']],
      [8, ['flow-triggered.flow-id']],
    ])
    expect(JSON.parse(frames[1]?.data() ?? '').value.num_txs).toBe('2')
    expect(JSON.parse(frames[2]?.data() ?? '').value.TxResult).not.toHaveProperty('index')
    expect(JSON.parse(frames[3]?.data() ?? '').value.TxResult.index).toBe(1)
  })
})

test('before 0.9.3, only executions emit an event, and its name is `flow`', () => {
  const early = { ...context('v1beta1'), release: findRelease({ release: '0.9.2' }) }
  const own = flow()
  const frames = framesOf(
    [
      { kind: 'executed', height: 1, flow: own, entry: historyEntry(), packet: null },
      { kind: 'created', height: 1, flow: own },
      { kind: 'acknowledged', height: 2, flow: own, packet, written: true },
      { kind: 'timedOut', height: 2, flow: own, packet },
    ],
    early,
  )
  expect(frames.map(({ attributes }) => Object.keys(attributes).filter(name => name.startsWith('flow')))).toEqual([
    ['flow.flow-id', 'flow.owner', 'flow.mode'],
  ])
})

function errorIn(told: Record<string, string[]>): { error: string } {
  return { error: told['flow-error.error']?.[0] ?? '' }
}

function feeOf(events: readonly AbciEvent[]): string {
  const paid = of('transfer', events).slice(-2)
  return String(paid.reduce((sum, { attributes }) => sum + Number.parseInt(attributes[2]?.value ?? '', 10), 0))
}
