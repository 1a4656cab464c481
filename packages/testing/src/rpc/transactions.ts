import { address } from '../builders.js'
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
import { concat, field } from './protobuf.js'

/**
 * A transaction in a block. Its bytes contain real message types and the signer. The other bytes, the hash and the
 * signature are random, with the length of real ones.
 */
export interface Transaction {
  bytes: Uint8Array
  hash: string
  data: Uint8Array
  gasWanted: number
  gasUsed: number
  events: AbciEvent[]
}

export type ByOwner = Extract<ChainEvent, { kind: 'created' | 'updated' }>
export type ByRelayer = Extract<ChainEvent, { kind: 'acknowledged' | 'timedOut' }>

const relayer = address('relayer')
/** `result: RESPONSE_RESULT_TYPE_SUCCESS` as protobuf bytes. */
const successResult = Uint8Array.of(8, 2)
const updateClientType = '/ibc.core.client.v1.MsgUpdateClient'

/** Returns the transaction in which an owner creates or updates a flow. */
export function ownersTransaction({ kind, flow, height }: ByOwner, { release }: FrameContext): Transaction {
  const action = kind === 'created' ? 'MsgSubmitFlow' : 'MsgUpdateFlow'
  const type = `/intento.intent.${release.version}.${action}`
  const content = concat(field(1, flow.owner), field(2, flow.label), field(3, JSON.stringify(flow.msgs)))
  return transaction(flow.owner, [height, Number(flow.id)], {
    messages: [{ type, content }],
    gas: { wanted: 2_000_000, used: 77_077 },
    events: [
      abciEvent(['message', ['action', type], ['sender', flow.owner], ['module', 'intent']], ['msg_index', '0']),
      abciEvent(flowEvent(`flow-${kind}`, flow), ['msg_index', '0']),
    ],
  })
}

/** Returns the transaction in which a relayer delivers acknowledgements and timeouts from the other chain. */
export function relayersTransaction(events: readonly ByRelayer[], height: number, context: FrameContext): Transaction {
  const random = (length: number) => noise(length, height, events.length)
  const messages: Message[] = [{ type: updateClientType, content: random(1_000) }]
  const abciEvents = clientUpdate(height, random(908)).map(event => abciEvent(event, ['msg_index', '0']))
  for (const event of events) {
    const type = `/ibc.core.channel.v1.${event.kind === 'timedOut' ? 'MsgTimeout' : 'MsgAcknowledgement'}`
    const index = String(messages.push({ type, content: random(1_330), response: successResult }) - 1)
    const parts: EventParts[] = [
      ['message', ['action', type], ['sender', relayer]],
      channelEvent(event, context),
      ['message', ['module', 'ibc_channel']],
      ...outcomeEvents(event, context),
    ]
    abciEvents.push(...parts.map(part => abciEvent(part, ['msg_index', index])))
  }
  const used = 30_000 + 100_000 * events.length
  return transaction(relayer, [height], { messages, gas: { wanted: Math.round(used * 1.5), used }, events: abciEvents })
}

function clientUpdate(height: number, header: Uint8Array): EventParts[] {
  const consensusHeight = `1-${Math.max(1, height - 4_500)}`
  return [
    ['message', ['action', updateClientType], ['sender', relayer]],
    [
      'update_client',
      ['client_id', '07-tendermint-0'],
      ['client_type', '07-tendermint'],
      ['consensus_height', consensusHeight],
      ['consensus_heights', consensusHeight],
      ['header', hex(header)],
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
 * Returns the flow events of a relayed message. A successful acknowledgement has none if the release does not emit them or if it
 * arrived too late to be recorded in the history.
 */
function outcomeEvents(event: ByRelayer, { release }: FrameContext): EventParts[] {
  const { flow } = event
  if (event.kind === 'timedOut') return [flowEvent('flow-msg-timed-out', flow)]
  if (event.error !== undefined) return [[...flowEvent('flow-error', flow), ['error', event.error]]]
  return release.answerEvents && event.written ? [flowEvent('flow-msg-response', flow)] : []
}

interface Message {
  type: string
  content: Uint8Array
  response?: Uint8Array
}

interface Content {
  messages: readonly Message[]
  gas: { wanted: number; used: number }
  events: readonly AbciEvent[]
}

function transaction(signer: string, seeds: readonly number[], { messages, gas, events }: Content): Transaction {
  const signature = noise(64, ...seeds, 1)
  const body = concat(...messages.map(({ type, content }) => field(1, concat(field(1, type), field(2, content)))))
  return {
    bytes: concat(field(1, body), field(2, concat(field(1, signer), noise(45, ...seeds, 2))), field(3, signature)),
    hash: hex(noise(32, ...seeds, 3)).toUpperCase(),
    data: concat(...messages.map(responseData)),
    gasWanted: gas.wanted,
    gasUsed: gas.used,
    events: [
      abciEvent(['tx', ['fee', ''], ['fee_payer', signer]]),
      abciEvent(['tx', ['acc_seq', `${signer}/${Math.floor(1_000 * chance(...seeds))}`]]),
      abciEvent(['tx', ['signature', toBase64(signature)]]),
      ...events,
    ],
  }
}

function responseData({ type, response }: Message): Uint8Array {
  const name = field(1, `${type}Response`)
  return field(2, response ? concat(name, field(2, response)) : name)
}

function noise(length: number, ...seeds: readonly number[]): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => Math.floor(256 * chance(...seeds, index)))
}
