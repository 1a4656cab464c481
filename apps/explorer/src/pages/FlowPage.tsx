import type { Flow } from '@flow-query/core'
import { describeFlow, formatLabel, nameVerdict, shortenAddress } from '@flow-query/format'
import { useFlow, useInfiniteFlowHistory } from '@flow-query/react'
import { useMemo } from 'react'
import { BookmarkButton } from '../bookmarks/BookmarkButton'
import { useBookmarks } from '../bookmarks/BookmarksProvider'
import { Conditions } from '../flow/conditions/Conditions'
import { Details } from '../flow/Details'
import { Funds } from '../flow/forecast/Funds'
import { History } from '../flow/history/History'
import { RunsPicture } from '../flow/history/RunsPicture'
import { MainSkeleton } from '../flow/MainSkeleton'
import { Messages } from '../flow/messages/Messages'
import { VerdictPanel } from '../flow/VerdictPanel'
import { ShareButton } from '../node/ShareButton'
import { Link } from '../router/Link'
import { paths } from '../router/paths'
import { useParams } from '../router/router'
import { executions, newestRuns } from '../runs/executions'
import { Loaded } from '../states/Loaded'
import { LoadMore } from '../states/LoadMore'
import { Notice } from '../states/Notice'
import { NotifyButton } from '../subscriptions/NotifyButton'
import { usePageNotices } from '../subscriptions/page-notices'
import { CopyButton } from '../values/CopyButton'
import { FlowLabel } from '../values/FlowLabel'
import { Status } from '../values/Status'
import { useVerdict } from '../verdicts/use-verdict'

/** The page starts with the flow's health and how to fix problems. */
export default function FlowPage() {
  const { id = '' } = useParams()
  const flow = useFlow({ id })
  return (
    <>
      <title>{`Flow ${id} · Flow Explorer`}</title>
      <Loaded
        query={flow}
        skeleton={<FlowSkeleton id={id} />}
        instead={{
          notFound: (
            <NoFlow title={`Flow ${id} not found`} help="This flow does not exist yet, or it is on another chain." />
          ),
          argument: <NoFlow title={`“${id}” is not a valid flow ID`} help="A flow ID is a whole number, such as 14." />,
        }}
      >
        {flow => <FlowView key={flow.id} flow={flow} />}
      </Loaded>
    </>
  )
}

function nameOf(flow: Flow): string {
  return formatLabel(flow).trim()
}

/** A longer label would fill the screen of a phone, so it gets a smaller font. */
const longLabel = 60

function FlowView({ flow }: { flow: Flow }) {
  const history = useInfiniteFlowHistory(newestRuns(flow.id))
  const shown = useVerdict(flow, history.data?.pages[0])
  const { verdict, forecast, newest, time, isWaiting, error } = shown
  usePageNotices(useMemo(() => (verdict && !isWaiting ? [verdict] : []), [verdict, isWaiting]))
  const ownerName = useBookmarks().ownerNames.get(flow.owner) ?? shortenAddress(flow.owner)
  const state = verdict ? `${nameVerdict(verdict)} · ` : ''
  const title = `${nameOf(flow)} · ${state}${ownerName}`
  return (
    <>
      <title>{`${title} · Flow Explorer`}</title>
      <header className="flow-head">
        <div className="overline">
          Flow <span className="mono">{flow.id}</span>
          <CopyButton text={() => flow.id} what="flow ID" />
          <Status flow={flow} verdict={verdict ?? undefined} testId="flow-status" />
          <div className="head-buttons">
            <BookmarkButton kind="flow" id={flow.id} suggestion={nameOf(flow)} />
            <NotifyButton subjects={[{ target: { flow: flow.id }, name: nameOf(flow) }]} />
            <ShareButton className="bookmark" text={title} />
          </div>
        </div>
        <h1 className={flow.label.length > longLabel ? 'long' : undefined} data-testid="flow-title">
          <FlowLabel flow={flow} />
        </h1>
        <p className="does" data-testid="flow-does">
          {describeFlow(flow)}
        </p>
      </header>
      <div className="flow-page">
        <div>
          <Loaded query={history} skeleton={<MainSkeleton />}>
            {({ pages }) =>
              time && verdict ? (
                <>
                  <VerdictPanel verdict={verdict} isWaiting={isWaiting} error={error} />
                  {/* The height of the verdict depends on the forecast, and nothing may move below it. */}
                  {!isWaiting && (
                    <>
                      {newest && (
                        <RunsPicture flow={shown.flow} newest={newest} forecast={verdict.forecast} time={time} />
                      )}
                      <Funds flow={shown.flow} forecast={forecast} />
                      <History flow={flow} runs={executions(pages)} time={time}>
                        <LoadMore query={history} text="Load older runs" loadingText="Loading older runs…" />
                      </History>
                    </>
                  )}
                </>
              ) : (
                <MainSkeleton />
              )
            }
          </Loaded>
        </div>
        {/* On a phone, this is below the runs, so it is hidden until they are loaded. */}
        <aside hidden={history.isPending || isWaiting}>
          <Messages flow={flow} />
          <Details flow={flow} verdict={verdict} />
          <Conditions flow={flow} isOver={verdict?.state === 'ended'} />
        </aside>
      </div>
    </>
  )
}

function NoFlow({ title, help }: { title: string; help: string }) {
  return (
    <Notice testId="not-found" level={1} title={title} help={help}>
      <Link className="button" to={paths.flows}>
        View all flows
      </Link>
    </Notice>
  )
}

function FlowSkeleton({ id }: { id: string }) {
  return (
    <div>
      <header className="flow-head">
        <p className="overline">
          Flow <span className="mono">{id}</span>
        </p>
        <h1>
          <span className="sr">Loading</span>
          <i className="bone wide" />
        </h1>
        <p className="does">
          <i className="bone wider" />
        </p>
      </header>
      <div className="flow-page">
        <div>
          <MainSkeleton />
        </div>
      </div>
    </div>
  )
}
