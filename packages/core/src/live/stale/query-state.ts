import { fetchedFrom } from '../../cache/fetch-progress.js'
import { isRecord } from '../../decode.js'
import { type ChainQuery, holdsFlows } from '../cache.js'
import { hasNewFlow, rowsOf } from '../rows.js'
import { isDueMark, type Mark, nextAttempt } from './marks.js'

/** Only `Stale.dispatch` changes the state. */
export interface QueryState {
  readonly flows: Map<string, Mark>
  newest: Mark | undefined
  whole: Mark | undefined
  requestedAt: number
  isAddingPage: boolean
  isReadingNewest: boolean
}

export function newState(): QueryState {
  return {
    flows: new Map(),
    newest: undefined,
    whole: undefined,
    requestedAt: 0,
    isAddingPage: false,
    isReadingNewest: false,
  }
}

export function marksOf(state: QueryState | undefined): Mark[] {
  return state ? [...state.flows.values(), state.newest, state.whole].filter(mark => mark !== undefined) : []
}

export function forgetMissingRows(state: QueryState, query: ChainQuery): void {
  const { flows } = state
  const missing = missingFlow(query)
  // The whole query is stale, because a flow that was not found has no row.
  state.whole ??= flows.get(missing)
  flows.delete(missing)
  if (isDueMark(state.whole)) return
  const contained = new Set(rowsOf(query, flows).map(({ id }) => id))
  for (const id of flows.keys()) if (!contained.has(id)) flows.delete(id)
}

export function endFetch(state: QueryState, query: ChainQuery, lastRequest: number): void {
  const { flows, newest, whole, requestedAt } = state
  if (state.isAddingPage) return
  const fetched = query.cached.state
  const isFresh = (mark: Mark) => mark.since < requestedAt && !mark.isCertain
  const from = fetchedFrom(fetched)
  for (const [id, mark] of flows) if (isFresh(mark) && Number(id) >= from) flows.delete(id)
  if (newest && isFresh(newest)) state.newest = undefined
  if (whole && whole.since < requestedAt) state.whole = afterRead(query, whole, fetched.data, lastRequest)
}

export function afterRead(query: ChainQuery, mark: Mark, data: unknown, lastRequest: number): Mark | undefined {
  return mark.isCertain && !hasChanged(query, mark.before, data) ? nextAttempt(mark, lastRequest) : undefined
}

function hasChanged(query: ChainQuery, before: unknown, data: unknown): boolean {
  const isList = holdsFlows(query) && query.name !== 'flow' && isRecord(before) && isRecord(data)
  // The rows of an older response differ too, so only a new flow counts.
  return isList ? hasNewFlow(query, before, data) : data !== before
}

export function setRow({ flows }: QueryState, id: string, mark: Mark | undefined): void {
  if (mark) flows.set(id, mark)
  else flows.delete(id)
}

export function missingFlow({ name, args, cached }: ChainQuery): string {
  return name === 'flow' && cached.state.data === undefined ? (args.id ?? '') : ''
}
