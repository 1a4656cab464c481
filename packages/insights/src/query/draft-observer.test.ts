import { createFlowClient, type FlowClient } from '@flow-query/core'
import { DraftObserver } from '@flow-query/insights/query'
import { address, createLcd } from '@flow-query/testing'
import { QueriesObserver, QueryClient } from '@tanstack/query-core'
import { expect, onTestFinished, test, vi } from 'vitest'
import { until } from '../../../../tests/setup/until.js'
import { type RecordedDraft, recordedDrafts } from '../../test/recorded-drafts.js'
import { checkFlow, type FlowDraft, readDraftFacts } from '../draft/index.js'

const recorded = (name: string) => recordedDrafts.find(one => one.name === name) as RecordedDraft

/** Observes the facts of a draft as a framework's hook does. */
function observe(client: FlowClient, draft: FlowDraft | null) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const facts = new QueriesObserver(queryClient, [])
  const observer = new DraftObserver(queryClient, facts, { client, draft })
  onTestFinished(observer.subscribe(() => {}))
  const check = (draft: FlowDraft | null) => {
    observer.setOptions({ client, draft })
    return observer.getResult()
  }
  return {
    queryClient,
    check,
    current: () => observer.getResult(),
    keys: () => facts.getQueries().map(({ queryHash }) => queryHash),
  }
}

test.each(['good', 'amount-zero', 'label-emoji', 'cmp-good', 'agent-good', 'dep-none'].filter(recorded))(
  'the check of the recorded draft %s is the same with and without a cache',
  async name => {
    const { draft, client } = recorded(name)
    const facts = await readDraftFacts(client(), draft)
    const { current, keys } = observe(client(), draft)
    await until(() => expect(current().isPending).toBe(false))
    expect(current()).toEqual({ data: checkFlow(draft, facts, facts.time), isPending: false, error: null })
    expect(new Set(keys()).size).toBe(keys().length)
  },
)

test('returns the same result for an equal draft', () => {
  const { draft, client } = recorded('good')
  const { check, current } = observe(client(), draft)
  const before = current()
  expect(check(structuredClone(draft))).toBe(before)
})

test('checks a draft again that changed in place, as in Vue and Svelte', () => {
  const { draft, client } = recorded('good')
  const edited = structuredClone(draft)
  const { check, current } = observe(client(), edited)
  const before = current()
  edited.feeFunds.push({ denom: 'uinto', amount: '5' })
  const next = check(edited)
  expect(next).not.toBe(before)
  expect(check(edited)).toBe(next)
})

test('returns an error for a message with a bigint, and checks the draft after the bigint was replaced with text', () => {
  const { draft, client } = recorded('good')
  const { check, keys } = observe(client(), draft)
  expect(keys().length).toBeGreaterThan(3)
  const withBigint = { ...draft, msgs: [{ '@type': '/cosmos.bank.v1beta1.MsgSend', amount: 5n }] }
  const result = check(withBigint)
  expect(result).toMatchObject({ data: undefined, isPending: false, error: { kind: 'argument' } })
  expect(keys()).toEqual([])
  expect(check(withBigint)).toBe(result)
  expect(check(draft)).toEqual({ data: undefined, isPending: true, error: null })
})

test('waits without requests while there is no draft', () => {
  const { draft, client } = recorded('good')
  const { check, keys, current } = observe(client(), null)
  const waiting = current()
  expect(waiting).toEqual({ data: undefined, isPending: true, error: null })
  check(draft)
  expect(keys().length).toBeGreaterThan(3)
  expect(check(null)).toBe(waiting)
  expect(keys()).toEqual([])
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
  await until(() => expect(current().data?.verdict).toBe('refused'))

  lcd.accounts.balances[owner] = coins('100000000')
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[2] !== 'flowDryRun' })
  await until(() => expect(current().data).toMatchObject({ verdict: 'good', problems: [] }))
})

test('requests an edited draft when it has not changed for the debounce time, and the first draft at once', async () => {
  const { draft, client } = recorded('good')
  const { queryClient, check, keys } = observe(client(), draft)
  const [first, requested] = [keys(), () => queryClient.getQueryCache().getAll().length]
  const before = requested()
  expect(before).toBeGreaterThan(3)
  check({ ...draft, label: 'Second' })
  await vi.advanceTimersByTimeAsync(299)
  check({ ...draft, label: 'Third' })
  await vi.advanceTimersByTimeAsync(299)
  expect(keys()).toEqual(first)
  await vi.advanceTimersByTimeAsync(1)
  expect(keys()).not.toEqual(first)
  expect(requested()).toBe(before + 1)
})

test('requests an edited draft after all observers have left and returned', async () => {
  const { draft, client } = recorded('good')
  const queryClient = new QueryClient()
  const facts = new QueriesObserver(queryClient, [])
  const options = { client: client(), draft }
  const observer = new DraftObserver(queryClient, facts, options)
  const unsubscribe = observer.subscribe(() => {})
  observer.setOptions({ ...options, draft: { ...draft, label: 'Rent' } })
  unsubscribe()
  onTestFinished(observer.subscribe(() => {}))
  await until(() => expect(observer.getResult().isPending).toBe(false))
  expect(JSON.stringify(facts.getQueries().map(({ queryKey }) => queryKey))).toContain('Rent')
})
