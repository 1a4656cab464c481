import { shortenAddress } from '@flow-query/format'
import { useBookmarks } from '../bookmarks/BookmarksProvider'
import { Link } from '../router/Link'
import { paths } from '../router/paths'

/** A link to an owner, with the name that the user has given it or a short address. */
export function OwnerLink({ owner }: { owner: string }) {
  const name = useBookmarks().ownerNames.get(owner)
  return (
    <Link
      className={name ? 'owner-name' : 'mono'}
      to={paths.owner(owner)}
      title={owner}
      translate="no"
      data-testid="flow-row-owner"
    >
      <bdi>{name ?? shortenAddress(owner)}</bdi>
    </Link>
  )
}
