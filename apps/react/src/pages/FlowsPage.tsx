import { arrange, arrangement, clock, loadedFlows, searchPath, sorts, statuses, words } from '@flow-query/explorer-kit'
import { useFlows, useInfiniteFlows } from '@flow-query/react'
import { formatNumber } from '@flow-query/words'
import { type SubmitEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { FlowTable, FlowTableSkeleton } from '../parts/FlowTable'
import { Loaded, Notice } from '../parts/Loaded'
import { LoadMore } from '../parts/LoadMore'
import { Icon } from '../parts/Mark'

export function FlowsPage() {
  const [search, setSearch] = useSearchParams()
  const { status, sort } = arrangement(search)
  const flows = useInfiniteFlows({ limit: 50, reverse: true })
  const { data: total = null } = useFlows({ limit: 1, countTotal: true }, { select: page => page.total })
  const arranged = status !== null || sort !== 'newest'

  function choose(name: string, value: string) {
    const next = new URLSearchParams(search)
    if (value) next.set(name, value)
    else next.delete(name)
    setSearch(next, { replace: true, preventScrollReset: true })
  }

  return (
    <>
      <title>{words.title(words.flows.title)}</title>
      <h1 className="page-title">
        {words.flows.title}{' '}
        <span className="count" data-testid="flows-total">
          {total === null ? '' : formatNumber(total)}
        </span>
      </h1>
      <div className="toolbar">
        <Search />
        <label className="field">
          {words.flows.filter}
          <select
            data-testid="filter-status"
            value={status ?? ''}
            onChange={event => choose('status', event.target.value)}
          >
            <option value="">{words.flows.all}</option>
            {statuses.map(status => (
              <option key={status} value={status}>
                {words.statuses[status]}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          {words.flows.sort}
          <select data-testid="sort" value={sort} onChange={event => choose('sort', event.target.value)}>
            {sorts.map(sort => (
              <option key={sort} value={sort}>
                {words.flows.sorts[sort]}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Loaded query={flows} skeleton={<FlowTableSkeleton />}>
        {({ pages }) => {
          const loaded = loadedFlows(pages)
          const shown = arrange(loaded, { status, sort }, clock.now())
          if (!loaded.length) {
            return <Notice testId="empty" title={words.flows.empty} help={words.flows.emptyHelp} />
          }
          return (
            <>
              {arranged && (
                <p className="note" role="status" data-testid="of-loaded">
                  {words.flows.ofLoaded(shown.length, loaded.length, total)}
                </p>
              )}
              {shown.length ? (
                <FlowTable flows={shown} label={words.flows.title} />
              ) : (
                <Notice testId="empty" title={words.flows.emptyFilter} help={words.flows.emptyFilterHelp}>
                  <button type="button" data-testid="show-all" onClick={() => choose('status', '')}>
                    {words.flows.showAll}
                  </button>
                </Notice>
              )}
              <LoadMore query={flows} auto={!arranged} words={words.flows} />
              {!flows.hasNextPage && !arranged && (
                <p className="note end" data-testid="end">
                  {words.flows.end(loaded.length)}
                </p>
              )}
            </>
          )
        }}
      </Loaded>
    </>
  )
}

/** Leads to the flow or the owner that was typed. */
function Search() {
  const navigate = useNavigate()
  const [wrong, setWrong] = useState(false)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const path = searchPath(String(new FormData(event.currentTarget).get('q')))
    setWrong(!path)
    if (path) navigate(path)
  }

  return (
    <search className="search">
      <form onSubmit={submit}>
        <label className="field">
          {words.flows.search}
          <span className="input">
            <Icon name="search" />
            <input
              name="q"
              type="search"
              data-testid="search"
              placeholder={words.flows.searchHint}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              aria-invalid={wrong}
              aria-describedby="search-problem"
              onChange={() => setWrong(false)}
            />
            <button type="submit" data-testid="search-submit">
              {words.flows.searchButton}
            </button>
          </span>
        </label>
        <p id="search-problem" role="alert" data-testid="search-error">
          {wrong && words.flows.searchWrong}
        </p>
      </form>
    </search>
  )
}
