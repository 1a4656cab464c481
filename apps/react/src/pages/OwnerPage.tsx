import { connections, loadedFlows, paths, words } from '@flow-query/explorer-kit'
import { useInfiniteFlowsForOwner } from '@flow-query/react'
import { formatNumber } from '@flow-query/words'
import type { SubmitEvent } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { IcaAddress } from '../parts/Account'
import { Copy } from '../parts/Copy'
import { FlowTable, FlowTableSkeleton } from '../parts/FlowTable'
import { Loaded, Notice } from '../parts/Loaded'
import { LoadMore } from '../parts/LoadMore'

export function OwnerPage() {
  const { owner = '' } = useParams()
  const flows = useInfiniteFlowsForOwner({ owner, limit: 50, reverse: true, countTotal: true })
  const loaded = loadedFlows(flows.data?.pages ?? [])
  const total = flows.data?.pages[0]?.total
  return (
    <>
      <title>{words.title(words.owner.title)}</title>
      <h1 className="page-title">{words.owner.title}</h1>
      <p className="address">
        <Copy text={owner} whole what={words.what.owner} />
      </p>
      <Accounts key={owner} owner={owner} known={connections(loaded)} />
      <h2 className="section">
        {words.owner.flows}{' '}
        <span className="count" data-testid="owner-total">
          {total != null && formatNumber(total)}
        </span>
      </h2>
      <Loaded
        query={flows}
        skeleton={<FlowTableSkeleton ofOne />}
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
        {() => (
          <>
            {loaded.length ? (
              <FlowTable flows={loaded} label={words.owner.flows} ofOne />
            ) : (
              <Notice testId="empty" title={words.owner.empty} help={words.owner.emptyHelp} />
            )}
            <LoadMore query={flows} auto words={words.flows} />
          </>
        )}
      </Loaded>
    </>
  )
}

/** The owner's interchain accounts: on the connections of their flows, and on one that can be asked for. */
function Accounts({ owner, known }: { owner: string; known: readonly string[] }) {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('connection')?.trim()
  const shown = asked && !known.includes(asked) ? [...known, asked] : known

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setSearch({ connection: String(new FormData(event.currentTarget).get('connection')) }, { replace: true })
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
              name="connection"
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
