import { nodeNames } from '@flow-query/core/parts/request'
import type { FastifyBaseLogger } from 'fastify'
import type { RefusedNode } from '../chain/guard.js'
import type { GatewayMetrics } from './metrics.js'

export interface RefusedNodesSettings {
  lcds: readonly string[]
  rpcs: readonly string[]
  metrics: Pick<GatewayMetrics, 'nodeRefused'>
  log: FastifyBaseLogger
}

export type RefusedNodes = ReturnType<typeof reportRefusedNodes>

export function reportRefusedNodes({ lcds, rpcs, metrics, log }: RefusedNodesSettings) {
  const names = nodeNames(lcds)
  const rpcHosts = new Set(rpcs.map(url => new URL(url).host))
  let refused: readonly RefusedNode[] = []

  const nameOf = (lcd: string) => names.get(lcd) ?? lcd
  const isRefused = (api: RefusedNode['api'], node: string) => refused.some(one => one.api === api && one.node === node)

  function measure(): void {
    for (const lcd of lcds) metrics.nodeRefused(nameOf(lcd), 'lcd', isRefused('lcd', lcd))
    for (const host of rpcHosts) metrics.nodeRefused(host, 'rpc', isRefused('rpc', host))
  }

  function problems(): string[] {
    return refused.map(({ api, node, chainId, expected }) => {
      const name = api === 'rpc' ? `the RPC ${node}` : nameOf(node)
      return `${name} is not used, because it belongs to the chain ${chainId} instead of ${expected}`
    })
  }

  measure()
  return {
    nameOf,
    isUsed: (lcd: string) => !isRefused('lcd', lcd),
    problems,
    update(next: readonly RefusedNode[]): void {
      refused = next
      measure()
      if (refused.length === 0) log.warn('all nodes belong to the same chain again')
      for (const problem of problems()) log.error(problem)
    },
  }
}
