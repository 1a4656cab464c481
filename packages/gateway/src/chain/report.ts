import { type FlowClient, isFlowQueryError } from '@flow-query/core'
import { parseHeight } from '@flow-query/core/parts/events'
import { getWithRetry } from '@flow-query/core/parts/request'
import type { Block, ChainReport } from './guard.js'

const longestCheck = 3_000

type Settings = FlowClient['settings']

export async function readChainReport(settings: Settings, lcd: string): Promise<ChainReport> {
  const [info, status] = await Promise.all([
    readIfAllowed(settings, `${lcd}/cosmos/base/tendermint/v1beta1/node_info`),
    readIfAllowed(settings, `${lcd}/cosmos/base/node/v1beta1/status`),
  ])
  const { height, timestamp } = fieldsOf(status)
  return {
    chainId: textOf(fieldsOf(fieldsOf(info).default_node_info).network),
    block: blockOf(height, timestamp),
  }
}

export function reportOfRpc(nodeStatus: unknown): ChainReport {
  return {
    chainId: textOf(fieldsOf(fieldsOf(nodeStatus).node_info).network),
    block: newestBlock(nodeStatus),
  }
}

export function newestBlock(nodeStatus: unknown): Block | undefined {
  const { latest_block_height, latest_block_time } = fieldsOf(fieldsOf(nodeStatus).sync_info)
  return blockOf(latest_block_height, latest_block_time)
}

function blockOf(reportedHeight: unknown, time: unknown): Block | undefined {
  const height = parseHeight(textOf(reportedHeight))
  return height === undefined ? undefined : { height, time: Date.parse(String(time)) }
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

function fieldsOf(value: unknown): { readonly [field: string]: unknown } {
  return typeof value === 'object' && value !== null ? (value as { [field: string]: unknown }) : {}
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
