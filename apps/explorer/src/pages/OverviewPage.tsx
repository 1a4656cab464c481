import type { FlowCollection } from '@flow-query/core/collection'
import { useFlowCollection } from '@flow-query/react/collection'
import { useCallback, useDeferredValue } from 'react'
import { Attention } from '../attention/Attention'
import { NextFailures } from '../attention/NextFailures'
import { BookmarkList } from '../bookmarks/BookmarkList'
import { Coverage } from '../collection/Coverage'
import { isEmptyAndLoading, wholeChain } from '../collection/collection'
import { NoFlows } from '../collection/NoFlows'
import { Counts } from '../overview/Counts'
import { NewestRuns } from '../overview/NewestRuns'
import { type FlowsOverview, overviewOf } from '../overview/overview'
import { LinesSkeleton } from '../states/LinesSkeleton'
import { Loaded } from '../states/Loaded'
import { useSteps } from '../steps/use-steps'
import { type CheckQueue, unloadedQueue } from '../verdicts/queue'
import { useChecks } from '../verdicts/use-checks'

/** The flows that need attention, the next failures and the recent runs. */
export default function OverviewPage() {
  const collection = useFlowCollection(wholeChain)
  return (
    <>
      <title>Overview · Flow Explorer</title>
      <h1 className="sr">Overview</h1>
      <p className="intro lead">
        A flow is a transaction that the chain executes automatically: on a schedule, when a condition is met, or on
        another chain.
      </p>
      <BookmarkList />
      <Loaded query={collection} skeleton={<OverviewSkeleton />} isEmpty={isEmptyAndLoading}>
        {data => (
          <>
            <Coverage query={collection} />
            {data.flows.length ? <Overview data={data} /> : <NoFlows />}
          </>
        )}
      </Loaded>
    </>
  )
}

function Overview({ data }: { data: FlowCollection }) {
  const overview = useSteps(
    'overview',
    useCallback(time => overviewOf(data, time), [data]),
  )
  return overview ? <Panels overview={overview} /> : <OverviewSkeleton />
}

function Panels({ overview }: { overview: FlowsOverview }) {
  // The requests start after the panels are painted.
  const queue = useDeferredValue(overview.queue, unloadedQueue)
  return (
    <>
      <Counts counts={overview.status} />
      <div className="overview">
        <CheckedPanels queue={queue} />
        {!queue.isLoading && <NewestRuns flows={overview.newest} />}
      </div>
    </>
  )
}

/** This is a separate component, because each finished check rerenders it, and the other panels don't change. */
function CheckedPanels({ queue }: { queue: CheckQueue }) {
  const checks = useChecks(queue)
  return (
    <>
      <Attention checks={checks} limit={8} />
      <NextFailures checks={checks} limit={8} />
    </>
  )
}

function OverviewSkeleton() {
  return (
    <div data-testid="skeleton" aria-busy="true">
      <Counts counts={null} />
      <div className="overview">
        <section className="panel">
          <h2>Needs attention</h2>
          <LinesSkeleton />
        </section>
        <section className="panel">
          <h2>Next failures</h2>
          <LinesSkeleton />
        </section>
      </div>
    </div>
  )
}
