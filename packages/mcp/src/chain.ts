import type { Flow, FlowClient, PageArgs, RequestOptions } from '@flow-query/core'
import { followPages, scanFlows } from '@flow-query/core/scan'
import type { Place } from './cursor.js'

export interface Chain {
  client: FlowClient
  height: number | undefined
  maxFlows: number
  /** Flows that were read in the last seconds, so that the next page of an answer doesn't read them again. */
  recent: Map<string, Part>
}

export interface Part {
  flows: Flow[]
  /** The number of flows in the whole list. Null if the node doesn't count. */
  total: number | null
  /** The place of these flows, so that a later call can read the same flows again. */
  at: Place
  /** The place of older flows. Null if all of them were read. */
  next: Place | null
  readAt: number
}

const freshFor = 30_000
const maximumParts = 4

/** A low limit, to leave capacity for other users of the node. */
export const concurrency = 8

export async function readFlows(
  chain: Chain,
  owner: string | undefined,
  { to, key, total }: Place,
  options: RequestOptions,
  most = chain.maxFlows,
): Promise<Part> {
  const name = JSON.stringify([owner, to, key, most])
  const known = chain.recent.get(name)
  if (known && Date.now() - known.readAt < freshFor) return known
  const part = await (owner === undefined
    ? readChain(chain, to, total, options, most)
    : readOwner(chain, owner, key, total, options, most))
  chain.recent.delete(name)
  chain.recent.set(name, part)
  for (const oldest of chain.recent.keys()) {
    if (chain.recent.size <= maximumParts) break
    chain.recent.delete(oldest)
  }
  return part
}

/** The IDs of flows have no gaps, so any range can be read directly. */
async function readChain(
  { client, height }: Chain,
  to: string | undefined,
  total: number | undefined,
  options: RequestOptions,
  most: number,
): Promise<Part> {
  const newest = to ?? (await client.flows({ limit: 1, reverse: true, height }, options)).flows[0]?.id
  if (newest === undefined) return { flows: [], total: 0, at: {}, next: null, readAt: Date.now() }
  const last = BigInt(newest)
  const first = last >= BigInt(most) ? last - BigInt(most) + 1n : 1n
  const flows: Flow[] = []
  for await (const flow of scanFlows(client, { from: first, to: last, height, ...options })) flows.push(flow)
  const all = total ?? Number(last)
  const next = first > 1n ? { to: String(first - 1n), total: all } : null
  return { flows, total: all, at: { to: newest, total: all }, next, readAt: Date.now() }
}

const pageSize = 100

async function readOwner(
  { client, height }: Chain,
  owner: string,
  start: string | undefined,
  total: number | undefined,
  options: RequestOptions,
  most: number,
): Promise<Part> {
  const flows: Flow[] = []
  const readPage = async ({ limit = pageSize, ...page }: PageArgs) => {
    const args = { owner, ...page, limit: Math.min(limit, most - flows.length), height }
    const { flows: items, ...info } = await client.flowsForOwner(args, options)
    return { items, ...info }
  }
  let count = total ?? null
  let key: string | null = null
  for await (const page of followPages(readPage, { key: start, reverse: true, countTotal: start === undefined })) {
    for (const flow of page.items) flows.push(flow)
    count ??= page.total
    key = page.nextKey
    if (flows.length >= most) break
  }
  const counted = count !== null && { total: count }
  const at = { ...(start !== undefined && { key: start }), ...counted }
  return {
    flows: flows.reverse(),
    total: count,
    at,
    next: key === null ? null : { key, ...counted },
    readAt: Date.now(),
  }
}
