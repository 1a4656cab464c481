import type { Lcd } from '@flow-query/testing'
import { createFlowClient, type Flow, scanFlows } from '../src/index.js'

/** The fields of a snapshot's first line that a test can change. */
interface Header {
  format: number
  chainId: string
  height: number
  since: number | null
  isCurrent: boolean
  total: number
  fields: string[]
}

export interface FakeGateway {
  readonly fetch: typeof fetch
  /** The parameters of each request for a collection. */
  readonly requests: string[]
  /** Replaces the response to requests for a collection. */
  respond: (lines: (string | Header)[], since: number | null) => Response | Promise<Response>
  /** The last block before which changes are missing in snapshots of all flows. */
  compressedAt: number | undefined
}

/** Creates a `fetch` for a gateway in front of an in-memory node. It knows which flows changed in which block from the node's heights. */
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
    const fields = Object.keys(selected[0] ?? {})
    const isCurrent = height === lcd.height
    const header: Header = { format: 1, chainId, height, since, isCurrent, total: selected.length, fields }
    const lines: (string | Header)[] = [header]
    for (let row = 0; row < changed.length; row += 50) {
      const block = changed.slice(row, row + 50)
      lines.push(JSON.stringify(fields.map(field => column(block.map(flow => flow[field as keyof Flow])))))
    }
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

/** Every second column lists different values and their places. */
let isTable = false
function column(values: unknown[]): unknown {
  isTable = !isTable
  if (!isTable) return values
  const texts = [...new Set(values.map(value => JSON.stringify(value)))]
  return {
    values: texts.map(text => JSON.parse(text)),
    places: values.map(value => texts.indexOf(JSON.stringify(value))),
  }
}
