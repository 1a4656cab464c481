import type { FlowCollection } from '@flow-query/core/collection'
import { formatNumber, shortenAddress, statusNames } from '@flow-query/format'
import { useFlowCollection } from '@flow-query/react/collection'
import { useCallback, useDeferredValue } from 'react'
import { Copyable } from '../accounts/Copyable'
import { Attention } from '../attention/Attention'
import { NextFailures } from '../attention/NextFailures'
import { BookmarkButton } from '../bookmarks/BookmarkButton'
import { useBookmarks } from '../bookmarks/BookmarksProvider'
import { Coverage } from '../collection/Coverage'
import { allOf, autoLoadLimit, isEmptyAndLoading } from '../collection/collection'
import { csvList } from '../collection/coverage-text'
import { CsvButton } from '../csv/CsvButton'
import { connections, isUnfiltered, statuses } from '../filters/filters'
import { useFilters } from '../filters/use-filters'
import { FlowTable } from '../flows/FlowTable'
import { FlowTableSkeleton } from '../flows/FlowTableSkeleton'
import { Accounts } from '../owner/Accounts'
import { Agents } from '../owner/Agents'
import { Fees } from '../owner/Fees'
import { type OwnedFlows, ownedFlows } from '../owner/owned-flows'
import { Link } from '../router/Link'
import { isOwnerAddress, paths } from '../router/paths'
import { useParams } from '../router/router'
import { Loaded } from '../states/Loaded'
import { Notice } from '../states/Notice'
import { useSteps } from '../steps/use-steps'
import { maxOtherFlows } from '../verdicts/owners-flows'
import { unloadedQueue } from '../verdicts/queue'
import { useChecks } from '../verdicts/use-checks'

/** The maximum number of flows in each list above the table. */
const maxListedFlows = 3

/** The page starts with the flows that need attention. */
export default function OwnerPage() {
  const { owner = '' } = useParams()
  const collection = useFlowCollection({ owner, autoLoadLimit })
  const name = useBookmarks().ownerNames.get(owner)
  return (
    <>
      <title>{`${name ?? shortenAddress(owner)} · Owner · Flow Explorer`}</title>
      <header className="flow-head">
        <div className="overline">
          Owner
          {name && <bdi className="named">{name}</bdi>}
          {isOwnerAddress(owner) && <BookmarkButton kind="owner" id={owner} suggestion="" />}
        </div>
        <h1 className="whole-address" data-testid="owner-title">
          <Copyable text={owner} whole what="owner address" />
        </h1>
      </header>
      <Loaded
        query={collection}
        skeleton={<FlowTableSkeleton hideOwner />}
        isEmpty={isEmptyAndLoading}
        instead={{
          argument: (
            <Notice
              testId="not-found"
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
  const { filters } = useFilters()
  const owned = useSteps(
    `${owner} ${JSON.stringify(filters)}`,
    useCallback(time => ownedFlows(collection, filters, time), [collection, filters]),
  )
  return owned ? <OwnedPanels owner={owner} {...owned} /> : <FlowTableSkeleton hideOwner />
}

function OwnedPanels({ owner, collection, flows, found, counts, ...owned }: OwnedFlows & { owner: string }) {
  const { filters, setFilter } = useFilters()
  // The requests start after the panels are painted.
  const queue = useDeferredValue(owned.queue, unloadedQueue)
  const checked = useChecks(queue)
  const all = allOf(collection)
  return (
    <>
      <div className="overview of-owner">
        <Attention checks={checked} limit={maxListedFlows} owner={owner} />
        <NextFailures checks={checked} limit={maxListedFlows} owner={owner} />
      </div>
      <div className="panel-head">
        <h2 className="section">
          Flows{' '}
          <span className="count" data-testid="owner-total">
            {formatNumber(flows.length)}
          </span>
        </h2>
        <div className="filter-line">
          <Fees verdicts={checked.verdicts} total={checked.total} />
          <select
            aria-label="Status"
            data-testid="filter-status"
            value={filters.status ?? ''}
            onChange={event => setFilter('status', event.target.value)}
          >
            <option value="">All statuses</option>
            {statuses.map(status => (
              <option key={status} value={status}>
                {statusNames[status]} ({formatNumber(counts.status[status])})
              </option>
            ))}
          </select>
          {found.length > 0 && (
            <CsvButton list={`${csvList(collection)}-${owner}`} table={(csv, time) => csv.flowsCsv(found, time)} />
          )}
        </div>
      </div>
      {found.length > 0 && (
        <FlowTable
          flows={found}
          label="Flows"
          question={owned.filters}
          hideOwner
          all={all}
          maxOtherFlows={all && maxOtherFlows}
        />
      )}
      {!found.length && !isUnfiltered(filters) && <p className="note">No flows match these filters</p>}
    </>
  )
}
