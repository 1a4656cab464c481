import type { Flow } from '@flow-query/core'
import { countFlows } from '@flow-query/core/collection'
import {
  choices,
  connections,
  type Filters,
  filterCount,
  healths,
  prepareSearch,
  sortsFor,
  statuses,
  typeName,
  typingPause,
  words,
} from '@flow-query/explorer-kit'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useFilters } from '../../hooks'

/** The search field and the filters. They can be used while the flows are loading. */
export function Toolbar({ flows }: { flows: readonly Flow[] }) {
  const { filters, setFilter } = useFilters()
  const known = useDeferredValue(flows)
  const types = useMemo(() => Array.from(countFlows(known, 0).messageType.keys()).sort(), [known])
  const over = useMemo(() => connections(known), [known])
  const { status, health, type, connection, sort } = filters
  const [isOpen, setOpen] = useState(false)

  return (
    <fieldset className="toolbar" aria-label={words.flows.filters}>
      <Words q={filters.q} onFocus={() => prepareSearch(flows)} onChange={q => setFilter('q', q)} />
      <button
        type="button"
        className="filters-toggle"
        data-testid="filters-toggle"
        aria-expanded={isOpen}
        aria-controls="filters"
        onClick={() => setOpen(!isOpen)}
      >
        {words.flows.openFilters(filterCount(filters))}
      </button>
      <div className="filters" id="filters">
        <Choice name="status" label={words.flows.status} value={status} onChoose={setFilter}>
          {statuses.map(status => [status, words.statuses[status]])}
        </Choice>
        <Choice name="health" label={words.flows.health} value={health} onChoose={setFilter}>
          {healths.map(health => [health, words.flows.healths[health]])}
        </Choice>
        <Choice name="type" label={words.flows.type} value={type} onChoose={setFilter}>
          {choices(types, type).map(type => [type, typeName(type)])}
        </Choice>
        <Choice name="connection" label={words.flows.connection} value={connection} onChoose={setFilter}>
          {choices(over, connection).map(id => [id, id])}
        </Choice>
        <label className="field">
          {words.flows.sort}
          <select data-testid="sort" value={sort} onChange={event => setFilter('sort', event.target.value)}>
            {sortsFor(health).map(sort => (
              <option key={sort} value={sort}>
                {words.flows.sorts[sort]}
              </option>
            ))}
          </select>
        </label>
      </div>
    </fieldset>
  )
}

/** Typed text is added to the URL with a delay, because filtering takes time. The field also shows a search text that is set by a link. */
function Words({ q, onFocus, onChange }: { q: string; onFocus: () => void; onChange: (q: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  useEffect(() => {
    if (typed === null) return
    const timer = setTimeout(() => {
      setTyped(null)
      onChange(typed)
    }, typingPause)
    return () => clearTimeout(timer)
  }, [typed, onChange])
  useEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = q
  }, [q])
  return (
    <label className="field words">
      {words.flows.words}
      <input
        ref={input}
        type="search"
        data-testid="filter-words"
        placeholder={words.flows.wordsHint}
        defaultValue={q}
        autoComplete="off"
        spellCheck={false}
        onFocus={onFocus}
        onChange={event => setTyped(event.target.value)}
      />
    </label>
  )
}

interface ChoiceProps {
  name: keyof Filters
  label: string
  value: string | null
  onChoose: (name: keyof Filters, value: string) => void
  /** The options, without "All". */
  children: (readonly [value: string, text: string])[]
}

function Choice({ name, label, value, onChoose, children }: ChoiceProps) {
  return (
    <label className="field">
      {label}
      <select data-testid={`filter-${name}`} value={value ?? ''} onChange={event => onChoose(name, event.target.value)}>
        <option value="">{words.flows.all}</option>
        {children.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
