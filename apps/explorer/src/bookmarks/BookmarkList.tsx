import { formatNumber } from '@flow-query/format'
import { useState } from 'react'
import { useEndpoint } from '../node/EndpointProvider'
import { Link } from '../router/Link'
import { useBookmarks } from './BookmarksProvider'
import { bookmarkPath, reachableBookmarks } from './bookmarks'

/** The number of bookmarks that are shown at first. */
const fewBookmarks = 8

/** The bookmarked owners and flows. Renders nothing without bookmarks. */
export function BookmarkList() {
  const { endpoint } = useEndpoint()
  const all = reachableBookmarks(useBookmarks().bookmarks, endpoint)
  const [showsAll, setShowsAll] = useState(false)
  if (!all.length) return null
  const shown = showsAll ? all : all.slice(0, fewBookmarks)
  return (
    <section className="bookmarks" aria-labelledby="bookmarks" data-testid="bookmarks">
      <h2 id="bookmarks">Bookmarks</h2>
      <ul>
        {shown.map(bookmark => (
          <li key={`${bookmark.kind} ${bookmark.id}`}>
            <Link className="button" to={bookmarkPath(bookmark)} title={bookmark.id} data-testid="bookmark-link">
              <bdi className="ellipsis">{bookmark.name}</bdi>
              <span className="muted">{bookmark.kind === 'owner' ? 'Owner' : `Flow ${bookmark.id}`}</span>
            </Link>
          </li>
        ))}
      </ul>
      {shown.length < all.length && (
        <button type="button" className="link" data-testid="bookmarks-all" onClick={() => setShowsAll(true)}>
          Show all {formatNumber(all.length)}
        </button>
      )}
    </section>
  )
}
