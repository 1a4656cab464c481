import type { Lcd } from '@flow-query/testing'
import { encodeSnapshot, type SnapshotHeader } from '../src/collection/snapshot-format.js'
import { createFlowClient, type Flow } from '../src/index.js'
import { scanFlows } from '../src/scan/index.js'

export interface FakeGateway {
  readonly fetch: typeof fetch
  /** The parameters of each request for a collection. */
  readonly requests: string[]
  /** Replaces the response to requests for a collection. */
  respond: (lines: (string | SnapshotHeader)[], since: number | null) => Response | Promise<Response>
  /** The last block before which changes are missing in snapshots of all flows. */
  compressedAt: number | undefined
}

/**
 * Creates a `fetch` for a gateway in front of an in-memory node. It finds out which flows changed in which block by reading the node at
 * different heights.
 */
export function gatewayOf(lcd: Lcd, chainId = 'intento-1'): FakeGateway {
  const direct = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, allowHeight: true })

  async function flowsAt(height: number): Promise<Map<string, Flow>> {
    const flows = new Map<string, Flow>()
    for await (const flow of scanFlows(direct, { height })) flows.set(flow.id, flow)
    return flows
  }

  async function snapshot(url: URL): Promise<Response> {
    const owner = url.searchParams.get('owner')
    const asked = url.searchParams.get('since')
    const isKnown = url.searchParams.get('chain') === chainId && Number(asked) <= lcd.height
    const since = asked !== null && isKnown ? Number(asked) : null
    const height = since === null ? (gateway.compressedAt ?? lcd.height) : lcd.height
    const before = since === null ? new Map<string, Flow>() : await flowsAt(since)
    const isSelected = (flow: Flow) => owner === null || flow.owner === owner
    const selected = [...(await flowsAt(height)).values()].filter(isSelected)
    const changed = selected.filter(flow => JSON.stringify(flow) !== JSON.stringify(before.get(flow.id)))
    const total = selected.length
    const encoded = encodeSnapshot({ chainId, height, since, isCurrent: height === lcd.height, total }, changed, 50)
    const [header = '', ...blocks] = [...encoded].map(line => line.trimEnd())
    const lines = [JSON.parse(header), ...blocks]
    return gateway.respond(lines, since)
  }

  const gateway: FakeGateway = {
    requests: [],
    compressedAt: undefined,
    respond: lines => textOf(lines),
    async fetch(input, init) {
      const url = new URL(`${input}`)
      init?.signal?.throwIfAborted()
      if (url.pathname === '/flow-query/collection') {
        gateway.requests.push(url.search)
        return snapshot(url)
      }
      const response = await lcd.fetch(input, init)
      const headers = new Headers(response.headers)
      headers.set('flow-query-gateway', '1')
      return new Response(response.body, { status: response.status, headers })
    },
  }
  return gateway
}

export function textOf(lines: (string | object)[]): Response {
  return new Response(lines.map(line => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''))
}
