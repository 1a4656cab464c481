import { formatCount, formatNumber } from '@flow-query/format'
import type { Subject } from '../subscriptions/describe'
import type { Query } from '../subscriptions/monitor'
import { type Filters, typeName } from './filters'

/** Returns the filters as a monitor knows them, or null if none is set, or if the monitor doesn't know all of them. */
export function monitorQuery({ q, status, health, type, connection }: Filters): Query | null {
  const search = q.trim()
  if (status || health || !(search || type || connection)) return null
  return {
    ...(search && { search }),
    ...(type && { messageType: type }),
    ...(connection && { connectionId: connection }),
  }
}

/**
 * Returns the flows of a list as the subject of a subscription.
 *
 * @param found how many flows the list has
 * @param watched how many of them the monitor finds, which doesn't search descriptions, addresses and bookmarks
 */
export function listSubject(query: Query, { found, watched }: { found: number; watched: number }): Subject {
  const { search, messageType, connectionId } = query
  const parts = [search && `“${search}”`, messageType && typeName(messageType), connectionId]
  const searched = `A monitor only searches labels, IDs and owners, so it covers ${formatNumber(watched)} of the ${formatCount(found, 'flow')} in this list.`
  return {
    target: { query },
    name: parts.filter(Boolean).join(' · '),
    coverage: `${watched < found ? `${searched} ` : ''}New flows that match are covered too.`,
  }
}
