import { createFlowClient, type FlowClient } from '@flow-query/core'
import { type DraftCheckerState, initialDraftChecker, updateDraftChecker } from '@flow-query/insights/query'
import { address, createLcd } from '@flow-query/testing'
import { QueriesObserver, QueryClient } from '@tanstack/query-core'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../../../../tests/setup/until.js'
import { type RecordedDraft, recordedDrafts } from '../../test/recorded-drafts.js'
import { checkFlow, type FlowDraft, readDraftFacts } from '../draft/index.js'

const recorded = (name: string) => recordedDrafts.find(one => one.name === name) as RecordedDraft

/** Observes the facts of a draft as a framework's hook does. */
function observe(client: FlowClient, draft: FlowDraft) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  let state = initialDraftChecker
  const observer = new QueriesObserver(queryClient, [])
  const update = () => {
    state = updateDraftChecker(state, client, { draft }, queryClient)
    observer.setQueries(state.queries as never)
  }
  onTestFinished(observer.subscribe(update))
  update()
  return { queryClient, current: () => state }
}

test.each(['good', 'amount-zero', 'label-emoji', 'cmp-good', 'agent-good', 'dep-none'].filter(recorded))(
  'the check of the recorded draft %s is the same with and without a cache',
  async name => {
    const { draft, client } = recorded(name)
    const facts = await readDraftFacts(client(), draft)
    const { current } = observe(client(), draft)
    await until(() => expect(current().result.isPending).toBe(false))
    const { queries, result } = current()
    expect(result).toEqual({ data: checkFlow(draft, facts, facts.time), isPending: false, error: null })
    const keys = queries.map(({ queryKey }) => JSON.stringify(queryKey))
    expect(new Set(keys).size).toBe(keys.length)
  },
)

test('returns the same state for an equal draft', () => {
  const { draft, client: clientOf } = recorded('good')
  const client = clientOf()
  const queryClient = new QueryClient()
  const state = updateDraftChecker(initialDraftChecker, client, { draft }, queryClient)
  expect(updateDraftChecker(state, client, { draft: structuredClone(draft) }, queryClient)).toBe(state)
})

test('checks a draft again that changed in place, as in Vue and Svelte', () => {
  const { draft, client: clientOf } = recorded('good')
  const client = clientOf()
  const queryClient = new QueryClient()
  const edited = structuredClone(draft)
  const state = updateDraftChecker(initialDraftChecker, client, { draft: edited }, queryClient)
  edited.feeFunds.push({ denom: 'uinto', amount: '5' })
  const next = updateDraftChecker(state, client, { draft: edited }, queryClient)
  expect(next).not.toBe(state)
  expect(updateDraftChecker(next, client, { draft: edited }, queryClient)).toBe(next)
})

test('returns an error for a message with a bigint, and checks the draft after the bigint was replaced with text', () => {
  const { draft, client: clientOf } = recorded('good')
  const client = clientOf()
  const queryClient = new QueryClient()
  const update = (state: DraftCheckerState, draft: FlowDraft | null) =>
    updateDraftChecker(state, client, { draft }, queryClient)
  const withBigint = { ...draft, msgs: [{ '@type': '/cosmos.bank.v1beta1.MsgSend', amount: 5n }] }
  const state = update(update(initialDraftChecker, draft), withBigint)
  expect(state.queries).toEqual([])
  expect(state.result).toMatchObject({ data: undefined, isPending: false, error: { kind: 'argument' } })
  expect(update(state, withBigint)).toBe(state)
  expect(update(state, null)).toBe(initialDraftChecker)
  expect(update(state, draft).result).toEqual({ data: undefined, isPending: true, error: null })
})

test('does not change the state that it gets, because a framework can discard a rendering', () => {
  const { draft, client } = recorded('good')
  const queryClient = new QueryClient()
  const state = updateDraftChecker(initialDraftChecker, client(), { draft }, queryClient)
  expect(state.queries.length).toBeGreaterThan(3)
  expect(state.result).toEqual({ data: undefined, isPending: true, error: null })
  expect(initialDraftChecker.queries).toEqual([])
  expect(updateDraftChecker(state, client(), { draft: null }, queryClient)).toBe(initialDraftChecker)
})

test('simulates the draft again when a balance of the owner changes', async () => {
  const lcd = createLcd()
  const owner = address('owner')
  const coins = (amount: string) => [{ denom: 'uinto', amount }]
  lcd.accounts.balances[owner] = coins('500')
  const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, retries: 0 })
  const message = {
    '@type': '/cosmos.bank.v1beta1.MsgSend',
    from_address: owner,
    to_address: owner,
    amount: coins('5'),
  }
  const draft = { ...recorded('good').draft, owner, msgs: [message], feeFunds: coins('5000000') }
  const { queryClient, current } = observe(client, draft)
  await until(() => expect(current().result.data?.verdict).toBe('refused'))

  lcd.accounts.balances[owner] = coins('100000000')
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[2] !== 'flowDryRun' })
  await until(() => expect(current().result.data).toMatchObject({ verdict: 'good', problems: [] }))
})
