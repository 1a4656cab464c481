import type { FlowCollection } from '@flow-query/core/collection'
import { formatCount } from '@flow-query/format'
import { useFlowCollection } from '@flow-query/react/collection'
import { useCallback, useDeferredValue } from 'react'
import { Attention } from '../attention/Attention'
import { type CheckOrder, nothingToCheck } from '../attention/checks'
import { FlowList } from '../attention/FlowList'
import { NextFailures } from '../attention/NextFailures'
import { useAttention } from '../attention/use-attention'
import { BookmarkList } from '../bookmarks/BookmarkList'
import { Coverage } from '../collection/Coverage'
import { wholeChain } from '../collection/coverage-text'
import { isEmptyAndLoading } from '../flows/filters'
import { Counts } from '../overview/Counts'
import { NewestRuns } from '../overview/NewestRuns'
import { type FlowsOverview, overviewOf } from '../overview/overview'
import { Upcoming } from '../overview/Upcoming'
import { Loaded } from '../states/Loaded'
import { Notice } from '../states/Notice'
import { useSteps } from '../steps/use-steps'
import { useClock } from '../time/use-clock'
import { Copyable } from '../values/Copyable'

/** The flows that need attention, the upcoming runs and the recent runs. */
export default function OverviewPage() {
  const collection = useFlowCollection(wholeChain)
  return (
    <>
      <title>Overview · Flow Explorer</title>
      <h1 className="sr">Overview</h1>
      <BookmarkList />
      <Loaded query={collection} skeleton={<OverviewSkeleton />} isEmpty={isEmptyAndLoading}>
        {data => (
          <>
            <Coverage query={collection} />
            {data.flows.length ? (
              <Overview data={data} />
            ) : (
              <Notice
                testId="empty"
                title="No flows yet"
                help="No one has created a flow on this chain. New flows appear here automatically."
              />
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

const minute = 60_000

function Overview({ data }: { data: FlowCollection }) {
  const start = useClock(now => Math.floor(now / minute) * minute)
  const overview = useSteps(
    'overview',
    useCallback(time => overviewOf(data, time, start), [data, start]),
  )
  return overview ? <Panels {...overview} /> : <OverviewSkeleton />
}

function Panels({ counts, owners, newest, running, hour, day, ...overview }: FlowsOverview) {
  // The requests start after the panels are painted.
  const checks = useDeferredValue(overview.checks, nothingToCheck)
  return (
    <>
      <Counts counts={counts.status} />
      <div className="overview">
        <ChainAttention order={checks} />
        <NextFailures order={checks} />
        <Upcoming running={running} hour={hour} day={day} />
        <NewestRuns flows={newest} />
        <Owners owners={owners} />
      </div>
    </>
  )
}

/** A component, because each finished check rerenders it. The other panels don't change. */
function ChainAttention({ order }: { order: CheckOrder }) {
  return <Attention attention={useAttention(order)} limit={10} />
}

function Owners({ owners }: Pick<FlowsOverview, 'owners'>) {
  return (
    <section className="panel owners" aria-labelledby="owners" data-testid="owners">
      <h2 id="owners">Top owners</h2>
      <ol className="lines">
        {owners.map(([owner, flows]) => (
          <li key={owner}>
            <Copyable text={owner} />
            <span className="muted">{formatCount(flows, 'flow')}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function OverviewSkeleton() {
  return (
    <div data-testid="skeleton" aria-busy="true">
      <Counts counts={null} />
      <div className="overview">
        <section className="panel attention">
          <h2>Needs attention</h2>
          <FlowList />
        </section>
        <section className="panel">
          <h2>Upcoming runs</h2>
        </section>
      </div>
    </div>
  )
}
