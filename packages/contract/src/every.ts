import type { FlowQueryError } from '@flow-query/core'
import type { QueryObserverResult } from '@tanstack/query-core'
import { admin, agentAddress, connectionId, other, owner } from './app.js'
import type { Hooks } from './framework.js'

type UseQuery = (hooks: Hooks) => QueryObserverResult<unknown, FlowQueryError>

/** All query hooks, including infinite ones, with valid arguments. */
export const everyQuery: readonly (readonly [name: string, use: UseQuery])[] = [
  ['useFlow', ({ useFlow }: Hooks) => useFlow(() => ({ id: 1 }))],
  ['useFlows', ({ useFlows }: Hooks) => useFlows()],
  ['useFlowsForOwner', ({ useFlowsForOwner }: Hooks) => useFlowsForOwner(() => ({ owner }))],
  ['useFlowHistory', ({ useFlowHistory }: Hooks) => useFlowHistory(() => ({ id: 1 }))],
  ['useIca', ({ useIca }: Hooks) => useIca(() => ({ owner, connectionId }))],
  ['useParams', ({ useParams }: Hooks) => useParams()],
  ['useTrustlessAgent', ({ useTrustlessAgent }: Hooks) => useTrustlessAgent(() => ({ agentAddress }))],
  ['useTrustlessAgents', ({ useTrustlessAgents }: Hooks) => useTrustlessAgents()],
  [
    'useTrustlessAgentsForAdmin',
    ({ useTrustlessAgentsForAdmin }: Hooks) => useTrustlessAgentsForAdmin(() => ({ feeAdmin: admin })),
  ],
  ['useTotalBurnt', ({ useTotalBurnt }: Hooks) => useTotalBurnt()],
  ['useFlowCollection', ({ useFlowCollection }: Hooks) => useFlowCollection()],
  ['useBalances', ({ useBalances }: Hooks) => useBalances(() => ({ address: owner }))],
  ['useSpendableBalances', ({ useSpendableBalances }: Hooks) => useSpendableBalances(() => ({ address: owner }))],
  ['useAuthzGrants', ({ useAuthzGrants }: Hooks) => useAuthzGrants(() => ({ granter: other, grantee: owner }))],
  [
    'useUnbondingDelegations',
    ({ useUnbondingDelegations }: Hooks) => useUnbondingDelegations(() => ({ delegator: owner })),
  ],
  ['useIcaChannel', ({ useIcaChannel }: Hooks) => useIcaChannel(() => ({ owner, connectionId }))],
  ['useClientStatus', ({ useClientStatus }: Hooks) => useClientStatus(() => ({ connectionId }))],
  ['useChainTime', ({ useChainTime }: Hooks) => useChainTime()],
  ['useInfiniteFlows', ({ useInfiniteFlows }: Hooks) => useInfiniteFlows()],
  ['useInfiniteFlowsForOwner', ({ useInfiniteFlowsForOwner }: Hooks) => useInfiniteFlowsForOwner(() => ({ owner }))],
  ['useInfiniteFlowHistory', ({ useInfiniteFlowHistory }: Hooks) => useInfiniteFlowHistory(() => ({ id: 1 }))],
  ['useInfiniteTrustlessAgents', ({ useInfiniteTrustlessAgents }: Hooks) => useInfiniteTrustlessAgents()],
  [
    'useInfiniteTrustlessAgentsForAdmin',
    ({ useInfiniteTrustlessAgentsForAdmin }: Hooks) => useInfiniteTrustlessAgentsForAdmin(() => ({ feeAdmin: admin })),
  ],
]
