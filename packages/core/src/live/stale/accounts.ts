import type { Flow } from '../../types.js'
import { type ChainQuery, holdsAccounts, isObservedAndIdle } from '../cache.js'
import type { Change } from '../changes.js'
import { rowsOf } from '../rows.js'
import { textsIn } from '../texts.js'

const mostPolled = 4
export const unannouncedInterval = 30_000

/** A run can change every account that its flow names, including the senders and recipients in its messages. */
export function affectedAccounts(
  changes: readonly Change[],
  queries: readonly ChainQuery[],
): (query: ChainQuery) => boolean {
  const accounts = changes.filter(change => change.kind === 'accounts')
  const ids = new Set(accounts.flatMap(({ id }) => id ?? []))
  const isAnyMounted = ids.size > 0 && queries.some(holdsAccounts)
  const rows = new Map<string, Flow>(
    isAnyMounted ? queries.flatMap(query => rowsOf(query, ids)).map(row => [row.id, row]) : [],
  )
  const named = accounts.map(({ id, owner }) => new Set(textsIn([rows.get(id ?? ''), owner])))
  const isAnyUnknown = accounts.some(({ id }) => id === null)
  return ({ name, args }) => {
    // A timeout can close a channel.
    if (name === 'connectionChannels') return isAnyUnknown || named.some(texts => texts.has(args.connectionId ?? ''))
    const addresses = addressesOf(args)
    return named.some(texts => addresses.every(address => texts.has(address)))
  }
}

/** Returns the queries to refetch, oldest first, because no event announces a transfer or a grant. */
export function longestUnread(queries: readonly ChainQuery[]): ChainQuery[] {
  const readAt = ({ cached }: ChainQuery) => Math.max(cached.state.dataUpdatedAt, cached.state.errorUpdatedAt)
  return (
    queries
      .filter(query => holdsAccounts(query) && isObservedAndIdle(query))
      // After the clock of the device was set back, a query looks as if it had been read in the future.
      .filter(query => Math.abs(Date.now() - readAt(query)) >= unannouncedInterval)
      .sort((one, other) => readAt(one) - readAt(other))
      .slice(0, mostPolled)
  )
}

function addressesOf({ address, granter, grantee, delegator, owner }: ChainQuery['args']): string[] {
  return [address, granter, grantee, delegator, owner].filter(address => address !== undefined)
}
