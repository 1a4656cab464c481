import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Happening } from '../chain/chain-events.js'
import { address, type Exchange, type Flow, flow, historyEntry, params, stateFromRecording } from '../index.js'
import { blockEvents, type ChainEvent } from './abci-events.js'
import { framesOf } from './frames.js'

interface Recorded {
  result: {
    query: string
    data: { type: string; value: { height: string; events: ChainEvent[]; TxResult: TxResult } }
    events: Record<string, string[]>
  }
}
interface TxResult {
  height: string
  tx: string
  result: { data: string; events: ChainEvent[] }
}

function recording<Item>(name: string): Item[] {
  return JSON.parse(readFileSync(new URL(`../../recordings/${name}`, import.meta.url), 'utf8'))
}

/** The recorded frame that tells this of the flow. */
function recorded(folder: string, about: string): Recorded['result'] {
  const frames = recording<Partial<Recorded>>(`${folder}/events.json`)
  const found = frames.find(({ result }) => result?.events && about in result.events)?.result
  if (!found) throw new Error(`No frame in ${folder} tells ${about}.`)
  return found
}

function made(
  happening: Partial<Happening> & Pick<Happening, 'kind'>,
): Pick<Recorded['result'], 'data' | 'events'> & { length: number } {
  const [frame] = framesOf([{ height: 308, flow: flow(), ...happening }], params())
  if (!frame) throw new Error('Nothing was told.')
  const [data, events] = [frame.data(), frame.events()]
  return { data: JSON.parse(data), events: JSON.parse(events), length: data.length + events.length }
}

/** Names in their order, with the types of what they hold; of a list of events, what each type says. */
function shape(value: unknown): unknown {
  if (isEvents(value)) return Object.fromEntries(value.map(({ type, attributes }) => [type, attributes.map(shape)]))
  if (Array.isArray(value)) return value.map(shape)
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.entries(value).map(([name, field]) => [name, name === 'key' ? field : shape(field)])
}

function isEvents(value: unknown): value is ChainEvent[] {
  return Array.isArray(value) && value.some(item => typeof item === 'object' && item && 'attributes' in item)
}

const byName = (names: object) => Object.keys(names).sort()
const of = (type: string, events: readonly ChainEvent[]) => events.filter(event => event.type === type)

describe('a block', () => {
  const state = stateFromRecording(recording<Exchange>('v1/state.json'))
  const frames = recording<Partial<Recorded>>('v1/events.json').flatMap(({ result }) =>
    result?.data?.type === 'tendermint/event/NewBlockEvents' ? [result] : [],
  )

  test.each(frames.map(frame => [frame.events['flow-triggered.flow-id']?.[0] ?? '', frame] as const))(
    'an execution of flow %s is told as it was recorded, event for event',
    (id, { data }) => {
      const executed = state.flows[Number(id) - 1]
      const entry = state.history[id]?.find(({ execFee }) => execFee[0]?.amount === feeOf(data.value.events))
      if (!executed || !entry) throw new Error(`Flow ${id} is not in the state.`)
      expect(blockEvents([{ kind: 'executed', height: 1, flow: executed, entry }], state.params)).toEqual(
        data.value.events,
      )
    },
  )

  test('has the recorded form, and about its size', () => {
    const [frame] = frames
    const local = made({ kind: 'executed', entry: historyEntry() })
    expect(local.data.value.height).toBe('308')
    expect(byName(local.data.value)).toEqual(byName(frame?.data.value ?? {}))
    expect(Object.keys(local.data)).toEqual(Object.keys(frame?.data ?? {}))
    expect(byName(local.events)).toEqual(byName(frame?.events ?? {}))
    expect(local.length).toBeGreaterThan(12_000)
  })

  test('with a packet to another chain, too', () => {
    const frame = recorded('v1-interchain', 'send_packet.packet_data')
    const entry = historyEntry({
      executed: false,
      packetSequences: ['1'],
      execFee: [{ denom: 'uinto', amount: '37360' }],
    })
    const own = made({ kind: 'executed', flow: agentsFlow(), entry })
    expect(byName(own.events)).toEqual(byName(frame.events))
    expect(shape(of('send_packet', own.data.value.events))).toEqual(shape(of('send_packet', frame.data.value.events)))
    const types = (events: ChainEvent[]) => events.map(({ type }) => type)
    expect(types(own.data.value.events)).toEqual(types(frame.data.value.events))
  })

  test('tells nobody that a fee was paid where there was none', () => {
    const { events } = made({ kind: 'executed', entry: historyEntry({ execFee: [], executed: false }) })
    expect(events).not.toHaveProperty(['flow-fee-burn.flow-id'])
    expect(events).toHaveProperty(['flow-triggered.flow-id'], ['1'])
  })
})

describe('a transaction', () => {
  const packetOut = { executed: false, packetSequences: ['5'] }
  const error =
    'error handling packet on host chain: see host chain events for details, error: ABCI code: 2: error handling packet: see events for details'
  const cases: [string, string, string, Partial<Happening> & Pick<Happening, 'kind'>][] = [
    ['made', 'v1', 'flow-created', { kind: 'created' }],
    ['changed', 'v1', 'flow-updated', { kind: 'updated' }],
    [
      'answered',
      'v1-interchain',
      'flow-msg-response',
      { kind: 'answered', entry: historyEntry({ ...packetOut, executed: true }) },
    ],
    [
      'answered with an error',
      'v1-interchain',
      'flow-error',
      { kind: 'answered', entry: historyEntry({ ...packetOut, errors: [error] }) },
    ],
  ]

  test.each(cases)('%s: has the recorded form, and tells the same of the flow', (_, folder, type, happening) => {
    const frame = recorded(folder, `${type}.flow-id`)
    const id = frame.events[`${type}.flow-id`]?.[0] ?? ''
    const owner = frame.events[`${type}.owner`]?.[0] ?? ''
    const own = made({ ...happening, flow: { ...agentsFlow(), id, owner } })
    expect(shape(own.data)).toEqual(shape(frame.data))
    expect(shape(of(type, own.data.value.TxResult.result.events))).toEqual(
      shape(of(type, frame.data.value.TxResult.result.events)),
    )
    expect(of(type, own.data.value.TxResult.result.events)).toEqual(of(type, frame.data.value.TxResult.result.events))
    expect(byName(own.events)).toEqual(byName(frame.events))
    for (const name of ['tx.hash', 'tx.signature', 'acknowledge_packet.packet_timeout_timestamp'])
      expect(own.events[name]?.[0]?.length, name).toBe(frame.events[name]?.[0]?.length)
    expect(own.length / JSON.stringify(frame).length).toBeCloseTo(1, 0)
    expect(own.events['tx.height']).toEqual(['308'])
    expect(own.data.value.TxResult.result.data).toBe(frame.data.value.TxResult.result.data)
  })

  test('one for each flow, one for all answers, one for all timeouts, in the order of their block', () => {
    const entry = historyEntry({ packetSequences: ['1'] })
    const late = { ...entry, timedOut: true }
    const kinds: Happening[] = [
      { kind: 'answered', height: 7, flow: flow(), entry },
      { kind: 'created', height: 7, flow: flow() },
      { kind: 'timedOut', height: 7, flow: flow(), entry: late },
      { kind: 'executed', height: 8, flow: flow(), entry },
      { kind: 'executed', height: 7, flow: flow(), entry },
      { kind: 'answered', height: 7, flow: flow(), entry },
      { kind: 'updated', height: 6, flow: flow() },
    ]
    const frames = framesOf(kinds, params())
    const told = frames.map(({ height, attributes }) => [
      height,
      Object.keys(attributes).find(name => /^flow-(?!fee).*flow-id$/.test(name)),
    ])
    expect(told).toEqual([
      [6, 'flow-updated.flow-id'],
      [7, 'flow-triggered.flow-id'],
      [7, 'flow-created.flow-id'],
      [7, 'flow-msg-response.flow-id'],
      [7, 'flow-msg-timed-out.flow-id'],
      [8, 'flow-triggered.flow-id'],
    ])
    expect(JSON.parse(frames[1]?.data() ?? '').value.num_txs).toBe('3')
    expect(JSON.parse(frames[2]?.data() ?? '').value.TxResult).not.toHaveProperty('index')
    expect(JSON.parse(frames[4]?.data() ?? '').value.TxResult.index).toBe(2)
  })
})

/** The recorded interchain flow: an agent's, for a fee. */
function agentsFlow(): Flow {
  const agentAddress = address('agent', 'into', 32)
  return flow({ trustlessAgent: { agentAddress, feeLimit: [{ denom: 'uinto', amount: '25' }], connectionId: '' } })
}

function feeOf(events: readonly ChainEvent[]): string {
  const paid = of('transfer', events).slice(-2)
  return String(paid.reduce((sum, { attributes }) => sum + Number.parseInt(attributes[2]?.value ?? '', 10), 0))
}
