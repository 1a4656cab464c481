import type { Flow } from '@flow-query/core'
import type { FlowCollection } from '@flow-query/core/collection'
import { findFlows, flowsCsv, isEmptyAndLoading, isUnfiltered, words } from '@flow-query/explorer-kit'
import { useFlowCollection } from '@flow-query/react/collection'
import { useDeferredValue, useMemo } from 'react'
import { useFilters, useOwnerNames, useStatusTime } from '../hooks'
import { CsvButton } from '../parts/CsvButton'
import { FlowsByHealth } from '../parts/flows/FlowsByHealth'
import { FlowTable } from '../parts/flows/FlowTable'
import { FlowTableSkeleton } from '../parts/flows/FlowTableSkeleton'
import { NoMatches } from '../parts/flows/NoMatches'
import { Toolbar } from '../parts/flows/Toolbar'
import { Loaded } from '../parts/Loaded'
import { Notice } from '../parts/Notice'
import { Progress } from '../parts/Progress'

const noFlows: readonly Flow[] = []

/** All flows of the chain. The URL contains the filters and the order. */
export default function FlowsPage() {
  const collection = useFlowCollection()
  const flows = collection.data?.flows ?? noFlows
  return (
    <>
      <title>{words.title(words.flows.title)}</title>
      <h1 className="page-title">{words.flows.title}</h1>
      {(collection.isPending || flows.length > 0) && <Toolbar flows={flows} />}
      <Loaded query={collection} skeleton={<FlowsSkeleton />} isEmpty={isEmptyAndLoading}>
        {({ flows, complete }) => (
          <>
            <Progress query={collection} />
            {flows.length ? (
              <AllFlows flows={flows} complete={complete} />
            ) : (
              <Notice testId="empty" title={words.flows.empty} help={words.flows.emptyHelp} />
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

function AllFlows({ flows, complete }: Pick<FlowCollection, 'flows' | 'complete'>) {
  const { filters } = useFilters()
  // While the chain is loading, typing has priority over rendering new rows.
  const known = useDeferredValue(flows)
  const now = useStatusTime(known)
  const names = useOwnerNames()
  const found = useMemo(() => findFlows(known, filters, now, names), [known, filters, now, names])

  return (
    <>
      {filters.health ? (
        <FlowsByHealth
          key={`${filters.health} ${filters.sort}`}
          flows={found}
          complete={complete && known === flows}
          health={filters.health}
          sort={filters.sort}
        />
      ) : (
        <>
          <div className="list-line">
            <p className="note" role="status" data-testid="flows-found">
              {words.flows.found(found.length, known.length)}
            </p>
            {found.length > 0 && <CsvButton list="flows" content={() => flowsCsv(found, Date.now())} />}
          </div>
          {found.length > 0 && <FlowTable flows={found} label={words.flows.title} />}
          {!found.length && !isUnfiltered(filters) && <NoMatches />}
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
