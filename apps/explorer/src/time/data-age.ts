import { createContext, use } from 'react'

/** The time of the shown data while newer data can't be fetched, in milliseconds since 1970, or null if the data is current. */
export const DataAge = createContext<number | null>(null)

/**
 * Returns the time of the shown data if it is old: the node doesn't respond, or the chain creates no blocks. Null if the data is current.
 * Old data must not be shown as the present.
 */
export function useOldDataTime(): number | null {
  return use(DataAge)
}
