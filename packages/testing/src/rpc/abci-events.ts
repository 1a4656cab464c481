import type { Packet } from '../chain/packets.js'
import type { Flow, Params, TrustlessAgent } from '../chain/state.js'
import type { Release } from '../releases.js'

export interface AbciEvent {
  type: string
  attributes: { key: string; value: string; index: boolean }[]
}

export type Attribute = readonly [key: string, value: string]

export type EventParts = readonly [type: string, ...attributes: Attribute[]]

export interface FrameContext {
  params: Params
  trustlessAgents: readonly TrustlessAgent[]
  release: Release
}

export function abciEvent([type, ...attributes]: EventParts, ...where: readonly Attribute[]): AbciEvent {
  return { type, attributes: [...attributes, ...where].map(([key, value]) => ({ key, value, index: true })) }
}

export function flowEvent(type: string, { id, owner }: Flow): EventParts {
  return [type, ['flow-id', id], ['owner', owner]]
}

export function transferEvents(from: string, to: string, amount: string): EventParts[] {
  return [
    ['coin_spent', ['spender', from], ['amount', amount]],
    ['coin_received', ['receiver', to], ['amount', amount]],
    ['transfer', ['recipient', to], ['sender', from], ['amount', amount]],
    ['message', ['sender', from]],
  ]
}

export function packetAttributes(packet: Packet, connection: string): Attribute[] {
  return [
    ...commonAttributes(packet),
    ['packet_channel_ordering', 'ORDER_UNORDERED'],
    ['packet_connection', connection],
    ['connection_id', connection],
  ]
}

export function timedOutAttributes(packet: Packet, connection: string): Attribute[] {
  return [...commonAttributes(packet), ['connection_id', connection], ['packet_channel_ordering', 'ORDER_UNORDERED']]
}

function commonAttributes({ sequence, port, timeout }: Packet): Attribute[] {
  return [
    ['packet_timeout_height', '0-0'],
    ['packet_timeout_timestamp', String(timeout)],
    ['packet_sequence', sequence],
    ['packet_src_port', port],
    ['packet_src_channel', 'channel-2'],
    ['packet_dst_port', 'icahost'],
    ['packet_dst_channel', 'channel-2'],
  ]
}

export function agentOf({ trustlessAgent }: Flow, agents: readonly TrustlessAgent[]): TrustlessAgent | undefined {
  return agents.find(({ agentAddress }) => agentAddress === trustlessAgent?.agentAddress)
}

export function connectionOf(flow: Flow, agents: readonly TrustlessAgent[]): string {
  const agent = agentOf(flow, agents)?.icaConfig?.connectionId
  return agent || flow.trustlessAgent?.connectionId || flow.selfHostedIca?.connectionId || 'connection-0'
}
