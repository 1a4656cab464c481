import { type ChainTime, toDate } from '@flow-query/core'
import { chainTimeQueryOptions, useChainTime, useFlowClient } from '@flow-query/react'
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { clock } from './clock'

/** Returns the newest block, or undefined until the node has reported it. Only this time decides whether a flow is over. */
export function useTime(): ChainTime | undefined {
  return useChainTime().data
}

/** If the clocks differ by less, in milliseconds, the difference can be the age of the block. */
const leastDifference = 10_000

/** Returns the time of the chain, because the clock of the device can be wrong. In milliseconds since 1970. */
function chainNow(time: ChainTime | undefined, now: number): number {
  const difference = time ? (toDate(time.block)?.getTime() ?? 0) - time.readAt : 0
  return Math.abs(difference) < leastDifference ? now : now + difference
}

/** Returns a value that depends on the time of the chain, like `useClock`. Until the newest block is known, this is the device's time. */
export function useChainNow<T extends string | number | boolean | null>(select: (now: number) => T): T {
  const queryClient = useQueryClient()
  const { queryKey } = chainTimeQueryOptions(useFlowClient())
  return useSyncExternalStore(clock.subscribe, () =>
    select(chainNow(queryClient.getQueryData<ChainTime>(queryKey), clock.now())),
  )
}

/** Returns a value that depends on the newest block and the time of the chain. Null until the node has reported a block. */
export function useChainClock<T extends string | number | boolean>(
  select: (time: ChainTime, now: number) => T,
): T | null {
  const queryClient = useQueryClient()
  const { queryKey } = chainTimeQueryOptions(useFlowClient())
  return useSyncExternalStore(clock.subscribe, () => {
    const time = queryClient.getQueryData<ChainTime>(queryKey)
    return time ? select(time, chainNow(time, clock.now())) : null
  })
}
