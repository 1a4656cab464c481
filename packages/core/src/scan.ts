import { normalizedId } from './arguments.js'
import type { FlowClient, RequestOptions } from './client.js'
import { invalidArgument } from './errors.js'
import { cursorOf, positionOf } from './scan/cursor.js'
import type { List } from './scan/pages.js'
import { readAhead, type ScanOptions } from './scan/readahead.js'
import type { Flow, FlowHistoryEntry, FlowId, PageArgs } from './types.js'

export interface ScanFlowsOptions extends ScanOptions {
  /** The first id to read, 1 by default. */
  from?: FlowId | undefined
  /** The last id to read; the newest there is when the scan begins by default. */
  to?: FlowId | undefined
}

/**
 * All flows of the chain, or those of a range of ids, in the order of their ids and each once.
 *
 * Pages are read ahead in parallel, and no faster than the reader takes the flows. What was there when the scan began is
 * read; flows that are created meanwhile have ids beyond, and are left to the next scan. To leave the loop, or to abort
 * the signal, ends every request.
 *
 * @example
 * for await (const flow of scanFlows(client)) console.log(flow.id, flow.label)
 *
 * @throws {FlowQueryError} `argument` for a `from` or `to` that is no uint64; `node` where the node's list repeats itself;
 * otherwise as {@link FlowClient.flows}, after the flows before the page that failed
 */
export function scanFlows(client: FlowClient, options: ScanFlowsOptions = {}): AsyncIterable<Flow> {
  const { height } = options
  const read = async (page: PageArgs, options: RequestOptions) => {
    const { flows: items, ...info } = await client.flows({ ...page, height }, options)
    return { items, ...info }
  }
  const from = positionOfId('from', options.from) ?? 1n
  const to = positionOfId('to', options.to)
  // Ids begin at 1.
  return readAhead({ ...byCursor(read), place: flow => BigInt(flow.id) }, options, from === 0n ? 1n : from, to)
}

/**
 * All flows of an owner, in the order of their ids and each once; otherwise as {@link scanFlows}.
 *
 * Their ids are not known beforehand, so that pages are found by their offset, and the first one counts the list: a node
 * walks over what an offset skips, which takes it about 1.5 ms for every 1,000 flows of the owner.
 */
export function scanFlowsForOwner(
  client: FlowClient,
  { owner, ...options }: ScanOptions & { owner: string },
): AsyncIterable<Flow> {
  const { height } = options
  const read = async (page: PageArgs, options: RequestOptions) => {
    const { flows: items, ...info } = await client.flowsForOwner({ owner, ...page, height }, options)
    return { items, ...info }
  }
  const at = (position: bigint) => ({ offset: Number(position) - 1, countTotal: position === 1n })
  return readAhead({ read, at, last: async first => BigInt((await first).total ?? 0) }, options)
}

/**
 * All executions of a flow, oldest first and each once; otherwise as {@link scanFlows}.
 *
 * An unknown flow has none. The newest may still change, when another chain answers.
 */
export function scanFlowHistory(
  client: FlowClient,
  { id, ...options }: ScanOptions & { id: FlowId },
): AsyncIterable<FlowHistoryEntry> {
  const { height } = options
  const read = async (page: PageArgs, options: RequestOptions) => {
    const { history: items, ...info } = await client.flowHistory({ id, ...page, height }, options)
    return { items, ...info }
  }
  return readAhead(byCursor(read), options)
}

/** A list of dense positions, which its cursors are made of: any page can be asked for, and the newest item tells the end. */
function byCursor<Item>(read: List<Item>['read']): List<Item> {
  return {
    read,
    // No cursor for the beginning, which has none in any form.
    at: position => (position > 1n ? { key: cursorOf(position) } : {}),
    async last(_, pages) {
      const { items, nextKey } = await pages.read({ reverse: true }, 1)
      if (nextKey === null) return BigInt(items.length)
      const before = positionOf(nextKey)
      return before === undefined ? undefined : before + 1n
    },
  }
}

function positionOfId(name: string, id: FlowId | undefined): bigint | undefined {
  if (id === undefined) return undefined
  const normalized = normalizedId(id)
  if (normalized === undefined) throw invalidArgument(name, id, 'a uint64')
  return BigInt(normalized)
}
