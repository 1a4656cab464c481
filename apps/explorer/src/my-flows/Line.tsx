import type { Flow } from '@flow-query/core'
import type { ReactNode } from 'react'
import { type Bookmark, bookmarkPath } from '../bookmarks/bookmarks'
import { Link } from '../router/Link'

/** The flows of the chain that are loaded. */
interface LoadedChain {
  flows: readonly Flow[]
  /** Whether these are all flows of the chain. */
  complete: boolean
  /** Whether more of them are loading. */
  isLoading: boolean
}

export interface LineProps {
  bookmark: Bookmark
  chain: LoadedChain
}

interface BookmarkLineProps {
  bookmark: Bookmark
  /** When the next run is due. */
  next: ReactNode
  /** The verdict. */
  children: ReactNode
}

export function Line({ bookmark, next, children }: BookmarkLineProps) {
  return (
    <li data-testid="my-line" data-id={bookmark.id}>
      <Link className="row-link" to={bookmarkPath(bookmark)} title={bookmark.id} data-testid="bookmark-link">
        <bdi>{bookmark.name}</bdi>{' '}
        <span className="muted">{bookmark.kind === 'owner' ? 'Owner' : `Flow ${bookmark.id}`}</span>
      </Link>
      <span className="state">{children}</span>
      <span className="times">{next}</span>
    </li>
  )
}
