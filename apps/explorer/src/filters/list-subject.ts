import type { BlockTime } from '@flow-query/core'
import { filterAndSortFlows, prepareFlows } from '@flow-query/core/collection'
import { formatCount, formatNumber } from '@flow-query/format'
import type { Steps } from '../steps/steps'
import type { Subject } from '../subscriptions/describe'
import type { Query } from '../subscriptions/monitor'
import { type Filters, typeName } from './filters'
import type { FoundFlows } from './find-flows'

/** The part of a list that decides which of its flows a monitor finds. */
type Listed = Pick<FoundFlows, 'flows' | 'found' | 'filters'>

/** Finds the subject of a subscription to a list. It is null if a monitor doesn't know the filters, or finds none of the flows. */
export function* findSubject(
  listed: Listed,
  time: BlockTime,
): Steps<{ subject: Subject | null; nextStatusChange: null }> {
  const query = monitorQuery(listed.filters)
  const watched = query && (yield* countWatched(listed, query, time))
  const subject = watched ? listSubject(query, { found: listed.found.length, watched }) : null
  return { subject, nextStatusChange: null }
}

/** Counts the flows of a list that a monitor finds. */
export function* countWatched({ flows, found }: Listed, query: Query, time: BlockTime): Steps<number> {
  if (!query.search) return found.length
  yield* prepareFlows(flows, query)
  return filterAndSortFlows(flows, query, time).length
}

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
