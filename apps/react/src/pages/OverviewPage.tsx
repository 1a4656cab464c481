import type { Flow } from '@flow-query/core'
import { arrangeFlows, countFlows } from '@flow-query/core/collection'
import { failingFirst, isNothingRead, paths, statuses, statusMarks, words } from '@flow-query/explorer-kit'
import { useSuspenseTotalBurnt } from '@flow-query/react'
import { useFlowCollection } from '@flow-query/react/collection'
import { useFlowsHealth } from '@flow-query/react/insights'
import { formatAmount, formatNumber } from '@flow-query/words'
import { Suspense, useDeferredValue, useMemo } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { Link } from 'react-router'
import { useTimeOf } from '../hooks'
import { Address } from '../parts/Copy'
import { FlowList, FlowListSkeleton } from '../parts/FlowList'
import { Loaded, Notice } from '../parts/Loaded'
import { Mark } from '../parts/Mark'
import { NewestRuns } from '../parts/overview/NewestRuns'
import { Upcoming } from '../parts/overview/Upcoming'
import { Progress } from '../parts/Progress'

/** What an operator asks first: what fails, what runs next, what has just run. */
export default function OverviewPage() {
  const collection = useFlowCollection()
  return (
    <>
      <title>{words.title(words.overview.title)}</title>
      <h1 className="sr">{words.overview.title}</h1>
      <Loaded query={collection} skeleton={<OverviewSkeleton />} isNothing={isNothingRead}>
        {({ flows }) => (
          <>
            <Progress query={collection} />
            {flows.length ? (
              <Overview flows={flows} />
            ) : (
              <Notice testId="empty" title={words.flows.empty} help={words.flows.emptyHelp} />
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

function Overview({ flows }: { flows: readonly Flow[] }) {
  const known = useDeferredValue(flows)
  const now = useTimeOf(known)
  const counts = useMemo(() => countFlows(known, now), [known, now])
  const newest = useMemo(
    () => arrangeFlows(known, { sort: 'lastRun', descending: true }, now).slice(0, 100),
    [known, now],
  )
  return (
    <>
      <Counts counts={counts.status} />
      <div className="overview">
        <Attention flows={newest} all={known.length} />
        <Upcoming flows={known} />
        <NewestRuns flows={newest} />
        <Owners owners={counts.owner} />
      </div>
    </>
  )
}

function Counts({ counts }: { counts: Record<(typeof statuses)[number], number> | null }) {
  return (
    <ul className="counts">
      {statuses.map(status => (
        <li key={status} data-status={status}>
          <Link to={`${paths.flows}?status=${status}`} data-testid={`count-${status}`}>
            <span className="figure">{counts ? formatNumber(counts[status]) : <i className="bone" />}</span>
            <span className="status">
              <Mark path={statusMarks[status]} />
              {words.statuses[status]}
            </span>
          </Link>
        </li>
      ))}
      <li data-testid="burnt">
        <span className="figure">
          <ErrorBoundary fallback="–" resetKeys={[counts]}>
            <Suspense fallback={<i className="bone" />}>
              <Burnt />
            </Suspense>
          </ErrorBoundary>
        </span>
        <span className="muted">{words.overview.burnt}</span>
      </li>
    </ul>
  )
}

/** Suspends until it is known. Of the coin the page shows a text alone: with `select` it renders when that changes. */
function Burnt() {
  const { data: burnt } = useSuspenseTotalBurnt({}, { select: coin => formatAmount(coin) })
  return burnt
}

/** Of the flows that ran last, those that fail: each takes a request. */
function Attention({ flows, all }: { flows: readonly Flow[]; all: number }) {
  const { data, isPending } = useFlowsHealth({ flows })
  const failing = failingFirst(data)
  const { overview } = words
  return (
    <section className="panel attention" aria-labelledby="attention" data-testid="attention">
      <div className="panel-head">
        <h2 id="attention">{overview.attention}</h2>
        <Link to={`${paths.flows}?health=attention&sort=last`}>{overview.attentionAll}</Link>
      </div>
      <p className="intro">{overview.attentionOf(flows.length, all)}</p>
      {failing.length > 0 && <FlowList flows={failing.slice(0, 10)} />}
      {failing.length === 0 && (isPending ? <FlowListSkeleton /> : <p className="muted">{overview.noAttention}</p>)}
    </section>
  )
}

function Owners({ owners }: { owners: ReadonlyMap<string, number> }) {
  const busiest = Array.from(owners)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 8)
  return (
    <section className="panel" aria-labelledby="owners" data-testid="owners">
      <h2 id="owners">{words.overview.owners}</h2>
      <ol className="lines">
        {busiest.map(([owner, flows]) => (
          <li key={owner}>
            <Address address={owner} what={words.what.owner} />
            <span className="muted">{words.overview.ownerFlows(flows)}</span>
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
          <h2>{words.overview.attention}</h2>
          <FlowListSkeleton />
        </section>
        <section className="panel">
          <h2>{words.overview.upcoming}</h2>
        </section>
      </div>
    </div>
  )
}
