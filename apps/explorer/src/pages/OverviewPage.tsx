import type { FlowCollection } from '@flow-query/core/collection'
import { useFlowCollection } from '@flow-query/react/collection'
import { type ComponentProps, type ReactNode, useCallback, useDeferredValue, useEffect, useState } from 'react'
import { Coverage } from '../collection/Coverage'
import { isEmptyAndLoading, wholeChain } from '../collection/collection'
import { listText } from '../collection/coverage-text'
import { NoFlows } from '../collection/NoFlows'
import { MyFlows } from '../my-flows/MyFlows'
import { Counts } from '../overview/Counts'
import { NewestRuns } from '../overview/NewestRuns'
import { type FlowsOverview, overviewOf } from '../overview/overview'
import { ProblemList } from '../overview/ProblemList'
import { LinesSkeleton } from '../states/LinesSkeleton'
import { Loaded } from '../states/Loaded'
import { useSteps } from '../steps/use-steps'
import { type CheckQueue, unloadedQueue } from '../verdicts/queue'
import { usePrefetchedChainFacts } from '../verdicts/use-chain-facts'
import { useChecks } from '../verdicts/use-checks'

/** The flows that will fail next, the flows that fail already, the recent runs, and the number of flows. */
export default function OverviewPage() {
  const collection = useFlowCollection(wholeChain)
  usePrefetchedChainFacts()
  return (
    <>
      <title>Overview · Flow Explorer</title>
      <h1 className="sr">Overview</h1>
      <MyFlows />
      <Loaded query={collection} skeleton={<OverviewSkeleton />} isEmpty={isEmptyAndLoading}>
        {data => (data.flows.length ? <Overview data={data} query={collection} /> : <NoFlows />)}
      </Loaded>
    </>
  )
}

interface OverviewProps {
  data: FlowCollection
  query: ComponentProps<typeof Coverage>['query']
}

function Overview({ data, query }: OverviewProps) {
  const overview = useSteps(
    'overview',
    useCallback(time => overviewOf(data, time), [data]),
  )
  return overview ? <Panels overview={overview} data={data} query={query} /> : <OverviewSkeleton />
}

function Panels({ overview, data, query }: OverviewProps & { overview: FlowsOverview }) {
  // The requests start after the panels are painted.
  const queue = useDeferredValue(overview.queue, unloadedQueue)
  // The other panels are below the list, so their requests can wait.
  const [isChecked, setChecked] = useState(false)
  return (
    <>
      <CheckedFlows queue={queue} onChecked={setChecked}>
        <Coverage query={query} />
      </CheckedFlows>
      {isChecked && (
        <div className="overview">
          <NewestRuns flows={overview.newest} />
          <Counts
            counts={overview.status}
            unplannedStops={overview.unplannedStops}
            title={listText(data.flows.length, data.flows.length, data)}
          />
        </div>
      )}
    </>
  )
}

interface CheckedFlowsProps {
  queue: CheckQueue
  onChecked: (isChecked: boolean) => void
  children: ReactNode
}

/** This is a separate component, because each finished check rerenders it, and the other panels don't change. */
function CheckedFlows({ queue, onChecked, children }: CheckedFlowsProps) {
  const checks = useChecks(queue)
  useEffect(() => onChecked(checks.isSorted), [onChecked, checks.isSorted])
  return <ProblemList checks={checks}>{children}</ProblemList>
}

function OverviewSkeleton() {
  return (
    <div data-testid="skeleton" aria-busy="true">
      <h2 className="headline">Loading flows…</h2>
      <p className="intro">
        <i className="bone wide" />
      </p>
      <section className="panel problems">
        <LinesSkeleton />
      </section>
    </div>
  )
}
