import { shortMinute } from './short-time'
import { useClock } from './use-clock'

/** Formats a time of the chain for the reader, such as `14:20`. */
export function useMinute(time: string | number | null): string | null {
  return useClock(now => (time === null ? null : shortMinute(new Date(time).getTime(), now)))
}
