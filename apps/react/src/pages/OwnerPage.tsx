import type { Flow, FlowHistoryPage } from '@flow-query/core'
import { arrangeFlows, countFlows } from '@flow-query/core/collection'
import { newestRunsQueryOptions } from '@flow-query/core/insights'
import {
  arrangement,
  connections,
  failingFirst,
  isNothingRead,
  isUnfiltered,
  paths,
  readFilters,
  statuses,
  sumCoins,
  withFilter,
  words,
} from '@flow-query/explorer-kit'
import { useFlowClient, useTrustlessAgentsForAdmin } from '@flow-query/react'
import { useFlowCollection } from '@flow-query/react/collection'
import { useFlowsHealth } from '@flow-query/react/insights'
import { formatNumber } from '@flow-query/words'
import { useQueries } from '@tanstack/react-query'
import { type SubmitEvent, useMemo } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { useTimeOf } from '../hooks'
import { Amounts } from '../parts/Amounts'
import { Address } from '../parts/Copy'
import { FlowList } from '../parts/FlowList'
import { IcaAddress } from '../parts/flow/Account'
import { FlowTable, FlowTableSkeleton } from '../parts/flows/FlowTable'
import { Loaded, Notice } from '../parts/Loaded'
import { Progress } from '../parts/Progress'

/** An owner: what needs attention first, then all their flows. */
export default function OwnerPage() {
  const { owner = '' } = useParams()
  const collection = useFlowCollection({ owner })
  return (
    <>
      <title>{words.title(words.owner.title)}</title>
      <header className="flow-head">
        <p className="overline">{words.owner.title}</p>
        <h1 className="whole-address" data-testid="owner-title">
          <Address address={owner} whole what={words.what.owner} />
        </h1>
      </header>
      <Loaded
        query={collection}
        skeleton={<FlowTableSkeleton ofOne />}
        isNothing={isNothingRead}
        instead={{
          argument: (
            <Notice testId="not-found" title={words.owner.badAddress} help={words.owner.badAddressHelp}>
              <Link className="button" to={paths.flows}>
                {words.notFound.toFlows}
              </Link>
            </Notice>
          ),
        }}
      >
        {({ flows }) => (
          <>
            <Progress query={collection} />
            {flows.length > 0 ? (
              <Owned flows={flows} />
            ) : (
              <Notice testId="empty" title={words.owner.empty} help={words.owner.emptyHelp} />
            )}
            <div className="columns">
              <Accounts key={owner} owner={owner} known={connections(flows)} />
              <Agents owner={owner} />
            </div>
          </>
        )}
      </Loaded>
    </>
  )
}

function Owned({ flows }: { flows: Flow[] }) {
  const [search, setSearch] = useSearchParams()
  const filters = readFilters(search)
  const now = useTimeOf(flows)
  const found = useMemo(() => arrangeFlows(flows, arrangement(readFilters(search)), now), [flows, search, now])
  const counts = useMemo(() => countFlows(flows, now), [flows, now])
  return (
    <>
      <Attention flows={flows} />
      <div className="panel-head">
        <h2 className="section">
          {words.owner.flows}{' '}
          <span className="count" data-testid="owner-total">
            {formatNumber(flows.length)}
          </span>
        </h2>
        <div className="filter-line">
          <Fees flows={flows} />
          <select
            aria-label={words.flows.status}
            data-testid="filter-status"
            value={filters.status ?? ''}
            onChange={event => setSearch(withFilter(search, 'status', event.target.value), { replace: true })}
          >
            <option value="">{words.flows.all}</option>
            {statuses.map(status => (
              <option key={status} value={status}>
                {words.statuses[status]} ({formatNumber(counts.status[status])})
              </option>
            ))}
          </select>
        </div>
      </div>
      {found.length > 0 && <FlowTable flows={found} label={words.owner.flows} ofOne />}
      {!found.length && !isUnfiltered(filters) && <p className="note">{words.flows.emptyFilter}</p>}
    </>
  )
}

/** What needs attention stands first. It keeps its height while that is found out, so that nothing below it moves. */
function Attention({ flows }: { flows: readonly Flow[] }) {
  const { data, isPending } = useFlowsHealth({ flows })
  const failing = failingFirst(data)
  return (
    <section className="panel attention of-owner" aria-labelledby="attention" data-testid="attention">
      <h2 id="attention">
        {words.owner.attention} {failing.length > 0 && <span className="count">{formatNumber(failing.length)}</span>}
      </h2>
      {failing.length > 0 && <FlowList flows={failing} />}
      {failing.length === 0 && <p className="muted">{isPending ? words.flows.looking : words.overview.noAttention}</p>}
    </section>
  )
}

/** Of the newest runs of all their flows: the same queries that tell how these are. */
function Fees({ flows }: { flows: readonly Flow[] }) {
  const client = useFlowClient()
  const fees = useQueries({ queries: flows.map(flow => newestRunsQueryOptions(client, flow)), combine: sumFees })
  return (
    <span className="note" data-testid="owner-fees">
      {words.owner.fees}: <Amounts coins={fees} none={words.owner.noFees} />
    </span>
  )
}

function sumFees(results: readonly { data: FlowHistoryPage | undefined }[]) {
  return sumCoins(results.flatMap(({ data }) => data?.history.flatMap(entry => entry.execFee) ?? []))
}

/** The owner's interchain accounts: on the connections of their flows, and on one that can be asked for. */
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
      <h2 id="accounts">{words.owner.accounts}</h2>
      <p className="intro">{words.owner.accountsHelp}</p>
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
          {words.owner.connection}
          <span className="input">
            <input
              name="account"
              className="mono"
              data-testid="connection"
              placeholder={words.owner.connectionHint}
              defaultValue={asked}
              autoComplete="off"
              spellCheck={false}
              required
            />
            <button type="submit" data-testid="connection-submit">
              {words.owner.lookUp}
            </button>
          </span>
        </label>
      </form>
    </section>
  )
}

/** Nothing for the many who run none. */
function Agents({ owner }: { owner: string }) {
  const { data } = useTrustlessAgentsForAdmin({ feeAdmin: owner })
  if (!data?.trustlessAgents.length) return null
  return (
    <section className="panel" aria-labelledby="agents" data-testid="owner-agents">
      <h2 id="agents">{words.owner.agents}</h2>
      <ul className="lines">
        {data.trustlessAgents.map(({ agentAddress }) => (
          <li key={agentAddress}>
            <Address address={agentAddress} what={words.what.address} to={paths.agent(agentAddress)} />
          </li>
        ))}
      </ul>
    </section>
  )
}
