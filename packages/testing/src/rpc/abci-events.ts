import type { Happening } from '../chain/chain-events.js'
import { asksAnotherChain } from '../chain/conditions.js'
import { isInterchain, packetTimeout, portOf } from '../chain/execution.js'
import type { AnyMessage, Coin, Flow, HistoryEntry, Params } from '../chain/state.js'
import { timeToNs } from '../chain/time.js'
import { hex, toBase64 } from '../go/bytes.js'

/** An event as CometBFT prints it. */
export interface ChainEvent {
  type: string
  attributes: { key: string; value: string; index: boolean }[]
}

type Attribute = readonly [key: string, value: string]

const encoder = new TextEncoder()

/** Accounts of the recorded chain's modules. */
const MINT = 'into1m3h30wlvsf8llruxtpukdvsy0km2kum88nzuzj'
const FEES = 'into17xpfvakm2amg962yls6f84z3kell8c5llmxyw0'
const ALLOC = 'into19q4uhsls5d9g5jkx7qxzwm70vm8nw4arlx7vs3'
const COMMUNITY = 'into1jv65s3grqf6v6jl3dp4t6c9t9rk99cd8gapcvd'
const SUPPLEMENT = 'into1x69dz0c0emw8m2c6kp5v6c08kgjxmu30zg3p3p'
const VALIDATOR = 'intovaloper1fgjzuyfuu3xwnydqyrefycfw80kvavzj0u3364'

/** All events of a block in which flows ran: what every block brings, and then flow after flow. */
export function blockEvents(executions: readonly Happening[], params: Params): ChainEvent[] {
  const own = executions.flatMap(({ flow, entry }) => (entry ? executionEvents(flow, entry, params) : []))
  return [...everyBlock(), ...own].map(([type, ...attributes]) => made(type, [...attributes, ['mode', 'BeginBlock']]))
}

export type Draft = readonly [type: string, ...attributes: Attribute[]]

/** An event of a message in a transaction. */
export function messageEvent([type, ...attributes]: Draft, message: number): ChainEvent {
  return made(type, [...attributes, ['msg_index', String(message)]])
}

/** What tells whose flow an event is about. */
export function ofFlow(type: string, { id, owner }: Flow): [string, ...Attribute[]] {
  return [type, ['flow-id', id], ['owner', owner]]
}

/** The packet of an execution, as its channel tells it. */
export function packet(flow: Flow, entry: HistoryEntry): Attribute[] {
  const connection = flow.selfHostedIca?.connectionId || flow.trustlessAgent?.connectionId || 'connection-0'
  return [
    ['packet_timeout_height', '0-0'],
    ['packet_timeout_timestamp', String(timeToNs(entry.actualExecTime) + packetTimeout(flow))],
    ['packet_sequence', entry.packetSequences[0] ?? ''],
    ['packet_src_port', portOf(flow)],
    ['packet_src_channel', 'channel-2'],
    ['packet_dst_port', 'icahost'],
    ['packet_dst_channel', 'channel-2'],
    ['packet_channel_ordering', 'ORDER_UNORDERED'],
    ['packet_connection', connection],
    ['connection_id', connection],
  ]
}

export function made(type: string, attributes: readonly Attribute[]): ChainEvent {
  return { type, attributes: attributes.map(([key, value]) => ({ key, value, index: true })) }
}

/** Minting and its distribution, as in the recorded blocks. */
function everyBlock(): Draft[] {
  const minted = '4753310uinto'
  return [
    ['coin_received', ['receiver', MINT], ['amount', minted]],
    ['coinbase', ['minter', MINT], ['amount', minted]],
    ...transfer(MINT, FEES, minted),
    ['mint', ['annual_provisions', '150000000000000.000000000000000000'], ['amount', '4753310']],
    ...transfer(FEES, ALLOC, '316887uinto'),
    ...transfer(FEES, COMMUNITY, '4436423uinto'),
    [
      'alloc_distribution',
      ['fee_pool_amount', '6337748uinto'],
      ['incentives_amount', '316887uinto'],
      ['community_pool_amount', '4436423uinto'],
      ['dev_rewards_amount', '0uinto'],
    ],
    ...transfer(SUPPLEMENT, COMMUNITY, ''),
    ['commission', ['amount', ''], ['validator', VALIDATOR]],
    ['rewards', ['amount', ''], ['validator', VALIDATOR]],
  ]
}

function transfer(from: string, to: string, amount: string): Draft[] {
  return [
    ['coin_spent', ['spender', from], ['amount', amount]],
    ['coin_received', ['receiver', to], ['amount', amount]],
    ['transfer', ['recipient', to], ['sender', from], ['amount', amount]],
    ['message', ['sender', from]],
  ]
}

function executionEvents(flow: Flow, entry: HistoryEntry, { burnFeePerMsg }: Params): Draft[] {
  const { id, owner, msgs } = flow
  const events: Draft[] = []
  if (entry.packetSequences.length > 0) events.push(...sending(flow, entry))
  else if (entry.executed && !isInterchain(flow)) events.push(...msgs.flatMap(bankSend))
  const [fee] = entry.execFee
  if (fee) {
    const most = BigInt(asksAnotherChain(flow) && !entry.executed ? 1 : msgs.length) * BigInt(burnFeePerMsg)
    const burnt = most < BigInt(fee.amount) ? most : BigInt(fee.amount)
    const burn = `${burnt}${fee.denom}`
    events.push(
      ...transfer(owner, ALLOC, burn),
      ['coin_spent', ['spender', ALLOC], ['amount', burn]],
      ['burn', ['burner', ALLOC], ['amount', burn]],
      ['flow-fee-burn', ['flow-id', id], ['burn-amount', String(burnt)]],
      ...transfer(owner, COMMUNITY, `${BigInt(fee.amount) - burnt}${fee.denom}`),
    )
  }
  return [...events, ofFlow('flow-triggered', flow)]
}

function sending(flow: Flow, entry: HistoryEntry): Draft[] {
  const data = JSON.stringify({
    data: toBase64(encoder.encode(JSON.stringify(flow.msgs))),
    memo: '',
    type: 'TYPE_EXECUTE_TX',
  })
  const [fee] = flow.trustlessAgent?.feeLimit ?? []
  return [
    ...(fee ? transfer(flow.owner, flow.trustlessAgent?.agentAddress ?? '', printCoin(fee)) : []),
    ['send_packet', ['packet_data', data], ['packet_data_hex', hex(encoder.encode(data))], ...packet(flow, entry)],
    ['message', ['module', 'ibc_channel']],
  ]
}

function bankSend({ '@type': type, from_address, to_address, amount }: AnyMessage): Draft[] {
  if (type !== '/cosmos.bank.v1beta1.MsgSend' || !Array.isArray(amount)) return []
  return transfer(String(from_address), String(to_address), amount.map(printCoin).join(','))
}

function printCoin({ amount, denom }: Coin): string {
  return `${amount}${denom}`
}
