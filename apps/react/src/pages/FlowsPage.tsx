import type { Flow } from '@flow-query/core'
import type { FlowCollection } from '@flow-query/core/collection'
import {
  coverageText,
  csvList,
  findFlows,
  flowsCsv,
  isEmptyAndLoading,
  isUnfiltered,
  listText,
  wholeChain,
  words,
} from '@flow-query/explorer-kit'
import { useFlowCollection } from '@flow-query/react/collection'
import { useDeferredValue, useMemo } from 'react'
import { useFilters, useOwnerNames, useStatusTime } from '../hooks'
import { Coverage } from '../parts/Coverage'
import { CsvButton } from '../parts/CsvButton'
import { FlowsByHealth } from '../parts/flows/FlowsByHealth'
import { FlowTable } from '../parts/flows/FlowTable'
import { FlowTableSkeleton } from '../parts/flows/FlowTableSkeleton'
import { NoMatches } from '../parts/flows/NoMatches'
import { Toolbar } from '../parts/flows/Toolbar'
import { Loaded } from '../parts/Loaded'
import { Notice } from '../parts/Notice'

const noFlows: readonly Flow[] = []

/** All flows of the chain. The URL contains the filters and the order. */
export default function FlowsPage() {
  const collection = useFlowCollection(wholeChain)
  const flows = collection.data?.flows ?? noFlows
  return (
    <>
      <title>{words.title(words.flows.title)}</title>
      <h1 className="page-title">{words.flows.title}</h1>
      {(collection.isPending || flows.length > 0) && <Toolbar flows={flows} />}
      <Loaded query={collection} skeleton={<FlowsSkeleton />} isEmpty={isEmptyAndLoading}>
        {data => (
          <>
            <Coverage query={collection} />
            {data.flows.length ? (
              <AllFlows collection={data} />
            ) : (
              <Notice testId="empty" title={words.flows.empty} help={words.flows.emptyHelp} />
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

function AllFlows({ collection }: { collection: FlowCollection }) {
  const { flows, complete } = collection
  const { filters } = useFilters()
  // While the chain is loading, typing has priority over rendering new rows.
  const known = useDeferredValue(flows)
  const now = useStatusTime(known)
  const names = useOwnerNames()
  const coverage = coverageText(collection)
  const found = useMemo(() => findFlows(known, filters, now, names), [known, filters, now, names])

  return (
    <>
      {filters.health ? (
        <FlowsByHealth
          key={`${filters.health} ${filters.sort}`}
          flows={found}
          complete={complete && known === flows}
          coverage={coverage}
          csvList={csvList(collection)}
          health={filters.health}
          sort={filters.sort}
        />
      ) : (
        <>
          <div className="list-line">
            <p className="note" role="status" data-testid="flows-found">
              {listText(found.length, known.length, collection)}
            </p>
            {found.length > 0 && <CsvButton list={csvList(collection)} content={() => flowsCsv(found, Date.now())} />}
          </div>
          {found.length > 0 && <FlowTable flows={found} label={words.flows.title} />}
          {!found.length && !isUnfiltered(filters) && <NoMatches coverage={coverage} />}
        </>
      )}
    </>
  )
}

function FlowsSkeleton() {
  return (
    <>
      <p className="note">{words.loading}</p>
      <FlowTableSkeleton />
    </>
  )
}
