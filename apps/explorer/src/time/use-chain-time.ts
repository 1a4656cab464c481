import type { ChainTime } from '@flow-query/core'
import { chainTimeQueryOptions, useChainTime, useFlowClient } from '@flow-query/react'
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { clock } from './clock'

/** Returns the newest block, or undefined until the node has reported it. Only this time decides whether a flow is over. */
export function useTime(): ChainTime | undefined {
  return useChainTime().data
}

/** Returns a value that depends on the newest block and the reader's time, like `useClock`. Null until the node has reported a block. */
export function useChainClock<T extends string | number | boolean>(
  select: (time: ChainTime, now: number) => T,
): T | null {
  const queryClient = useQueryClient()
  const { queryKey } = chainTimeQueryOptions(useFlowClient())
  return useSyncExternalStore(clock.subscribe, () => {
    const time = queryClient.getQueryData<ChainTime>(queryKey)
    return time ? select(time, clock.now()) : null
  })
}
