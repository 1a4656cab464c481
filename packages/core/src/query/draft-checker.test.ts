import { QueriesObserver, QueryClient } from '@tanstack/query-core'
import { expect, onTestFinished, test } from 'vitest'
import { waitFor } from '../../../../scripts/wait-for.js'
import { type RecordedDraft, recordedDrafts } from '../../test/recorded-drafts.js'
import { checkFlow, readDraftFacts } from '../draft/index.js'
import { type DraftCheckerState, initialDraftChecker, updateDraftChecker } from './index.js'

const recorded = (name: string) => recordedDrafts.find(one => one.name === name) as RecordedDraft

/** Observes the facts of a draft as a framework's hook does, until they are loaded. */
async function check({ draft, client: clientOf }: RecordedDraft): Promise<DraftCheckerState> {
  const client = clientOf()
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  let state = initialDraftChecker
  const observer = new QueriesObserver(queryClient, [])
  const update = () => {
    state = updateDraftChecker(state, client, { draft }, queryClient)
    observer.setQueries(state.queries as never)
  }
  onTestFinished(observer.subscribe(update))
  update()
  await waitFor(() => expect(state.result.isPending).toBe(false))
  expect(updateDraftChecker(state, client, { draft: structuredClone(draft) }, queryClient)).toBe(state)
  return state
}

test.each(['good', 'amount-zero', 'label-emoji', 'cmp-good', 'agent-good', 'dep-none'].filter(recorded))(
  'checks the recorded draft %s as without a cache',
  async name => {
    const { draft, client } = recorded(name)
    const facts = await readDraftFacts(client(), draft)
    const { queries, result } = await check(recorded(name))
    expect(result).toEqual({ data: checkFlow(draft, facts, facts.time), isPending: false, error: null })
    const keys = queries.map(({ queryKey }) => JSON.stringify(queryKey))
    expect(new Set(keys).size).toBe(keys.length)
  },
)

test('does not change the state that it gets, because a framework can discard a rendering', () => {
  const { draft, client } = recorded('good')
  const queryClient = new QueryClient()
  const state = updateDraftChecker(initialDraftChecker, client(), { draft }, queryClient)
  expect(state.queries.length).toBeGreaterThan(3)
  expect(state.result).toEqual({ data: undefined, isPending: true, error: null })
  expect(initialDraftChecker.queries).toEqual([])
  expect(updateDraftChecker(state, client(), { draft: null }, queryClient)).toBe(initialDraftChecker)
})
