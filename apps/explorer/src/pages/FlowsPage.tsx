import type { FlowCollection } from '@flow-query/core/collection'
import { useFlowCollection } from '@flow-query/react/collection'
import { useCallback } from 'react'
import { useBookmarks } from '../bookmarks/BookmarksProvider'
import { Coverage } from '../collection/Coverage'
import { allOf, isEmptyAndLoading, wholeChain } from '../collection/collection'
import { coverageText, csvList, listText } from '../collection/coverage-text'
import { NoFlows } from '../collection/NoFlows'
import { CsvButton } from '../csv/CsvButton'
import { isUnfiltered } from '../filters/filters'
import { type FoundFlows, findFlows } from '../filters/find-flows'
import { findSubject } from '../filters/list-subject'
import { useFilters } from '../filters/use-filters'
import { FlowsByHealth } from '../flows/FlowsByHealth'
import { FlowTable } from '../flows/FlowTable'
import { FlowTableSkeleton } from '../flows/FlowTableSkeleton'
import { NoMatches } from '../flows/NoMatches'
import { PartialChecks } from '../flows/PartialChecks'
import { ShowChanges } from '../flows/ShowChanges'
import { Toolbar } from '../flows/Toolbar'
import { useHeldOrder } from '../flows/use-held-order'
import { Loaded } from '../states/Loaded'
import { useSteps } from '../steps/use-steps'
import { NotifyButton } from '../subscriptions/NotifyButton'
import { useMonitor } from '../subscriptions/use-monitor'

const nothingLoaded: FlowCollection = { flows: [], loaded: 0, total: null, complete: false }

/** The URL contains the filters and the order. */
export default function FlowsPage() {
  const collection = useFlowCollection(wholeChain)
  const { flows } = collection.data ?? nothingLoaded
  const found = useFoundFlows(collection.data ?? nothingLoaded)
  return (
    <>
      <title>Flows · Flow Explorer</title>
      <h1 className="page-title">Flows</h1>
      {(collection.isPending || flows.length > 0) && <Toolbar flows={flows} options={found?.options} />}
      <Loaded query={collection} skeleton={<FlowsSkeleton />} isEmpty={isEmptyAndLoading}>
        {({ flows }) => (
          <>
            <Coverage query={collection} />
            {!flows.length && <NoFlows />}
            {flows.length > 0 &&
              (found?.flows.length ? (
                <AllFlows listed={found} isFetching={collection.isFetching} />
              ) : (
                <FlowsSkeleton />
              ))}
          </>
        )}
      </Loaded>
    </>
  )
}

/** Finds the flows that match the filters. Returns the previous flows until the new ones are found. */
function useFoundFlows(collection: FlowCollection): FoundFlows | undefined {
  const { filters } = useFilters()
  const { ownerNames } = useBookmarks()
  return useSteps(
    filters,
    useCallback(time => findFlows(collection, filters, time, ownerNames), [collection, filters, ownerNames]),
  )
}

function AllFlows({ listed, isFetching }: { listed: FoundFlows; isFetching: boolean }) {
  const { flows, found, collection, filters } = listed
  const monitor = useMonitor()
  const { order, changes, update } = useHeldOrder({ flows: found, filters, isLoading: isFetching })
  if (filters.health)
    return <FlowsByHealth key={JSON.stringify(filters)} listed={listed} health={filters.health} sort={filters.sort} />
  return (
    <>
      <div className="list-line">
        <p className="note line" role="status" data-testid="flows-found">
          {listText(found.length, flows.length, collection)}
          <ShowChanges count={changes} onShow={update} />
        </p>
        {found.length > 0 && (
          <div className="list-actions">
            {/* Open pages can't show notifications about a list, because only its visible flows are checked. */}
            {monitor && <NotifyAboutList listed={listed} />}
            <CsvButton list={csvList(collection)} table={(csv, time) => csv.flowsCsv(found, time)} />
          </div>
        )}
      </div>
      {found.length > 0 && <PartialChecks />}
      {found.length > 0 && (
        <FlowTable flows={found} order={order} label="Flows" question={filters} all={allOf(collection)} />
      )}
      {!found.length && !isUnfiltered(filters) && <NoMatches coverage={coverageText(collection)} />}
    </>
  )
}

function NotifyAboutList({ listed }: { listed: FoundFlows }) {
  const result = useSteps(
    listed.filters,
    useCallback(time => findSubject(listed, time), [listed]),
  )
  return result?.subject && <NotifyButton className="link" subjects={[result.subject]} />
}

function FlowsSkeleton() {
  return (
    <>
      <p className="note">Loading</p>
      <FlowTableSkeleton />
    </>
  )
}
