import type { ChainEvent } from '../chain/chain-events.js'
import { burntBy } from '../chain/history-entry.js'
import { isInterchain } from '../chain/packets.js'
import type { AnyMessage, Coin, Flow, HistoryEntry } from '../chain/state.js'
import { hex, toBase64 } from '../go/bytes.js'
import { toJson } from '../json.js'
import { platform } from '../platform.js'
import {
  type AbciEvent,
  abciEvent,
  agentOf,
  connectionOf,
  type EventParts,
  type FrameContext,
  flowEvent,
  packetAttributes,
  transferEvents,
} from './abci-events.js'
import { allocModule, communityPool, everyBlock } from './every-block.js'

export type Executed = Extract<ChainEvent, { kind: 'executed' }>

export function blockEvents(executed: readonly Executed[], context: FrameContext): AbciEvent[] {
  const { begin, end } = everyBlock[context.release.version]
  const flows = executed.flatMap(event => executionEvents(event, context))
  return [
    ...[...begin, ...flows].map(event => abciEvent(event, ['mode', 'BeginBlock'])),
    ...end.map(event => abciEvent(event, ['mode', 'EndBlock'])),
  ]
}

function executionEvents(event: Executed, context: FrameContext): EventParts[] {
  const { flow, entry } = event
  const triggered = flowEvent(context.release.flowEvents ? 'flow-triggered' : 'flow', flow)
  return [...actionEvents(event, context), ...feeEvents(flow, entry, context), triggered]
}

function actionEvents({ flow, entry, packet }: Executed, { trustlessAgents }: FrameContext): EventParts[] {
  if (!packet) return entry.executed && !isInterchain(flow) ? flow.msgs.flatMap(bankSend) : []
  const data = JSON.stringify({
    data: toBase64(encoder.encode(toJson(flow.msgs))),
    memo: '',
    type: 'TYPE_EXECUTE_TX',
  })
  const sent = packetAttributes(packet, connectionOf(flow, trustlessAgents))
  const feeConfig = agentOf(flow, trustlessAgents)?.feeConfig
  const fee = feeConfig?.feeCoinsSupported.find(({ denom }) => denom === flow.trustlessAgent?.feeLimit[0]?.denom)
  return [
    ...(feeConfig && fee ? transferEvents(flow.owner, feeConfig.feeAdmin, printCoin(fee)) : []),
    ['send_packet', ['packet_data', data], ['packet_data_hex', hex(encoder.encode(data))], ...sent],
    ['message', ['module', 'ibc_channel']],
  ]
}

function feeEvents(flow: Flow, entry: HistoryEntry, { params, release }: FrameContext): EventParts[] {
  const [fee] = entry.execFee
  if (!fee) return []
  const burnt = burntBy(flow, entry, params.burnFeePerMsg)
  const burn = `${burnt}${fee.denom}`
  return [
    ...transferEvents(flow.owner, allocModule, burn),
    ['coin_spent', ['spender', allocModule], ['amount', burn]],
    ['burn', ['burner', allocModule], ['amount', burn]],
    ...(release.totalBurnt ? [burnEvent(flow, burnt)] : []),
    ...transferEvents(flow.owner, communityPool, `${BigInt(fee.amount) - burnt}${fee.denom}`),
  ]
}

function burnEvent({ id }: Flow, amount: bigint): EventParts {
  return ['flow-fee-burn', ['flow-id', id], ['burn-amount', String(amount)]]
}

function bankSend({ '@type': type, from_address, to_address, amount }: AnyMessage): EventParts[] {
  if (type !== '/cosmos.bank.v1beta1.MsgSend' || !Array.isArray(amount)) return []
  return transferEvents(String(from_address), String(to_address), amount.map(printCoin).join(','))
}

function printCoin({ amount, denom }: Coin): string {
  return `${amount}${denom}`
}

const encoder = new platform.TextEncoder()
