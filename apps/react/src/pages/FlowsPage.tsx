import type { Flow } from '@flow-query/core'
import { arrangeFlows, countFlows } from '@flow-query/core/collection'
import {
  arrangement,
  choices,
  connections,
  type Filters,
  healths,
  isNothingRead,
  isUnfiltered,
  readFilters,
  sorts,
  statuses,
  typeName,
  typingPause,
  withFilter,
  words,
} from '@flow-query/explorer-kit'
import { useFlowCollection } from '@flow-query/react/collection'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useTimeOf } from '../hooks'
import { FlowTable, FlowTableSkeleton } from '../parts/flows/FlowTable'
import { NoneFound } from '../parts/flows/NoneFound'
import { OfHealth } from '../parts/flows/OfHealth'
import { Loaded, Notice } from '../parts/Loaded'
import { Progress } from '../parts/Progress'

const noFlows: readonly Flow[] = []

/** All flows of the chain. What is shown of them, and in which order, is in the address. */
export default function FlowsPage() {
  const collection = useFlowCollection()
  const flows = collection.data?.flows ?? noFlows
  return (
    <>
      <title>{words.title(words.flows.title)}</title>
      <h1 className="page-title">{words.flows.title}</h1>
      {(collection.isPending || flows.length > 0) && <Toolbar flows={flows} />}
      <Loaded query={collection} skeleton={<FlowsSkeleton />} isNothing={isNothingRead}>
        {({ flows }) => (
          <>
            <Progress query={collection} />
            {flows.length ? (
              <AllFlows flows={flows} />
            ) : (
              <Notice testId="empty" title={words.flows.empty} help={words.flows.emptyHelp} />
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

function useFilters() {
  const [search, setSearch] = useSearchParams()
  const address = search.toString()
  const filters = useMemo(() => readFilters(new URLSearchParams(address)), [address])
  return { filters, search, setSearch }
}

function AllFlows({ flows }: { flows: readonly Flow[] }) {
  const { filters } = useFilters()
  // While the chain is read, a key that is pressed comes before rows that are new.
  const known = useDeferredValue(flows)
  const now = useTimeOf(known)
  const found = useMemo(() => arrangeFlows(known, arrangement(filters), now), [known, filters, now])

  return (
    <>
      {filters.health ? (
        <OfHealth key={filters.health} flows={found} health={filters.health} />
      ) : (
        <>
          <p className="note" role="status" data-testid="flows-found">
            {words.flows.found(found.length, known.length)}
          </p>
          {found.length > 0 && <FlowTable flows={found} label={words.flows.title} />}
          {!found.length && !isUnfiltered(filters) && <NoneFound />}
        </>
      )}
    </>
  )
}

/** It stands there before the flows do, and takes what is typed. */
function Toolbar({ flows }: { flows: readonly Flow[] }) {
  const { filters, search, setSearch } = useFilters()
  const known = useDeferredValue(flows)
  const types = useMemo(() => Array.from(countFlows(known, 0).messageType.keys()).sort(), [known])
  const over = useMemo(() => connections(known), [known])
  const { status, health, type, connection, sort } = filters

  function onChoose(name: keyof Filters, value: string) {
    setSearch(withFilter(search, name, value), { replace: true })
  }

  return (
    <fieldset className="toolbar" aria-label={words.flows.filters}>
      <Words q={filters.q} onChange={q => onChoose('q', q)} />
      <Choice name="status" label={words.flows.status} value={status} onChoose={onChoose}>
        {statuses.map(status => [status, words.statuses[status]])}
      </Choice>
      <Choice name="health" label={words.flows.health} value={health} onChoose={onChoose}>
        {healths.map(health => [health, words.flows.healths[health]])}
      </Choice>
      <Choice name="type" label={words.flows.type} value={type} onChoose={onChoose}>
        {choices(types, type).map(type => [type, typeName(type)])}
      </Choice>
      <Choice name="connection" label={words.flows.connection} value={connection} onChoose={onChoose}>
        {choices(over, connection).map(id => [id, id])}
      </Choice>
      <label className="field">
        {words.flows.sort}
        <select data-testid="sort" value={sort} onChange={event => onChoose('sort', event.target.value)}>
          {sorts.map(sort => (
            <option key={sort} value={sort}>
              {words.flows.sorts[sort]}
            </option>
          ))}
        </select>
      </label>
    </fieldset>
  )
}

/**
 * The field shows what is typed at once, and the address follows a moment later, as finding the flows takes its time; what comes
 * with another address stands in it as well.
 */
function Words({ q, onChange }: { q: string; onChange: (q: string) => void }) {
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
  /** What can be chosen besides all, with its words. */
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

function FlowsSkeleton() {
  return (
    <>
      <p className="note">{words.loading}</p>
      <FlowTableSkeleton />
    </>
  )
}
