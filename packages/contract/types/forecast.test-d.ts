import type { BlockTime, Coin, Flow, FlowClient, FlowQueryError } from '@flow-query/core'
import type { FlowCollection } from '@flow-query/core/collection'
import type { FlowVerdict } from '@flow-query/insights'
import type { FlowCheck, FlowDraft } from '@flow-query/insights/draft'
import type { FlowDryRun, IcaChannel } from '@flow-query/insights/forecast'
import {
  balancesQueryOptions,
  flowCollectionQueryOptions,
  icaChannelQueryOptions,
  type QueryClient,
  type Result,
  type UseBalancesOptions,
  type UseBalancesResult,
  type UseFlowCollectionOptions,
  type UseFlowCollectionResult,
  useAuthzGrants,
  useBalances,
  useChainTime,
  useFlowCollection,
  useFlowDraft,
  useFlowDryRun,
  useFlowsHealth,
  useFlowsVerdict,
  useFlowVerdict,
  valueIn,
} from 'binding'
import { expectTypeOf, test } from 'vitest'

declare const client: FlowClient
declare const queryClient: QueryClient
declare const flows: readonly Flow[]
declare const flow: Flow
declare const time: BlockTime

test('useFlowCollection: data, error and the result of `select` have types', () => {
  const useCount = (options?: UseFlowCollectionOptions<number>): UseFlowCollectionResult<number> =>
    useFlowCollection({}, { select: ({ flows }) => flows.length, ...options })
  expectTypeOf(useFlowCollection()).toEqualTypeOf<Result<FlowCollection>>()
  const waiting = useFlowCollection({ owner: null }, { staleTime: 0, client })
  expectTypeOf(valueIn(waiting.data)).toEqualTypeOf<FlowCollection | undefined>()
  const complete = useFlowCollection({}, { select: data => data.complete })
  expectTypeOf(valueIn(complete.data)).toEqualTypeOf<boolean | undefined>()
  expectTypeOf(valueIn(useCount().data)).toEqualTypeOf<number | undefined>()
  // @ts-expect-error an address is a string
  useFlowCollection({ owner: 14 })
  // @ts-expect-error the query sets the key
  useFlowCollection({}, { queryKey: [] })
})

test('hooks for accounts, connections and the node: data, error and the result of `select` have types', () => {
  const useCount = (options?: UseBalancesOptions<number>): UseBalancesResult<number> =>
    useBalances({ address: 'into1owner' }, { select: coins => coins.length, ...options })
  expectTypeOf(useBalances({ address: 'into1owner' })).toEqualTypeOf<Result<Coin[]>>()
  expectTypeOf(valueIn(useBalances({ address: null }, { staleTime: 0, client }).data)).toEqualTypeOf<
    Coin[] | undefined
  >()
  expectTypeOf(valueIn(useChainTime({}, { select: ({ height }) => height }).data)).toEqualTypeOf<string | undefined>()
  expectTypeOf(valueIn(useCount().data)).toEqualTypeOf<number | undefined>()
  expectTypeOf(valueIn(useFlowDryRun({ flow }).data)).toEqualTypeOf<FlowDryRun | undefined>()
  // @ts-expect-error the address is required
  useBalances()
  // @ts-expect-error the grantee is required
  useAuthzGrants({ granter: 'into1owner' })
  // @ts-expect-error the query sets the key
  useChainTime({}, { queryKey: [] })
})

test('query options: TanStack Query infers the types', () => {
  const collection = flowCollectionQueryOptions(client, { owner: 'into1owner' })
  expectTypeOf(queryClient.getQueryData(collection.queryKey)).toEqualTypeOf<FlowCollection | undefined>()
  expectTypeOf(queryClient.fetchQuery(collection)).resolves.toEqualTypeOf<FlowCollection>()
  const balances = balancesQueryOptions(client, { address: 'into1owner' })
  expectTypeOf(queryClient.getQueryData(balances.queryKey)).toEqualTypeOf<Coin[] | undefined>()
  const channel = icaChannelQueryOptions(client, { owner: 'into1owner', connectionId: 'connection-0' })
  expectTypeOf(queryClient.fetchQuery(channel)).resolves.toEqualTypeOf<IcaChannel>()
})

test('useFlowsHealth: returns verdicts', () => {
  const health = useFlowsHealth({ flows, time, client })
  expectTypeOf(valueIn(health.data)).toEqualTypeOf<FlowVerdict[]>()
  expectTypeOf(valueIn(health.isPending)).toEqualTypeOf<boolean>()
  expectTypeOf(valueIn(health.error)).toEqualTypeOf<FlowQueryError | null>()
  useFlowsHealth({ flows: undefined, time: undefined })
  // @ts-expect-error `flows` is required
  useFlowsHealth({ time })
  // @ts-expect-error these are IDs instead of flows
  useFlowsHealth({ flows: ['1'] })
})

test('useFlowsVerdict: returns verdicts', () => {
  const verdicts = useFlowsVerdict({ flows, time, client })
  expectTypeOf(valueIn(verdicts.data)).toEqualTypeOf<FlowVerdict[]>()
  expectTypeOf(valueIn(verdicts.isPending)).toEqualTypeOf<boolean>()
  expectTypeOf(valueIn(verdicts.error)).toEqualTypeOf<FlowQueryError | null>()
  useFlowsVerdict({ flows: undefined, time: undefined })
  // @ts-expect-error `flows` is required
  useFlowsVerdict({ time })
  // @ts-expect-error these are IDs instead of flows
  useFlowsVerdict({ flows: ['1'] })
})

test('useFlowVerdict: returns the verdict of one flow', () => {
  const dryRun: FlowDryRun = { result: 'notLocal' }
  const verdict = useFlowVerdict({ flow, dryRun, time, client })
  expectTypeOf(valueIn(verdict.data)).toEqualTypeOf<FlowVerdict | undefined>()
  expectTypeOf(valueIn(verdict.isPending)).toEqualTypeOf<boolean>()
  expectTypeOf(valueIn(verdict.error)).toEqualTypeOf<FlowQueryError | null>()
  useFlowVerdict({ flow: null })
  // @ts-expect-error `flow` is required
  useFlowVerdict({})
  // @ts-expect-error this is an ID instead of a flow
  useFlowVerdict({ flow: '1' })
})

test('useFlowDraft: returns the check of a draft', () => {
  const draft = {} as FlowDraft
  const check = useFlowDraft({ draft, time, client })
  expectTypeOf(valueIn(check.data)).toEqualTypeOf<FlowCheck | undefined>()
  expectTypeOf(valueIn(check.isPending)).toEqualTypeOf<boolean>()
  expectTypeOf(valueIn(check.error)).toEqualTypeOf<FlowQueryError | null>()
  useFlowDraft({ draft: null })
  // @ts-expect-error `draft` is required
  useFlowDraft({})
  // @ts-expect-error this is a text instead of a draft
  useFlowDraft({ draft: '{}' })
})
