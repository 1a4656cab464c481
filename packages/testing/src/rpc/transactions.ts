import { address } from '../builders.js'
import type { Happening } from '../chain/chain-events.js'
import { chance } from '../chain/random.js'
import type { Flow, HistoryEntry } from '../chain/state.js'
import { hex, toBase64 } from '../go/bytes.js'
import { type ChainEvent, type Draft, made, messageEvent, ofFlow, packet } from './abci-events.js'

/**
 * A transaction that a block holds. Its messages are named in its bytes, and who signed it; everything else in them, as
 * its hash and its signature, is made up and has the length of real ones.
 */
export interface Transaction {
  bytes: Uint8Array
  hash: string
  data: Uint8Array
  gasWanted: number
  gasUsed: number
  events: ChainEvent[]
}

const RELAYER = address('relayer')
const NOTHING = new Uint8Array()
/** `result: RESPONSE_RESULT_TYPE_SUCCESS` in protobuf. */
const SUCCESS = Uint8Array.of(8, 2)
const UPDATE_CLIENT = '/ibc.core.client.v1.MsgUpdateClient'

/** A flow is made or changed by its owner in a transaction of its own. */
export function ownersTransaction({ kind, flow, height }: Happening): Transaction {
  const action = kind === 'created' ? 'MsgSubmitFlow' : 'MsgUpdateFlow'
  const type = `/intento.intent.v1.${action}`
  const message: Draft = ['message', ['action', type], ['sender', flow.owner], ['module', 'intent']]
  return transaction(flow.owner, [height, Number(flow.id)], {
    messages: [
      { type, content: join(field(1, flow.owner), field(2, flow.label), field(3, JSON.stringify(flow.msgs))) },
    ],
    gas: [2_000_000, 77_077],
    events: [messageEvent(message, 0), messageEvent(ofFlow(`flow-${kind}`, flow), 0)],
  })
}

/** What a relayer brings from the other chain at once: acknowledgements of packets, or the proof that they timed out. */
export function relayersTransaction(happenings: readonly Happening[], height: number): Transaction {
  const random = (length: number) => noise(length, height, happenings.length)
  const messages: Message[] = [{ type: UPDATE_CLIENT, content: random(1_000) }]
  const header = hex(random(908))
  const at = `1-${height - 4_500 > 0 ? height - 4_500 : 1}`
  const events = [
    messageEvent(['message', ['action', UPDATE_CLIENT], ['sender', RELAYER]], 0),
    messageEvent(
      [
        'update_client',
        ['client_id', '07-tendermint-0'],
        ['client_type', '07-tendermint'],
        ['consensus_height', at],
        ['consensus_heights', at],
        ['header', header],
      ],
      0,
    ),
    messageEvent(['message', ['module', 'ibc_client']], 0),
  ]
  for (const { kind, flow, entry } of happenings) {
    if (!entry) continue
    const index = messages.length
    const type = `/ibc.core.channel.v1.${kind === 'timedOut' ? 'MsgTimeout' : 'MsgAcknowledgement'}`
    messages.push({ type, content: random(1_330), response: SUCCESS })
    const drafts: Draft[] = [
      ['message', ['action', type], ['sender', RELAYER]],
      [kind === 'timedOut' ? 'timeout_packet' : 'acknowledge_packet', ...packet(flow, entry)],
      ['message', ['module', 'ibc_channel']],
      outcome(kind, flow, entry),
    ]
    events.push(...drafts.map(draft => messageEvent(draft, index)))
  }
  const gas = 30_000 + 100_000 * (messages.length - 1)
  return transaction(RELAYER, [height], { messages, gas: [Math.round(gas * 1.5), gas], events })
}

function outcome(kind: Happening['kind'], flow: Flow, { errors }: HistoryEntry): Draft {
  if (kind === 'timedOut') return ofFlow('flow-msg-timed-out', flow)
  const [error] = errors
  return error === undefined ? ofFlow('flow-msg-response', flow) : [...ofFlow('flow-error', flow), ['error', error]]
}

interface Message {
  type: string
  content: Uint8Array
  response?: Uint8Array
}

interface Content {
  messages: readonly Message[]
  gas: readonly [wanted: number, used: number]
  events: readonly ChainEvent[]
}

function transaction(signer: string, seeds: readonly number[], { messages, gas, events }: Content): Transaction {
  const signature = noise(64, ...seeds, 1)
  const body = join(...messages.map(({ type, content }) => field(1, join(field(1, type), field(2, content)))))
  const [gasWanted, gasUsed] = gas
  return {
    bytes: join(field(1, body), field(2, join(field(1, signer), noise(45, ...seeds, 2))), field(3, signature)),
    hash: hex(noise(32, ...seeds, 3)).toUpperCase(),
    data: join(
      ...messages.map(({ type, response }) =>
        field(2, join(field(1, `${type}Response`), response ? field(2, response) : NOTHING)),
      ),
    ),
    gasWanted,
    gasUsed,
    events: [
      made('tx', [
        ['fee', ''],
        ['fee_payer', signer],
      ]),
      made('tx', [['acc_seq', `${signer}/${Math.floor(1_000 * chance(...seeds))}`]]),
      made('tx', [['signature', toBase64(signature)]]),
      ...events,
    ],
  }
}

/** A field of a protobuf message that has a length: text, bytes or another message. */
function field(number: number, content: string | Uint8Array): Uint8Array {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const head = [(number << 3) | 2]
  let length = bytes.length
  for (; length > 127; length >>>= 7) head.push((length & 127) | 128)
  return join(Uint8Array.from([...head, length]), bytes)
}

function join(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function noise(length: number, ...seeds: readonly number[]): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => Math.floor(256 * chance(...seeds, index)))
}
