import type { FlowCollection } from '@flow-query/core/collection'
import { encodeParts, newId, partPrefix } from './parts'
import type { Records } from './records'
import { isRestoring } from './restoring'
import { encodeRows } from './rows'
import { format, hasParts, isCurrent, type Save, type StoredChain, type StoredHead } from './stored'

/** A larger collection is not stored. */
const maxFlows = 200_000
/** The number of the newest flows that are stored separately, for the first screen. */
const firstFlows = 100
/** The maximum number of chains that are stored. The chain that was updated first is removed first. */
const maxChains = 3

/**
 * Writes the flows that have changed since the last save of this tab.
 *
 * @returns the new save, `conflict` if another tab has saved, or undefined if the flows can't be stored
 */
export async function saveFlows(chain: StoredChain, last: Save | undefined): Promise<Save | 'conflict' | undefined> {
  const { queryClient, queryKey, records, key } = chain
  const { data, dataUpdatedAt: updatedAt = 0 } = queryClient.getQueryState<FlowCollection>(queryKey) ?? {}
  if (!data || isRestoring(data) || data.flows.length === 0 || data.flows.length > maxFlows) return last
  const { flows, ...collection } = data
  try {
    const { parts, newParts } = await encodeParts(flows, last?.parts ?? [])
    const head: StoredHead = {
      format,
      saveId: newId(),
      chainId: await chain.readChainId(),
      updatedAt,
      collection,
      newest: encodeRows(flows.slice(-firstFlows)),
      newestId: Number(flows.at(-1)?.id),
      parts: parts.map(({ key }) => key),
    }
    const keepsParts = newParts.length < parts.length
    let isConflict = false
    await records.update(key, stored => {
      const before = hasParts(stored) ? stored : undefined
      // If another tab has saved, the records that this save would keep may be gone.
      isConflict = before?.saveId !== last?.saveId && (keepsParts || storesMore(stored, head))
      if (isConflict) return null
      const kept = new Set(head.parts)
      return { put: [...newParts, [key, head]], remove: before?.parts.filter(part => !kept.has(part)) ?? [] }
    })
    if (isConflict) return 'conflict'
    await removeOutdated(records)
    return { saveId: head.saveId, parts }
  } catch {
    // The storage is full or blocked, or a message is nested too deeply for JSON. The page works without a save.
    return undefined
  }
}

/** Whether another tab has stored more flows of the same chain, for example because this one has loaded only the newest flows. */
function storesMore(stored: unknown, { chainId, collection, newestId }: StoredHead): boolean {
  if (!isCurrent(stored) || stored.chainId !== chainId || collection.complete) return false
  return stored.collection.loaded > collection.loaded && stored.newestId <= newestId
}

/** Removes outdated chains, and the oldest ones if more than `maxChains` are left. */
async function removeOutdated(records: Records): Promise<void> {
  const keys = (await records.keys()).filter(key => !key.startsWith(partPrefix))
  const chains = await Promise.all(keys.map(async key => ({ key, head: await records.get(key) })))
  const current = chains.flatMap(({ key, head }) => (isCurrent(head) ? [{ key, head }] : []))
  const newestFirst = current.sort((one, other) => other.head.updatedAt - one.head.updatedAt)
  const kept = new Set(newestFirst.slice(0, maxChains).map(({ key }) => key))
  for (const key of keys) if (!kept.has(key)) await removeChain(records, key)
}

function removeChain(records: Records, key: string): Promise<void> {
  return records.update(key, head => ({ put: [], remove: [key, ...(hasParts(head) ? head.parts : [])] }))
}
