import type { BlockTime, FlowClient } from '@flow-query/core'
import { FlowQueryError } from '@flow-query/core'
import { isSame } from '@flow-query/core/parts/cache'
import type { QueryClient } from '@tanstack/query-core'
import { checkFlow } from '../draft/check.js'
import type { FlowDraft } from '../draft/draft.js'
import { planDraft } from '../draft/facts/plan.js'
import type { FlowCheck } from '../draft/result.js'
import type { FactState, ForecastFactQueryOptions } from '../forecast/facts/reader.js'

export interface FlowDraftCheck {
  /** Undefined until all facts about the draft are loaded. */
  data: FlowCheck | undefined
  isPending: boolean
  error: FlowQueryError | null
}

/** The check of a draft, and the queries to observe. */
export interface DraftCheckerState {
  readonly queries: ForecastFactQueryOptions[]
  readonly result: FlowDraftCheck
  readonly basis: DraftCheckerBasis | undefined
}

export interface DraftCheckerBasis {
  readonly client: FlowClient
  /** The draft as JSON, because Vue and Svelte change the same object. */
  readonly text: string
  readonly time: BlockTime | undefined
  readonly facts: readonly (FactState | undefined)[]
}

export interface DraftCheckerArgs {
  /** The draft to check. While it is null or undefined, or while its owner is empty, the check is pending. */
  draft: FlowDraft | null | undefined
  /** The newest block, from `chainTime`. Defaults to the newest block of the cache. */
  time?: BlockTime | undefined
}

/** The state before the first {@link updateDraftChecker}. */
export const initialDraftChecker: DraftCheckerState = {
  queries: [],
  result: { data: undefined, isPending: true, error: null },
  basis: undefined,
}

/**
 * Returns the check that follows from cached facts, and the queries to observe. Use `updateDraftChecker` to write a hook for another
 * framework, like `updateForecaster`. It returns the same `state` object until the draft or a fact changes.
 *
 * @param state the last state. Start with `initialDraftChecker`
 */
export function updateDraftChecker(
  state: DraftCheckerState,
  client: FlowClient,
  { draft: given, time }: DraftCheckerArgs,
  queryClient: Pick<QueryClient, 'getQueryState'>,
): DraftCheckerState {
  if (!given?.owner) return initialDraftChecker
  const statesOf = (queries: readonly ForecastFactQueryOptions[]) =>
    queries.map(({ queryKey }) => queryClient.getQueryState(queryKey))
  const { basis } = state
  const text = jsonOf(given)
  if (text === null) return state.result.error && !basis ? state : { ...initialDraftChecker, result: notJson() }
  const isSameDraft = basis?.client === client && basis.text === text
  if (isSameDraft && isSame(basis.time, time) && areSame(basis.facts, statesOf(state.queries))) return state

  const draft: FlowDraft = JSON.parse(text)
  const { queries, facts, isPending, error } = planDraft(client, draft, queryKey => queryClient.getQueryState(queryKey))
  const known = isSameDraft ? state.result.data : undefined
  const data = facts ? checkFlow(draft, facts, time ?? facts.time) : known
  return { queries, result: { data, isPending, error }, basis: { client, text, time, facts: statesOf(queries) } }
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

function areSame(ones: readonly (FactState | undefined)[], others: readonly (FactState | undefined)[]): boolean {
  return ones.every((one, index) => {
    const other = others[index]
    return one?.data === other?.data && one?.error === other?.error && one?.status === other?.status
  })
}
