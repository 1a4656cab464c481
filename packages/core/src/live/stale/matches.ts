import { isRecord } from '../../decode.js'
import type { Flow, FlowHistoryEntry, FlowHistoryPage } from '../../types.js'
import type { ChainQuery } from '../cache.js'
import type { ChangedQuery } from '../changes.js'
import { controllerPort } from '../frames.js'
import { rowsOf } from '../rows.js'

export function matches(query: ChainQuery, changed: ChangedQuery, queries: readonly ChainQuery[]): boolean {
  const { name, args } = query
  if (name !== changed.name) return false
  if (changed.id !== undefined) return args.id === changed.id
  if (changed.owner !== undefined)
    return args.owner === undefined || changed.owner === null || args.owner === changed.owner
  if (changed.sender !== undefined) return isPending(args.id, queries) && maySend(args.id, changed.sender, queries)
  return true
}

function maySend(id: string | undefined, account: string | null, queries: readonly ChainQuery[]): boolean {
  if (id === undefined) return false
  return queries.flatMap(query => rowsOf(query, new Set([id]))).every(row => isSentBy(row, account))
}

function isSentBy({ owner, selfHostedIca, trustlessAgent }: Flow, account: string | null): boolean {
  return (
    owner === account || trustlessAgent?.agentAddress === account || selfHostedIca?.portId === controllerPort + account
  )
}

/** A run can be acknowledged after a timeout too. */
function isPending(id: string | undefined, queries: readonly ChainQuery[]): boolean {
  return queries
    .filter(query => query.name === 'flowHistory' && query.args.id === id)
    .map(newestRun)
    .some(entry => entry !== undefined && !entry.executed && (entry.timedOut || entry.errors.length === 0))
}

function newestRun({ args, cached }: ChainQuery): FlowHistoryEntry | undefined {
  const { data } = cached.state
  if (!isRecord(data)) return undefined
  const pages = args.infinite ? (data.pages as FlowHistoryPage[]) : [data as unknown as FlowHistoryPage]
  return args.reverse ? pages[0]?.history[0] : pages.at(-1)?.history.at(-1)
}
