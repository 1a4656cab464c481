import type { Flow } from '@flow-query/core'
import { type ScanOptions, scanFlows, scanFlowsForOwner } from '@flow-query/core/scan'
import type { Output } from '../terminal/output.js'
import { withProgress } from '../terminal/progress.js'
import type { Access } from './client.js'

export function scanChain({ client, height, options }: Access, owner: string | undefined) {
  return (onProgress: ScanOptions['onProgress']): AsyncIterable<Flow> =>
    owner === undefined
      ? scanFlows(client, { height, ...options, onProgress })
      : scanFlowsForOwner(client, { owner, height, ...options, onProgress })
}

export function readChain(output: Output, access: Access, owner: string | undefined): Promise<Flow[]> {
  return withProgress(output, 'flows', async progress => {
    const flows: Flow[] = []
    for await (const flow of scanChain(access, owner)(progress.update)) flows.push(flow)
    return flows
  })
}
