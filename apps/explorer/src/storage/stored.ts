import type { FlowCollection } from '@flow-query/core/collection'
import type { QueryClient } from '@tanstack/react-query'
import type { Part } from './parts'
import type { Records } from './records'

/** The flows of a chain, in the cache and in the storage. */
export interface StoredChain {
  queryClient: QueryClient
  queryKey: readonly unknown[]
  records: Records
  /** The key of the chain's {@link StoredHead}. */
  key: string
  /** Reads the ID of the node's chain. Returns null if the node doesn't report it. */
  readChainId: () => Promise<string | null>
}

/** The record that a chain's other records belong to. It is replaced as a whole. */
export interface StoredHead {
  format: number
  /** Different for each save, so that a tab notices when another tab has saved. */
  saveId: string
  chainId: string | null
  /** When the flows were read from the node, in milliseconds since 1970. */
  updatedAt: number
  collection: Omit<FlowCollection, 'flows'>
  /** The newest flows, encoded. They are also in the other records. */
  newest: string
  newestId: number
  /** The keys of the records with all flows. */
  parts: string[]
}

/** The last save that a tab has written or restored. The next save keeps its records if their flows are unchanged. */
export interface Save {
  saveId: string
  parts: readonly Part[]
}

/** Change this when the format of stored collections or of flows changes. Collections in another format are discarded. */
export const format = 2
const maxAge = 7 * 24 * 3_600_000

/** Whether a record is the head of a chain. It can be outdated. */
export function isHead(record: unknown): record is StoredHead {
  const { saveId, parts } = (record ?? {}) as Partial<StoredHead>
  return typeof saveId === 'string' && Array.isArray(parts)
}

/** Whether a head has the current format and is not too old. */
export function isCurrent(head: StoredHead): boolean {
  return head.format === format && Date.now() - head.updatedAt <= maxAge
}

/** @throws if the storage fails or doesn't answer in time */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
