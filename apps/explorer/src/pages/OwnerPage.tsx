import type { FlowHistoryPage } from '@flow-query/core'
import type { FlowCollection } from '@flow-query/core/collection'
import type { FlowVerdict } from '@flow-query/core/insights'
import { formatCount, formatNumber, shortenAddress, statusNames } from '@flow-query/format'
import { newestRunsQueryOptions, useFlowClient, useTrustlessAgentsForAdmin } from '@flow-query/react'
import { useFlowCollection } from '@flow-query/react/collection'
import { useQueries } from '@tanstack/react-query'
import { type SubmitEvent, useCallback, useDeferredValue } from 'react'
import { Attention } from '../attention/Attention'
import { nothingToCheck } from '../attention/checks'
import { NextFailures } from '../attention/NextFailures'
import { maxOtherFlows } from '../attention/owners-flows'
import { useChecks } from '../attention/use-checks'
import { BookmarkButton } from '../bookmarks/BookmarkButton'
import { useBookmarks } from '../bookmarks/BookmarksProvider'
import { Coverage } from '../collection/Coverage'
import { allOf, autoLoadLimit, isEmptyAndLoading } from '../collection/collection'
import { csvList } from '../collection/coverage-text'
import { CsvButton } from '../csv/CsvButton'
import { FlowTable } from '../flows/FlowTable'
import { FlowTableSkeleton } from '../flows/FlowTableSkeleton'
import { connections, isUnfiltered, statuses } from '../flows/filters'
import { useFilters } from '../flows/use-filters'
import { Link } from '../layout/Link'
import { type OwnedFlows, ownedFlows } from '../overview/overview'
import { isOwnerAddress, paths } from '../paths'
import { useParams, useSearchParams } from '../router'
import { Loaded } from '../states/Loaded'
import { Notice } from '../states/Notice'
import { useSteps } from '../steps/use-steps'
import { Amounts } from '../values/Amounts'
import { Copyable } from '../values/Copyable'
import { sumCoins } from '../values/coins'
import { IcaAddress } from '../values/IcaAddress'

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
  const checks = useDeferredValue(owned.checks, nothingToCheck)
  const checked = useChecks(checks)
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

/** The fees of the newest runs of the checked flows. These queries are shared with the health checks. */
function Fees({ verdicts, total }: { verdicts: readonly FlowVerdict[]; total: number | null }) {
  const client = useFlowClient()
  const fees = useQueries({
    queries: verdicts.map(({ flow }) => newestRunsQueryOptions(client, flow)),
    combine: sumFees,
  })
  const feesTitle =
    verdicts.length === total
      ? 'Fees of recent runs'
      : `Fees of recent runs of ${formatCount(verdicts.length, 'checked flow')}`
  return (
    <span className="note" data-testid="owner-fees">
      {feesTitle}: <Amounts coins={fees} none="None" />
    </span>
  )
}

function sumFees(results: readonly { data: FlowHistoryPage | undefined }[]) {
  return sumCoins(results.flatMap(({ data }) => data?.history.flatMap(entry => entry.execFee) ?? []))
}

/** The owner's interchain accounts, on the connections of their flows and on a connection from the form. */
function Accounts({ owner, known }: { owner: string; known: readonly string[] }) {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('account')?.trim()
  const shown = asked && !known.includes(asked) ? [...known, asked] : known

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const next = new URLSearchParams(search)
    next.set('account', String(new FormData(event.currentTarget).get('account')))
    setSearch(next, { replace: true })
  }

  return (
    <section className="panel" aria-labelledby="accounts">
      <h2 id="accounts">Interchain accounts</h2>
      <p className="intro">On each connection, this owner has a separate account on the other chain.</p>
      <dl className="facts">
        {shown.map(connectionId => (
          <div key={connectionId} data-testid="owner-account">
            <dt className="mono">{connectionId}</dt>
            <dd>
              <IcaAddress owner={owner} connectionId={connectionId} />
            </dd>
          </div>
        ))}
      </dl>
      <form className="connection" onSubmit={submit}>
        <label className="field">
          Connection
          <span className="input">
            <input
              name="account"
              className="mono"
              data-testid="connection"
              placeholder="connection-0"
              defaultValue={asked}
              autoComplete="off"
              spellCheck={false}
              required
            />
            <button type="submit" data-testid="connection-submit">
              Look up
            </button>
          </span>
        </label>
      </form>
    </section>
  )
}

/** The agents that the owner manages. Renders nothing for other owners. */
function Agents({ owner }: { owner: string }) {
  const { data } = useTrustlessAgentsForAdmin({ feeAdmin: owner })
  if (!data?.trustlessAgents.length) return null
  return (
    <section className="panel" aria-labelledby="agents" data-testid="owner-agents">
      <h2 id="agents">Managed agents</h2>
      <ul className="lines">
        {data.trustlessAgents.map(({ agentAddress }) => (
          <li key={agentAddress}>
            <Copyable text={agentAddress} to={paths.agent(agentAddress)} />
          </li>
        ))}
      </ul>
    </section>
  )
}
