import type { FlowCollection } from '@flow-query/core/collection'
import { isRecord } from '@flow-query/core/parts/decode'
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

/** Whether a record names the records of a save. It can be outdated, and its other fields can be invalid. */
export function hasParts(record: unknown): record is Pick<StoredHead, 'saveId' | 'parts'> {
  if (!isRecord(record)) return false
  const { saveId, parts } = record
  return typeof saveId === 'string' && Array.isArray(parts) && parts.every(part => typeof part === 'string')
}

/** Whether a record is a valid head with the current format and is not too old. */
export function isCurrent(record: unknown): record is StoredHead {
  if (!isRecord(record)) return false
  const { chainId, updatedAt, collection, newest, newestId } = record
  return (
    record.format === format &&
    hasParts(record) &&
    (chainId === null || typeof chainId === 'string') &&
    typeof updatedAt === 'number' &&
    // A time in the future comes from a clock that was wrong.
    Math.abs(Date.now() - updatedAt) <= maxAge &&
    typeof newest === 'string' &&
    typeof newestId === 'number' &&
    isCollection(collection)
  )
}

function isCollection(value: unknown): value is StoredHead['collection'] {
  if (!isRecord(value)) return false
  const { loaded, total, complete, asOf, height, chainId } = value
  return (
    isCount(loaded) &&
    (total === null || isCount(total)) &&
    typeof complete === 'boolean' &&
    (asOf === undefined || isCount(asOf)) &&
    (height === undefined || isCount(height)) &&
    (chainId === undefined || typeof chainId === 'string')
  )
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

/** @throws if the storage fails or doesn't answer in time */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
