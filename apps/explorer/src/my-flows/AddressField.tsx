import { type SubmitEvent, useState } from 'react'
import { isTransactionHash, paths, searchPath } from '../router/paths'
import { useNavigate } from '../router/router'

/** The field of a first visit, for the visitor's address or a flow ID. */
export function AddressField() {
  const navigate = useNavigate()
  const [problem, setProblem] = useState('')

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('address'))
    const path = searchPath(text)
    // Other texts lead to a list of flows.
    if (path && !path.startsWith(`${paths.flows}?`)) return navigate(path)
    setProblem(
      isTransactionHash(text)
        ? 'This is a transaction. Paste your address, or the ID of a flow.'
        : 'Paste an address that starts with into1, or the ID of a flow.',
    )
  }

  return (
    <form className="panel first-visit" data-testid="first-visit" onSubmit={submit} noValidate>
      <label htmlFor="address">Find your flows</label>
      <div className="input">
        <input
          id="address"
          name="address"
          data-testid="address"
          placeholder="Paste your address or a flow ID"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-invalid={problem !== ''}
          aria-describedby="address-help"
          onChange={() => setProblem('')}
        />
        <button type="submit" className="primary" data-testid="address-submit">
          Open
        </button>
      </div>
      <p id="address-help" className={problem ? 'problem' : 'muted'} role="status" data-testid="address-help">
        {problem || 'See which flows fail next, and how to fix them. Bookmark what you find to see it here.'}
      </p>
    </form>
  )
}
