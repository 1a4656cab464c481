import type { Coin, Flow, FlowClient, FlowQueryError } from '@flow-query/core'
import type { FlowDryRun, FlowForecast, IcaChannel } from '@flow-query/core/forecast'
import { type QueryClient, type UseQueryReturnType, useQuery } from '@tanstack/vue-query'
import { describe, expectTypeOf, test } from 'vitest'
import { type ComputedRef, ref } from 'vue'
import {
  balancesQueryOptions,
  flowDryRunQueryOptions,
  icaChannelQueryOptions,
  type UseBalancesOptions,
  type UseBalancesResult,
  useAuthzGrants,
  useBalances,
  useFlowDryRun,
  useFlowForecast,
  useFlowsForecast,
  useNodeInfo,
} from './forecast/index.js'

declare const client: FlowClient
declare const queryClient: QueryClient
declare const flows: readonly Flow[]
declare const flow: Flow

// A custom hook that wraps this hook.
const useCount = (options?: UseBalancesOptions<number>): UseBalancesResult<number> =>
  useBalances({ address: 'into1owner' }, { select: coins => coins.length, ...options })

describe('queries', () => {
  test('data, error and the result of `select` have types', () => {
    expectTypeOf(useBalances({ address: 'into1owner' })).toEqualTypeOf<UseQueryReturnType<Coin[], FlowQueryError>>()
    expectTypeOf(useBalances({ address: null }, { staleTime: 0, client }).data.value).toEqualTypeOf<
      Coin[] | undefined
    >()
    expectTypeOf(useNodeInfo({}, { select: ({ height }) => height }).data.value).toEqualTypeOf<string | undefined>()
    expectTypeOf(useCount().data.value).toEqualTypeOf<number | undefined>()
    expectTypeOf(useFlowDryRun({ flow }).data.value).toEqualTypeOf<FlowDryRun | undefined>()
    useBalances({ address: ref('into1owner') })
    useBalances(() => ({ address: undefined }))
    // @ts-expect-error the address is required
    useBalances()
    // @ts-expect-error the grantee is required
    useAuthzGrants({ granter: 'into1owner' })
    // @ts-expect-error the query sets the key
    useNodeInfo({}, { queryKey: [] })
  })

  test('query options: TanStack Query infers the types', () => {
    const options = balancesQueryOptions(client, { address: 'into1owner' })
    expectTypeOf(queryClient.getQueryData(options.queryKey)).toEqualTypeOf<Coin[] | undefined>()
    const channel = icaChannelQueryOptions(client, { owner: 'into1owner', connectionId: 'connection-0' })
    expectTypeOf(queryClient.fetchQuery(channel)).resolves.toEqualTypeOf<IcaChannel>()
    expectTypeOf(useQuery(flowDryRunQueryOptions(client, { flow })).data.value).toEqualTypeOf<FlowDryRun | undefined>()
  })
})

test('useFlowsForecast: returns the forecasts', () => {
  const { data, isPending, error } = useFlowsForecast({ flows, now: new Date(), client })
  expectTypeOf(data).toEqualTypeOf<ComputedRef<FlowForecast[]>>()
  expectTypeOf(isPending).toEqualTypeOf<ComputedRef<boolean>>()
  expectTypeOf(error).toEqualTypeOf<ComputedRef<FlowQueryError | null>>()
  useFlowsForecast({ flows: () => undefined, now: ref(0) })
  useFlowsForecast(() => ({ flows }))
  // @ts-expect-error `flows` is required
  useFlowsForecast({ now: 0 })
  // @ts-expect-error these are IDs instead of flows
  useFlowsForecast({ flows: ['1'] })
})

test('useFlowForecast: returns the forecast of one flow', () => {
  const { data, isPending, error } = useFlowForecast({ flow, now: 0, client })
  expectTypeOf(data).toEqualTypeOf<ComputedRef<FlowForecast | undefined>>()
  expectTypeOf(isPending).toEqualTypeOf<ComputedRef<boolean>>()
  expectTypeOf(error).toEqualTypeOf<ComputedRef<FlowQueryError | null>>()
  useFlowForecast({ flow: ref(flow) })
  useFlowForecast(() => ({ flow: null }))
  // @ts-expect-error `flow` is required
  useFlowForecast({})
  // @ts-expect-error this is an ID instead of a flow
  useFlowForecast({ flow: '1' })
})
