import type { FlowClient } from '../client.js'
import { isRecord } from '../decode.js'
import { askedSoFar } from '../queries/asked.js'
import { flowStatus } from '../status.js'
import type { Flow, FlowHistoryEntry, FlowHistoryPage } from '../types.js'
import { type ChainQuery, chainQueries, type LiveQueryClient } from './cache.js'
import { controllerPort, type FlowEvent } from './frames.js'
import type { Reason } from './outdated.js'
import type { ReasonFor, Refresher } from './refresh.js'
import { rowsOf } from './rows.js'

/** The one place that says what an event touches. */
export function touch(
  events: readonly FlowEvent[],
  refresher: Refresher,
  client: FlowClient,
  queryClient: LiveQueryClient,
): void {
  const queries = chainQueries(client, queryClient)
  const changed = new Map<string, ReasonFor>()
  const ran = new Set<string | undefined>()
  const creators = new Set<string | null | undefined>()
  for (const { type, id, owner } of events) {
    if (id === null) {
      for (const flowId of pendingFlows(queries, owner)) ran.add(flowId)
      continue
    }
    if (type === 'created') creators.add(owner)
    else if (type !== 'updated') ran.add(id)
    const known = changed.get(id)
    changed.set(id, row => (known?.(row) === 'event' ? 'event' : reasonFor(type, row)))
  }
  if (changed.size > 0) refresher.flowsChanged(changed)
  for (const query of queries) {
    const { name, args } = query
    if (name === 'flowHistory' && ran.has(args.id)) refresher.newestChanged(query, 'event')
    if (isList(query) && isListOf(query, creators)) refresher.newestChanged(query, 'event')
    // Each execution burns something.
    if (name === 'totalBurnt' && ran.size > 0) refresher.allChanged(query, 'perhaps')
  }
}

/** What may have changed while nobody told: all but the past. */
export function touchAll(refresher: Refresher, client: FlowClient, queryClient: LiveQueryClient): void {
  for (const query of chainQueries(client, queryClient)) refresher.allChanged(query, 'perhaps')
}

/**
 * The same where little time has passed: what seldom changes has not, and what is yet to be asked for need not be asked for
 * twice. Of a chain that is being read, that is most of it; of many histories, those that wait for their turn.
 */
export function touchFlows(refresher: Refresher, client: FlowClient, queryClient: LiveQueryClient): void {
  for (const query of chainQueries(client, queryClient)) {
    const asked = askedSoFar(query.cached.queryKey)
    if (!query.name.startsWith('flow')) continue
    if (asked === undefined) refresher.allChanged(query, 'perhaps')
    else if (asked > 0) {
      const ids = Array.from({ length: asked }, (_, index) => `${index + 1}`)
      refresher.flowsChanged(new Map(ids.map(id => [id, () => 'perhaps'])))
      refresher.newestChanged(query, 'perhaps')
    }
  }
}

function isList({ name }: ChainQuery): boolean {
  return name === 'flows' || name === 'flowsForOwner' || name === 'flowCollection'
}

function isListOf({ args }: ChainQuery, owners: ReadonlySet<string | null | undefined>): boolean {
  // Nobody told who made it.
  if (owners.size === 0 || args.owner === undefined || owners.has(null)) return owners.size > 0
  return owners.has(args.owner)
}

/** What another chain answers is in the history; the row shows it only where the flow ends by it. */
function reasonFor(type: FlowEvent['type'], row: Flow | undefined): Reason {
  if (type === 'answered' || type === 'timedOut') return 'perhaps'
  // The time of the last run stays where it is.
  const isLastRun = type === 'executed' && row !== undefined && flowStatus(row, endOfTime) === 'completed'
  return isLastRun ? 'perhaps' : 'event'
}

/** The last moment that a Date can hold. */
const endOfTime = 8_640_000_000_000_000

/** The flows of an account whose newest execution waits for an answer; those, too, of which nobody knows whose they are. */
function pendingFlows(queries: readonly ChainQuery[], account: string | null): string[] {
  const histories = queries.filter(query => query.name === 'flowHistory' && isPending(newestEntry(query)))
  return histories.flatMap(({ args: { id } }) => {
    if (id === undefined) return []
    const rows = queries.flatMap(query => rowsOf(query, new Set([id])))
    return rows.every(row => isSentBy(row, account)) ? [id] : []
  })
}

function isSentBy({ owner, selfHostedIca, trustlessAgent }: Flow, account: string | null): boolean {
  return (
    owner === account || trustlessAgent?.agentAddress === account || selfHostedIca?.portId === controllerPort + account
  )
}

function isPending(entry: FlowHistoryEntry | undefined): boolean {
  return entry !== undefined && !entry.executed && !entry.timedOut && entry.errors.length === 0
}

function newestEntry({ args, cached }: ChainQuery): FlowHistoryEntry | undefined {
  const { data } = cached.state
  if (!isRecord(data)) return undefined
  const pages = args.infinite ? (data.pages as FlowHistoryPage[]) : [data as unknown as FlowHistoryPage]
  return args.reverse ? pages[0]?.history[0] : pages.at(-1)?.history.at(-1)
}
