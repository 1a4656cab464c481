import type { FlowCollection } from '@flow-query/core/collection'
import { shortenAddress } from '@flow-query/format'
import { useFlowCollection } from '@flow-query/react/collection'
import { useCallback } from 'react'
import { Copyable } from '../accounts/Copyable'
import { BookmarkButton } from '../bookmarks/BookmarkButton'
import { useBookmarks } from '../bookmarks/BookmarksProvider'
import { Coverage } from '../collection/Coverage'
import { autoLoadLimit, isEmptyAndLoading } from '../collection/collection'
import { connections } from '../filters/filters'
import { FlowTableSkeleton } from '../flows/FlowTableSkeleton'
import { ShareButton } from '../node/ShareButton'
import { Accounts } from '../owner/Accounts'
import { Agents } from '../owner/Agents'
import { OwnedPanels } from '../owner/OwnedPanels'
import { ownedFlows } from '../owner/owned-flows'
import { Link } from '../router/Link'
import { isOwnerAddress, paths } from '../router/paths'
import { useParams } from '../router/router'
import { Loaded } from '../states/Loaded'
import { Notice } from '../states/Notice'
import { useSteps } from '../steps/use-steps'
import { NotifyButton } from '../subscriptions/NotifyButton'
import { usePrefetchedChainFacts } from '../verdicts/use-chain-facts'

/** The page starts with the number of flows that need attention. */
export default function OwnerPage() {
  const { owner = '' } = useParams()
  const collection = useFlowCollection({ owner, autoLoadLimit })
  usePrefetchedChainFacts()
  const name = useBookmarks().ownerNames.get(owner) ?? shortenAddress(owner)
  return (
    <>
      <title>{`${name} · Owner · Flow Explorer`}</title>
      <header className="flow-head">
        <div className="overline">
          Owner
          <Copyable text={owner} what="owner address" testId="owner-address" />
          {isOwnerAddress(owner) && (
            <div className="head-buttons">
              <BookmarkButton kind="owner" id={owner} suggestion="" />
              <NotifyButton subjects={[{ target: { owner }, name }]} />
              <ShareButton className="bookmark" text={`Flows of ${name}`} />
            </div>
          )}
        </div>
      </header>
      <Loaded
        query={collection}
        skeleton={<OwnerSkeleton />}
        isEmpty={isEmptyAndLoading}
        instead={{
          argument: (
            <Notice
              testId="not-found"
              level={1}
              title="Invalid address"
              help="Check the address for typos. You can copy it from a wallet or from a list of flows."
            >
              <Link className="button" to={paths.flows}>
                View all flows
              </Link>
            </Notice>
          ),
        }}
      >
        {data => (
          <>
            <Coverage query={collection} args={{ owner }} />
            {data.flows.length > 0 ? (
              <Owned key={owner} owner={owner} collection={data} />
            ) : (
              <Notice
                testId="empty"
                level={1}
                title="No flows"
                help="This address is valid but owns no flows on this chain. The flow may belong to another account."
              />
            )}
            <div className="columns">
              <Accounts key={owner} owner={owner} known={connections(data.flows)} />
              <Agents owner={owner} />
            </div>
          </>
        )}
      </Loaded>
    </>
  )
}

function Owned({ owner, collection }: { owner: string; collection: FlowCollection }) {
  const owned = useSteps(
    owner,
    useCallback(time => ownedFlows(collection, time), [collection]),
  )
  return owned ? <OwnedPanels owner={owner} {...owned} /> : <OwnerSkeleton />
}

function OwnerSkeleton() {
  return (
    <>
      <div className="owner-head">
        <h1>
          <span className="sr">Loading</span>
          <i className="bone wide" />
        </h1>
      </div>
      <FlowTableSkeleton hideOwner />
    </>
  )
}
