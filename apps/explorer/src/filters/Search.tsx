import { type SubmitEvent, useRef } from 'react'
import { searchPath } from '../router/paths'
import { useNavigate } from '../router/router'
import { Mark } from '../values/Mark'
import { icons } from '../values/marks'
import { useSearchKey } from './use-search-key'

/** The `/` key focuses the search field. */
export function Search() {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)

  useSearchKey(input)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const path = searchPath(input.current?.value ?? '')
    if (!path) return
    navigate(path)
    event.currentTarget.reset()
  }

  return (
    <search className="search">
      <form onSubmit={submit}>
        <label className="input">
          <span className="sr">Search for a flow or an owner</span>
          <Mark path={icons.search} />
          <input
            ref={input}
            type="search"
            data-testid="search"
            placeholder="ID, owner or label"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="search"
            aria-keyshortcuts="/"
          />
        </label>
      </form>
    </search>
  )
}
