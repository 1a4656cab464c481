import type { BlockTime, FlowClient } from '@flow-query/core'
import { FlowQueryError } from '@flow-query/core'
import { isSame } from '@flow-query/core/parts/cache'
import type { Steps } from '@flow-query/core/parts/collection'
import type { QueriesObserver, QueryClient } from '@tanstack/query-core'
import { checkFlow } from '../draft/check.js'
import type { FlowDraft } from '../draft/draft.js'
import { planDraft } from '../draft/facts/plan.js'
import type { FlowCheck } from '../draft/result.js'
import { haveDifferentBlocks } from '../forecast/facts/blocks.js'
import { type FactState, isSameFact } from '../forecast/facts/reader.js'
import { type FactsCache, FactsObserver, type FactsState } from './facts-observer.js'

export interface FlowDraftCheck {
  /** Undefined until all facts about the draft are loaded. */
  data: FlowCheck | undefined
  isPending: boolean
  error: FlowQueryError | null
}

interface DraftState extends FactsState<FlowCheck | undefined> {
  readonly differentBlocks: boolean | undefined
  readonly basis: Basis | undefined
}

interface Basis {
  readonly client: FlowClient
  /** The draft as JSON, because Vue and Svelte change the same object. */
  readonly text: string
  readonly time: BlockTime | undefined
  readonly facts: readonly (FactState | undefined)[]
}

export interface DraftObserverOptions {
  client: FlowClient
  /** While the draft is null or undefined, or its owner is empty, the check is pending. */
  draft: FlowDraft | null | undefined
  /** Defaults to the newest block of the cache. */
  time?: BlockTime | undefined
  /** How long a changed draft must stay the same before it is checked, in milliseconds. The first draft is checked at once. Default: 300 */
  debounce?: number | undefined
}

const defaultDebounce = 300

/** Observes the check of a draft, for a hook of another framework. */
export class DraftObserver extends FactsObserver<DraftObserverOptions, FlowCheck | undefined, DraftState> {
  /** @param facts an empty `QueriesObserver` from the TanStack Query package of your framework */
  constructor(queryClient: QueryClient, facts: QueriesObserver, options: DraftObserverOptions) {
    super(queryClient, facts, options, { initial, update, isAbout: () => false })
  }
}

const initial: DraftState = {
  queries: [],
  result: { data: undefined, isPending: true, error: null },
  differentBlocks: undefined,
  basis: undefined,
}

function* update(
  state: DraftState,
  { client, draft: given, time, debounce = defaultDebounce }: DraftObserverOptions,
  cache: FactsCache,
): Steps<DraftState> {
  if (!given?.owner) return initial
  const statesOf = (queries: DraftState['queries']) => queries.map(({ queryKey }) => cache.getQueryState(queryKey))
  const { basis, differentBlocks } = state
  const stateOf = cache.getQueryState.bind(cache)
  const text = jsonOf(given)
  if (text === null) return state.result.error && !basis ? state : { ...initial, result: notJson() }
  const isSameDraft = basis?.client === client && basis.text === text
  const current = statesOf(state.queries)
  // Another fetch can return the same facts from other blocks.
  const hasSameBlocks = differentBlocks === undefined || differentBlocks === haveDifferentBlocks(state.queries, current)
  const hasSameFacts = hasSameBlocks && current.every((fact, index) => isSameFact(fact, basis?.facts[index]))
  if (isSameDraft && isSame(basis.time, time) && hasSameFacts) return state

  const draft: FlowDraft = JSON.parse(text)
  const { queries, facts, isPending, error } = planDraft(client, draft, stateOf)
  const known = isSameDraft ? state.result.data : undefined
  const data = facts ? checkFlow(draft, facts, time ?? facts.time) : known
  return {
    queries,
    edited: text,
    debounce,
    result: { data, isPending, error },
    differentBlocks: facts?.differentBlocks,
    basis: { client, text, time, facts: statesOf(queries) },
  }
}

/** Returns null if the draft contains a bigint or itself. */
function jsonOf(draft: FlowDraft): string | null {
  try {
    return JSON.stringify(draft)
  } catch {
    return null
  }
}

function notJson(): FlowDraftCheck {
  const advice = 'Write large numbers as text.'
  const error = new FlowQueryError('argument', 'The draft can’t be written as JSON', {}, advice)
  return { data: undefined, isPending: false, error }
}
