import { admin, agentAddress, connectionId, owner } from './app.js'
import type { Hooks } from './framework.js'

/** All query hooks, including infinite ones, with valid arguments. */
export const everyQuery = [
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
  ['useInfiniteFlows', ({ useInfiniteFlows }: Hooks) => useInfiniteFlows()],
  ['useInfiniteFlowsForOwner', ({ useInfiniteFlowsForOwner }: Hooks) => useInfiniteFlowsForOwner(() => ({ owner }))],
  ['useInfiniteFlowHistory', ({ useInfiniteFlowHistory }: Hooks) => useInfiniteFlowHistory(() => ({ id: 1 }))],
  ['useInfiniteTrustlessAgents', ({ useInfiniteTrustlessAgents }: Hooks) => useInfiniteTrustlessAgents()],
  [
    'useInfiniteTrustlessAgentsForAdmin',
    ({ useInfiniteTrustlessAgentsForAdmin }: Hooks) => useInfiniteTrustlessAgentsForAdmin(() => ({ feeAdmin: admin })),
  ],
] as const
