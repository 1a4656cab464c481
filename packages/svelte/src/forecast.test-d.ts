import type { Coin, Flow, FlowClient, FlowQueryError } from '@flow-query/core'
import type { FlowDryRun, FlowForecast, IcaChannel } from '@flow-query/core/forecast'
import { type CreateQueryResult, createQuery, type QueryClient } from '@tanstack/svelte-query'
import { writable } from 'svelte/store'
import { describe, expectTypeOf, test } from 'vitest'
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
import type { QueryStore } from './store.js'

declare const client: FlowClient
declare const queryClient: QueryClient
declare const flows: readonly Flow[]
declare const flow: Flow

// A custom hook that wraps this hook.
const useCount = (options?: UseBalancesOptions<number>): UseBalancesResult<number> =>
  useBalances({ address: 'into1owner' }, { select: coins => coins.length, ...options })

describe('queries', () => {
  test('data, error and the result of `select` have types', () => {
    expectTypeOf(useBalances({ address: 'into1owner' })).toEqualTypeOf<
      QueryStore<CreateQueryResult<Coin[], FlowQueryError>>
    >()
    expectTypeOf(useBalances({ address: null }, { staleTime: 0, client }).data).toEqualTypeOf<Coin[] | undefined>()
    expectTypeOf(useNodeInfo({}, { select: ({ height }) => height }).data).toEqualTypeOf<string | undefined>()
    expectTypeOf(useCount().data).toEqualTypeOf<number | undefined>()
    expectTypeOf(useFlowDryRun({ flow }).data).toEqualTypeOf<FlowDryRun | undefined>()
    useBalances(() => ({ address: 'into1owner' }))
    useBalances(writable({ address: undefined }))
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
    expectTypeOf(createQuery(() => flowDryRunQueryOptions(client, { flow })).data).toEqualTypeOf<
      FlowDryRun | undefined
    >()
  })
})

test('useFlowsForecast: returns the forecasts', () => {
  const forecasts = useFlowsForecast({ flows, now: new Date(), client })
  expectTypeOf(forecasts.data).toEqualTypeOf<FlowForecast[]>()
  expectTypeOf(forecasts.isPending).toEqualTypeOf<boolean>()
  expectTypeOf(forecasts.error).toEqualTypeOf<FlowQueryError | null>()
  useFlowsForecast(() => ({ flows: undefined, now: undefined }))
  // @ts-expect-error `flows` is required
  useFlowsForecast({ now: 0 })
  // @ts-expect-error these are IDs instead of flows
  useFlowsForecast({ flows: ['1'] })
})

test('useFlowForecast: returns the forecast of one flow', () => {
  const forecast = useFlowForecast({ flow, now: 0, client })
  expectTypeOf(forecast.data).toEqualTypeOf<FlowForecast | undefined>()
  expectTypeOf(forecast.isPending).toEqualTypeOf<boolean>()
  expectTypeOf(forecast.error).toEqualTypeOf<FlowQueryError | null>()
  useFlowForecast(writable({ flow: null }))
  // @ts-expect-error `flow` is required
  useFlowForecast({})
  // @ts-expect-error this is an ID instead of a flow
  useFlowForecast({ flow: '1' })
})
