import { useSyncExternalStore } from 'react'
import { clock } from './clock'

/** Returns a value that depends on the time. The component rerenders when the value changes, not on every tick. */
export function useClock<T extends string | number | boolean | null>(select: (now: number) => T): T {
  return useSyncExternalStore(clock.subscribe, () => select(clock.now()))
}
