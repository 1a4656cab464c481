import type { Flow } from '@flow-query/core'
import { formatNumber } from '@flow-query/format'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { type FilterOptions, filterChoices } from '../filters/choices'
import { type Sort, sortsFor } from '../filters/filters'
import { prepareSearch } from '../filters/find-flows'
import { useFilters } from '../filters/use-filters'
import { useSearchKey } from '../filters/use-search-key'

interface ToolbarProps {
  flows: readonly Flow[]
  /** Undefined until the flows are loaded. */
  options: FilterOptions | undefined
}

/** The search field and the filters. They can be used while the flows are loading. */
export function Toolbar({ flows, options }: ToolbarProps) {
  const { filters, setFilter } = useFilters()
  const choices = useMemo(() => filterChoices(options, filters), [options, filters])
  const { status, health, type, connection } = filters
  const count = [status, health, type, connection].filter(Boolean).length
  const [isOpen, setOpen] = useState(false)

  return (
    <fieldset className="toolbar" aria-label="Filters">
      <Words
        q={filters.q}
        pause={health ? typingPause.searchByHealth : typingPause.search}
        onFocus={() => prepareSearch(flows)}
        onChange={q => setFilter('q', q)}
      />
      <button
        type="button"
        className="filters-toggle"
        data-testid="filters-toggle"
        aria-expanded={isOpen}
        aria-controls="filters"
        onClick={() => setOpen(!isOpen)}
      >
        {count ? `Filter and sort (${formatNumber(count)})` : 'Filter and sort'}
      </button>
      <div className="filters" id="filters">
        {choices.map(({ label, name, options }) => (
          <label key={name} className="field">
            {label}
            <select
              data-testid={`filter-${name}`}
              value={filters[name] ?? ''}
              onChange={event => setFilter(name, event.target.value)}
            >
              <option value="">All</option>
              {options.map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          </label>
        ))}
        <label className="field">
          Sort by
          <select data-testid="sort" value={filters.sort} onChange={event => setFilter('sort', event.target.value)}>
            {sortsFor(filters.health).map(sort => (
              <option key={sort} value={sort}>
                {sort === 'worst' && filters.health === 'willFail' ? 'Next failure' : sortNames[sort]}
              </option>
            ))}
          </select>
        </label>
      </div>
    </fieldset>
  )
}

const sortNames: Readonly<Record<Sort, string>> = {
  newest: 'Newest',
  next: 'Next run',
  last: 'Last run',
  label: 'Label',
  worst: 'Worst first',
}

/** The debounce delays of the search field, in milliseconds. Each search by health checks other flows, which requires requests. */
const typingPause = { search: 200, searchByHealth: 800 }

interface WordsProps {
  q: string
  pause: number
  onFocus: () => void
  onChange: (q: string) => void
}

/** Typed text is added to the URL with a delay, because filtering takes time. The field also shows a search text that is set by a link. */
function Words({ q, pause, onFocus, onChange }: WordsProps) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const apply = useEffectEvent(onChange)
  useSearchKey(input)
  useEffect(() => {
    if (typed === null) return
    const timer = setTimeout(() => {
      setTyped(null)
      apply(typed)
    }, pause)
    return () => clearTimeout(timer)
  }, [typed, pause])
  useEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = q
  }, [q])
  return (
    <label className="field">
      Search
      <input
        ref={input}
        type="search"
        data-testid="filter-words"
        placeholder="ID, label, amount, address…"
        defaultValue={q}
        autoComplete="off"
        spellCheck={false}
        aria-keyshortcuts="/"
        onFocus={onFocus}
        onChange={event => setTyped(event.target.value)}
      />
    </label>
  )
}
