import type { FlowClient } from '../../client.js'
import { isRecord } from '../../decode.js'
import { isSame } from '../../same.js'
import { positionOf } from '../../scan/cursor.js'
import type { Flow, FlowHistoryEntry, FlowHistoryPage, FlowsPage } from '../../types.js'
import type { ChainQuery } from '../cache.js'

type Page = FlowsPage | FlowHistoryPage

interface InfinitePages {
  pages: Page[]
  pageParams: (string | null)[]
}

export type NewestRequest = { key: string | null } | 'whole' | 'nothing'

export function newestRequest({ name, args, cached }: ChainQuery): NewestRequest {
  const { data } = cached.state
  // Only a full refetch updates the total, which a new item changes too.
  if (!isRecord(data) || args.countTotal) return 'whole'
  if (name === 'flowCollection') return { key: null }
  if (!args.infinite) {
    const containsNewest = args.reverse ? !args.key : data.nextKey === null
    return containsNewest || args.offset ? 'whole' : 'nothing'
  }
  const { pages, pageParams } = data as unknown as InfinitePages
  if (args.reverse) return pageParams[0] === null ? { key: null } : 'nothing'
  return pages.at(-1)?.nextKey === null ? { key: pageParams.at(-1) ?? null } : 'nothing'
}

export function requestNewest(
  client: FlowClient,
  query: ChainQuery,
  key: string | null,
  signal: AbortSignal,
): Promise<Page> {
  const { name, args } = query
  const { infinite: _, id = '', owner = '', ...page } = args
  if (name === 'flowHistory') return client.flowHistory({ id, ...page, key }, { signal })
  const list = name === 'flowCollection' ? { reverse: true } : { ...page, key }
  return owner ? client.flowsForOwner({ owner, ...list }, { signal }) : client.flows(list, { signal })
}

export function mergeNewest({ name, args, cached }: ChainQuery, newest: Page): unknown {
  if (name === 'flowCollection') return appendToCollection(cached.state.data as Collection, newest as FlowsPage)
  const data = cached.state.data as InfinitePages
  const { pages } = data
  const index = args.reverse ? 0 : pages.length - 1
  const before = pages[index]
  if (!before) return undefined
  const merged = args.reverse ? joinAtBeginning(before, newest) : newest
  if (merged === undefined) return undefined
  return isSame(merged, before) ? data : { ...data, pages: pages.with(index, merged) }
}

/** Adds new items without dropping old ones, so that the next page still starts after this one. */
function joinAtBeginning(before: Page, newest: Page): Page | undefined {
  if ('history' in before) return joinHistory(before, newest as FlowHistoryPage)
  return joinFlows(before, newest as FlowsPage)
}

function joinFlows(before: FlowsPage, newest: FlowsPage): FlowsPage | undefined {
  const [first] = before.flows
  if (!first) return newest
  const created = newest.flows.filter(({ id }) => Number(id) > Number(first.id))
  if (created.length === newest.flows.length && newest.nextKey !== null) return undefined
  return { ...before, flows: [...created, ...before.flows] }
}

/** History entries have no ids, so they are matched by position. The cursor after a page contains the position. */
function joinHistory(before: FlowHistoryPage, newest: FlowHistoryPage): FlowHistoryPage | undefined {
  if (before.history.length === 0) return newest
  const positions = [positionOfNewest(before), positionOfNewest(newest)] as const
  if (positions[0] === undefined || positions[1] === undefined) return undefined
  const added = positions[1] - positions[0]
  if (added < 0) return before
  if (added >= newest.history.length && newest.nextKey !== null) return undefined
  const known = (entry: FlowHistoryEntry, index: number): FlowHistoryEntry => {
    const same = before.history[index - added]
    return same && isSame(same, entry) ? same : entry
  }
  return { ...before, history: [...newest.history.map(known), ...before.history.slice(newest.history.length - added)] }
}

function positionOfNewest({ history, nextKey }: FlowHistoryPage): number | undefined {
  const next = nextKey === null ? 0n : positionOf(nextKey)
  return next === undefined ? undefined : Number(next) + history.length
}

interface Collection {
  flows: Flow[]
  loaded: number
  total: number | null
  complete: boolean
}

function appendToCollection(collection: Collection, newest: FlowsPage): Collection | undefined {
  const last = Number(collection.flows.at(-1)?.id ?? 0)
  const created = newest.flows.filter(({ id }) => Number(id) > last).reverse()
  if (created.length === 0) return collection
  if (created.length === newest.flows.length && newest.nextKey !== null) return undefined
  const flows = [...collection.flows, ...created]
  // If flows between the first and the newest ones are missing, `loaded` counts only the first ones.
  const loaded = collection.loaded < collection.flows.length ? collection.loaded : flows.length
  const total = collection.total === null ? null : collection.total + created.length
  return { ...collection, flows, loaded, total }
}
