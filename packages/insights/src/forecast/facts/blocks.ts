import type { ChainTime } from '@flow-query/core'
import { blocksOf, type ReadBlocks } from '@flow-query/core/parts/cache'
import type { FactState, ForecastFactQueryOptions } from './reader.js'

/** Nodes that keep up with the chain can differ by a few blocks. */
const nearby = 5

/** A chain produces at most one block in this many milliseconds. Test chains are fast. */
const shortestBlock = 100

/**
 * Returns whether the facts of a chain come from blocks that are too far apart for the times at which they were read. Facts whose heights
 * are hidden are ignored, and so are facts that rarely change, such as the release.
 */
export function haveDifferentBlocks(
  queries: readonly ForecastFactQueryOptions[],
  states: readonly (FactState | undefined)[],
): boolean {
  const byChain = new Map<string, ReadBlocks[]>()
  for (const [index, { queryKey, staleTime }] of queries.entries()) {
    if (staleTime !== undefined) continue
    const [, chain, name] = queryKey
    const state = states[index]
    const blocks = name === 'chainTime' ? blocksOfTime(state?.data as ChainTime | null) : blocksOf(state)
    const known = byChain.get(chain) ?? []
    if (blocks) known.push(blocks)
    byChain.set(chain, known)
  }
  return Array.from(byChain.values()).some(areFarApart)
}

/** Live events replace the time in the cache, so its own height is newer than that of the last request. */
function blocksOfTime(time: ChainTime | null | undefined): ReadBlocks | undefined {
  if (!time) return undefined
  const { height, readAt } = time
  return { lowest: Number(height), highest: Number(height), startedAt: readAt, endedAt: readAt }
}

/** The nodes may have been at the lower block when its request started, and at the higher block when its request ended. */
function areFarApart(all: readonly ReadBlocks[]): boolean {
  const byLowest = [...all].sort((one, other) => one.lowest - other.lowest)
  const byHighest = [...all].sort((one, other) => one.highest - other.highest)
  let compared = 0
  let lead = Number.POSITIVE_INFINITY
  return byHighest.some(({ highest, endedAt }) => {
    for (; compared < byLowest.length; compared++) {
      const lower = byLowest[compared]
      if (!lower || highest - lower.lowest <= nearby) break
      lead = Math.min(lead, lower.lowest * shortestBlock - lower.startedAt)
    }
    return highest * shortestBlock - endedAt - lead > nearby * shortestBlock
  })
}
