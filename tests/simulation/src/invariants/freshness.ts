import { type Chain, firstHeight } from '../chain.js'
import type { SimulatedGateway } from '../gateways.js'
import type { Network } from '../network.js'

/**
 * Checks that a gateway answers no request with data from before an event that it sent to any client before the request.
 * Returns the list that it adds problems to.
 */
export function watchFreshness(gateways: readonly SimulatedGateway[], network: Network, chain: Chain): string[] {
  const problems: string[] = []
  const names = new Set(gateways.map(({ host }) => host.name))
  /** The newest announced block of each flow and when it was announced, by gateway. */
  const announced = new Map<string, Map<string, { height: number; at: number }[]>>()

  function heightBefore(host: string, id: string, time: number): number | undefined {
    return announced
      .get(host)
      ?.get(id)
      ?.findLast(({ at }) => at < time)?.height
  }

  network.observe({
    onMessage(_, host, text) {
      if (!names.has(host)) return
      for (const { id, height } of eventsIn(text)) {
        const ofHost = announced.get(host) ?? new Map<string, { height: number; at: number }[]>()
        announced.set(host, ofHost)
        ofHost.set(id, [...(ofHost.get(id) ?? []), { height, at: Date.now() }])
      }
    },
    onResponse({ client, host, url, startedAt, answer: { status, headers, body } }) {
      const isChecked = names.has(host) && status === 200 && !('x-flow-query-stale' in headers)
      if (!isChecked || !/\/flows?\//.test(`${url.pathname}/`)) return
      const { flow, flows = [flow] } = JSON.parse(body)
      for (const row of flows) {
        const height = heightBefore(host, row.id, startedAt)
        if (height === undefined || !isOlder(chain, row, height)) continue
        problems.push(`${host} answered ${client} with flow ${row.id} from before its event of block ${height}: ${url}`)
      }
    },
  })
  return problems
}

const collectionPath = '/flow-query/collection'

export type StaleUrls = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Records the URLs whose newest answer may be stale although the client can't know it, by client. Either the gateway has marked it as
 * stale, or the gateway doesn't know yet that it misses events, and another one sends the client its events.
 */
export function watchStaleAnswers(network: Network): StaleUrls {
  const stale = new Map<string, Set<string>>()
  network.observe({
    onResponse({ client, host, url, answer: { headers } }) {
      const isMissingEvents = network.hasDeadSocket(host) && !network.isConnected(client, host)
      const urls = stale.get(client) ?? new Set()
      stale.set(client, urls)
      const newest = withoutVersion(url)
      if (isMissingEvents || 'x-flow-query-stale' in headers) urls.add(newest)
      else urls.delete(newest)
    },
  })
  return stale
}

/** Returns whether the newest collection of all flows that a client has read may be stale although the client can't know it. */
export function hasStaleCollection(client: string, stale: StaleUrls): boolean {
  return stale.get(client)?.has(collectionPath) ?? false
}

/** Returns whether the newest response with a flow or with its runs may be stale although the client can't know it. */
export function hasStaleFlow(client: string, id: string, stale: StaleUrls): boolean {
  const ofFlow = new RegExp(`/(flow|flow-history)/${id}(\\?|$)`)
  return [...(stale.get(client) ?? [])].some(url => ofFlow.test(url))
}

/** After a response with the changes since a block, a client has a new collection, like after a response with all flows. */
function withoutVersion({ pathname, search }: URL): string {
  const parameters = new URLSearchParams(search)
  if (pathname === collectionPath) for (const name of ['since', 'chain']) parameters.delete(name)
  return parameters.size === 0 ? pathname : `${pathname}?${parameters}`
}

/** Returns whether the row is from before the block. A damaged row is from no block. */
function isOlder({ lcd, rowAt }: Chain, row: { id: string }, height: number): boolean {
  const text = JSON.stringify(row)
  for (let at = lcd.height; at >= height; at--) if (rowAt(row.id, at) === text) return false
  for (let at = height - 1; at >= firstHeight; at--) if (rowAt(row.id, at) === text) return true
  return false
}

/** Returns the flows that a message of a server announces, with the block of the event. */
export function* eventsIn(text: string): Generator<{ id: string; height: number }> {
  const { result } = JSON.parse(text)
  const height = Number(result?.data?.value?.TxResult?.height ?? result?.data?.value?.height)
  if (!height) return
  for (const [name, ids] of Object.entries<string[]>(result.events ?? {}))
    if (name.endsWith('.flow-id')) for (const id of ids) yield { id, height }
}
