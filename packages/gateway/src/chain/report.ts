import { type FlowClient, isFlowQueryError } from '@flow-query/core'
import { type Body, isRecord } from '@flow-query/core/parts/decode'
import { parseHeight, type ReportedBlock } from '@flow-query/core/parts/events'
import { getWithRetry } from '@flow-query/core/parts/request'

const longestCheck = 3_000

type Settings = FlowClient['settings']

export interface ChainReport {
  readonly chainId: string | undefined
  readonly block: ReportedBlock | undefined
}

export async function readChainReport(settings: Settings, lcd: string): Promise<ChainReport> {
  const [info, status] = await Promise.all([
    readIfAllowed(settings, `${lcd}/cosmos/base/tendermint/v1beta1/node_info`),
    readIfAllowed(settings, `${lcd}/cosmos/base/node/v1beta1/status`),
  ])
  const { height, timestamp } = fieldsOf(status)
  return reportOf(fieldsOf(info).default_node_info, height, timestamp)
}

export function reportOfRpc(nodeStatus: unknown): ChainReport {
  const { node_info, sync_info } = fieldsOf(nodeStatus)
  const { latest_block_height, latest_block_time } = fieldsOf(sync_info)
  return reportOf(node_info, latest_block_height, latest_block_time)
}

function reportOf(nodeInfo: unknown, blockHeight: unknown, blockTime: unknown): ChainReport {
  const { network } = fieldsOf(nodeInfo)
  // Nodes return heights as strings.
  const height = typeof blockHeight === 'string' ? parseHeight(blockHeight) : undefined
  return {
    chainId: typeof network === 'string' && network !== '' ? network : undefined,
    block: height === undefined ? undefined : { height, time: Date.parse(String(blockTime)) },
  }
}

async function readIfAllowed(settings: Settings, url: string): Promise<unknown> {
  const quick = { ...settings, timeout: Math.min(settings.timeout, longestCheck), retries: 0 }
  try {
    const { json } = await getWithRetry(url, quick, { query: 'chainTime', height: undefined, signal: undefined })
    return json
  } catch (error) {
    if (isFlowQueryError(error) && !error.retryable) return undefined
    throw error
  }
}

function fieldsOf(value: unknown): Body {
  return isRecord(value) ? value : {}
}
