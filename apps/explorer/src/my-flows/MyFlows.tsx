import { formatNumber } from '@flow-query/format'
import { useFlowCollection } from '@flow-query/react/collection'
import { useState } from 'react'
import { useBookmarks } from '../bookmarks/BookmarksProvider'
import { type Bookmark, reachableBookmarks } from '../bookmarks/bookmarks'
import { wholeChain } from '../collection/collection'
import { useEndpoint } from '../node/EndpointProvider'
import type { Subject } from '../subscriptions/describe'
import { NotifyButton } from '../subscriptions/NotifyButton'
import { useMonitor } from '../subscriptions/use-monitor'
import { AddressField } from './AddressField'
import { FlowLine } from './FlowLine'
import { OwnerLine } from './OwnerLine'

/** Each line requires requests, so the others are shown after a click. */
const fewLines = 6

/** The bookmarked flows and owners and their verdicts. Without bookmarks, a field for the visitor's address. */
export function MyFlows() {
  const { endpoint } = useEndpoint()
  const all = reachableBookmarks(useBookmarks().bookmarks, endpoint)
  const monitor = useMonitor()
  const [showsAll, setShowsAll] = useState(false)
  const { data, isFetching } = useFlowCollection(wholeChain)
  if (!all.length) return <AddressField />
  const shown = showsAll ? all : all.slice(0, fewLines)
  // The flows of the chain may contain all bookmarked flows, so that no other request is necessary.
  const chain = {
    flows: data?.flows ?? [],
    complete: data?.complete ?? false,
    isLoading: isFetching && !data?.complete,
  }
  return (
    <section className="panel my-flows" aria-labelledby="my-flows" data-testid="bookmarks">
      <div className="panel-head">
        <h2 id="my-flows">My flows</h2>
        {monitor && <NotifyButton className="link" subjects={subjectsOf(all)} />}
        {shown.length < all.length && (
          <button type="button" className="link" data-testid="bookmarks-all" onClick={() => setShowsAll(true)}>
            Show all {formatNumber(all.length)}
          </button>
        )}
      </div>
      <ul className="lines">
        {shown.map(bookmark => {
          const Line = bookmark.kind === 'owner' ? OwnerLine : FlowLine
          return <Line key={`${bookmark.kind} ${bookmark.id}`} bookmark={bookmark} chain={chain} />
        })}
      </ul>
    </section>
  )
}

/** Flows come first, because their names read better before those of owners. */
function subjectsOf(bookmarks: readonly Bookmark[]): Subject[] {
  const subjects = bookmarks.map(({ kind, id, name }) => ({
    target: kind === 'owner' ? { owner: id } : { flow: id },
    name,
  }))
  return [...subjects.filter(({ target }) => 'flow' in target), ...subjects.filter(({ target }) => 'owner' in target)]
}
