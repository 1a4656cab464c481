import type { SubmitEvent } from 'react'
import { IcaAddress } from '../accounts/IcaAddress'
import { useSearchParams } from '../router/router'

/** The owner's interchain accounts, on the connections of their flows and on a connection from the form. */
export function Accounts({ owner, known }: { owner: string; known: readonly string[] }) {
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
