import { shortenAddress } from '@flow-query/format'
import { useBookmarks } from '../bookmarks/BookmarksProvider'
import { Link } from '../router/Link'
import { isOwnerAddress, paths } from '../router/paths'
import { CopyButton } from '../values/CopyButton'

interface CopyableProps {
  text: string
  /** The name of the text in the label of the button. The default contains the address, because a page can have several. */
  what?: string
  /** The target of the link. By default, addresses of owners link to the owner's page. */
  to?: string | undefined
  whole?: boolean
  testId?: string
}

/**
 * An address or a denom with a copy button. It is shortened unless `whole` is set. For a bookmarked owner, their name is shown instead.
 * Addresses link to their page.
 */
export function Copyable({ text, what = `address ${shortenAddress(text)}`, to, whole = false, testId }: CopyableProps) {
  const target = to ?? (isOwnerAddress(text) ? paths.owner(text) : null)
  const name = useBookmarks().ownerNames.get(text)
  const shown = whole ? text : (name ?? shortenAddress(text))
  const isName = !whole && name !== undefined
  return (
    <span className="address">
      {target ? (
        <Link className={isName ? 'owner-name' : 'mono'} to={target} title={text} translate="no" data-testid={testId}>
          <bdi>{shown}</bdi>
        </Link>
      ) : (
        <span className="mono" title={text} translate="no" data-testid={testId}>
          <bdi>{shown}</bdi>
        </span>
      )}
      <CopyButton text={() => text} what={what} />
    </span>
  )
}
