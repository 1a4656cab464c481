import type { Flow } from '@flow-query/core'
import { flowHealth } from '@flow-query/core/insights'
import { ago, describeFlow, formatCount } from '@flow-query/format'
import { useFlow, useInfiniteFlowHistory } from '@flow-query/react'
import { useFlowVerdict } from '@flow-query/react/forecast'
import { Link, useParams } from 'react-router'
import { BookmarkButton } from '../bookmarks/BookmarkButton'
import { Account } from '../flow/Account'
import { Conditions } from '../flow/conditions/Conditions'
import { Figures } from '../flow/Figures'
import { Forecast } from '../flow/forecast/Forecast'
import { Funds } from '../flow/forecast/Funds'
import { MainSkeleton } from '../flow/MainSkeleton'
import { Messages } from '../flow/messages/Messages'
import { executions, newestRuns, willRunAgain } from '../flow/runs/executions'
import { History } from '../flow/runs/History'
import { RunsPicture } from '../flow/runs/RunsPicture'
import { Schedule } from '../flow/Schedule'
import { Verdict } from '../flow/Verdict'
import { paths } from '../paths'
import { Loaded } from '../states/Loaded'
import { LoadMore } from '../states/LoadMore'
import { Notice } from '../states/Notice'
import { Time } from '../time/Time'
import { useTime } from '../time/use-chain-time'
import { Copyable } from '../values/Copyable'
import { CopyButton } from '../values/CopyButton'
import { FlowLabel } from '../values/FlowLabel'
import { Status } from '../values/Status'

/** A flow. The page starts with its health and how to fix problems. */
export default function FlowPage() {
  const { id = '' } = useParams()
  const flow = useFlow({ id })
  return (
    <>
      <title>{`${flow.data?.label.trim() || `Flow ${id}`} · Flow Explorer`}</title>
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

/** A longer label would fill the screen of a phone, so it gets a smaller font. */
const longLabel = 60

function FlowView({ flow }: { flow: Flow }) {
  const history = useInfiniteFlowHistory(newestRuns(flow.id))
  const time = useTime()
  // The figures and charts use the first page only, so they don't change when older runs are loaded.
  const page = history.data?.pages[0]
  const newest = executions(page ? [page] : [])
  const { data: verdict, isPending, error } = useFlowVerdict({ flow })
  const forecast = verdict?.forecast ?? undefined
  return (
    <>
      <header className="flow-head">
        <div className="overline">
          Flow <span className="mono">{flow.id}</span>
          <CopyButton text={() => flow.id} what="flow ID" />
          <Status flow={flow} health={page && time && flowHealth(flow, page, time)} testId="flow-status" />
          <BookmarkButton kind="flow" id={flow.id} suggestion={flow.label.trim() || `Flow ${flow.id}`} />
        </div>
        <h1 className={flow.label.length > longLabel ? 'long' : undefined} data-testid="flow-title">
          <FlowLabel flow={flow} />
        </h1>
        <p className="does" data-testid="flow-does">
          {describeFlow(flow)}
        </p>
      </header>
      <div className="flow-page">
        <div className="flow-main">
          <Loaded query={history} skeleton={<MainSkeleton />}>
            {({ pages }) =>
              time ? (
                <>
                  {page && <Verdict flow={flow} newest={page} time={time} />}
                  {willRunAgain(flow, time, newest[0]?.entry) && <Forecast forecast={forecast} error={error} />}
                  <Figures flow={flow} newest={page} time={time} />
                  <Schedule flow={flow} runs={newest} forecast={forecast} time={time} />
                  {newest.length > 0 && <RunsPicture flow={flow} runs={newest} time={time} />}
                  <History flow={flow} runs={executions(pages)} time={time} />
                  <LoadMore query={history} text="Load older runs" loadingText="Loading older runs…" />
                </>
              ) : (
                <MainSkeleton />
              )
            }
          </Loaded>
        </div>
        {/* On a phone, this is below the runs, so it is hidden until they are loaded. */}
        <aside className="flow-aside" hidden={history.isPending}>
          <Messages flow={flow} />
          <Funds flow={flow} forecast={forecast} isPending={isPending} />
          <section className="panel" aria-labelledby="accounts">
            <h2 id="accounts">Accounts</h2>
            <dl className="facts">
              <div>
                <dt>Owner</dt>
                <dd>
                  <Copyable text={flow.owner} what="owner address" testId="flow-owner" />
                </dd>
              </div>
              <div>
                <dt>Fee account</dt>
                <dd>
                  <Copyable text={flow.feeAddress} what="fee account address" />
                </dd>
              </div>
              <Account flow={flow} />
              <Updates times={flow.updateHistory} />
            </dl>
          </section>
          <Conditions flow={flow} />
        </aside>
      </div>
    </>
  )
}

/** The time of the last update, if the owner has updated the flow. */
function Updates({ times }: { times: readonly string[] }) {
  const last = times.at(-1)
  if (!last) return null
  return (
    <div>
      <dt>Updated</dt>
      <dd data-testid="flow-updated">
        <Time time={last} select={ago} />
        {times.length > 1 && ` (${formatCount(times.length, 'update')})`}
      </dd>
    </div>
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
        <div className="flow-main">
          <MainSkeleton />
        </div>
      </div>
    </div>
  )
}
