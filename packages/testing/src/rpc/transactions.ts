import { address } from '../chain/address.js'
import type { ChainEvent } from '../chain/chain-events.js'
import { chance } from '../chain/random.js'
import { hex, toBase64 } from '../go/bytes.js'
import {
  type AbciEvent,
  abciEvent,
  connectionOf,
  type EventParts,
  type FrameContext,
  flowEvent,
  packetAttributes,
  timedOutAttributes,
} from './abci-events.js'

/** A transaction in a block. Its bytes and the data of its result are missing, because clients read only its events. */
export interface Transaction {
  hash: string
  gasWanted: number
  gasUsed: number
  events: AbciEvent[]
}

export type ByOwner = Extract<ChainEvent, { kind: 'created' | 'updated' }>
export type ByRelayer = Extract<ChainEvent, { kind: 'acknowledged' | 'timedOut' }>

const relayer = address('relayer')
const updateClientType = '/ibc.core.client.v1.MsgUpdateClient'

export function ownersTransaction({ kind, flow, height }: ByOwner, { release }: FrameContext): Transaction {
  const action = kind === 'created' ? 'MsgSubmitFlow' : 'MsgUpdateFlow'
  const type = `/intento.intent.${release.version}.${action}`
  return transaction(flow.owner, [height, Number(flow.id)], {
    gas: { wanted: 2_000_000, used: 77_077 },
    events: [
      abciEvent(['message', ['action', type], ['sender', flow.owner], ['module', 'intent']], ['msg_index', '0']),
      abciEvent(flowEvent(`flow-${kind}`, flow), ['msg_index', '0']),
    ],
  })
}

export function relayersTransaction(events: readonly ByRelayer[], height: number, context: FrameContext): Transaction {
  const abciEvents = clientUpdate(height).map(event => abciEvent(event, ['msg_index', '0']))
  for (const [position, event] of events.entries()) {
    const type = `/ibc.core.channel.v1.${event.kind === 'timedOut' ? 'MsgTimeout' : 'MsgAcknowledgement'}`
    const index = String(position + 1)
    const parts: EventParts[] = [
      ['message', ['action', type], ['sender', relayer]],
      channelEvent(event, context),
      ['message', ['module', 'ibc_channel']],
      ...outcomeEvents(event, context),
    ]
    abciEvents.push(...parts.map(part => abciEvent(part, ['msg_index', index])))
  }
  const used = 30_000 + 100_000 * events.length
  return transaction(relayer, [height], { gas: { wanted: Math.round(used * 1.5), used }, events: abciEvents })
}

function clientUpdate(height: number): EventParts[] {
  const consensusHeight = `1-${Math.max(1, height - 4_500)}`
  return [
    ['message', ['action', updateClientType], ['sender', relayer]],
    [
      'update_client',
      ['client_id', '07-tendermint-0'],
      ['client_type', '07-tendermint'],
      ['consensus_height', consensusHeight],
      ['consensus_heights', consensusHeight],
      ['header', ''],
    ],
    ['message', ['module', 'ibc_client']],
  ]
}

function channelEvent({ kind, flow, packet }: ByRelayer, { trustlessAgents }: FrameContext): EventParts {
  const connection = connectionOf(flow, trustlessAgents)
  return kind === 'timedOut'
    ? ['timeout_packet', ...timedOutAttributes(packet, connection)]
    : ['acknowledge_packet', ...packetAttributes(packet, connection)]
}

/**
 * After a successful acknowledgement, there are no events if the release emits none, or if the acknowledgement arrived too late for
 * the history.
 */
function outcomeEvents(event: ByRelayer, { release }: FrameContext): EventParts[] {
  const { flow } = event
  if (event.kind === 'timedOut') return [flowEvent('flow-msg-timed-out', flow)]
  if (event.error !== undefined) return [[...flowEvent('flow-error', flow), ['error', event.error]]]
  return release.answerEvents && event.written ? [flowEvent('flow-msg-response', flow)] : []
}

interface Content {
  gas: { wanted: number; used: number }
  events: readonly AbciEvent[]
}

function transaction(signer: string, seeds: readonly number[], { gas, events }: Content): Transaction {
  return {
    hash: hex(randomBytes(32, ...seeds, 3)).toUpperCase(),
    gasWanted: gas.wanted,
    gasUsed: gas.used,
    events: [
      abciEvent(['tx', ['fee', ''], ['fee_payer', signer]]),
      abciEvent(['tx', ['acc_seq', `${signer}/${Math.floor(1_000 * chance(...seeds))}`]]),
      abciEvent(['tx', ['signature', toBase64(randomBytes(64, ...seeds, 1))]]),
      ...events,
    ],
  }
}

function randomBytes(length: number, ...seeds: readonly number[]): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => Math.floor(256 * chance(...seeds, index)))
}
