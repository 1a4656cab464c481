import type { Flow } from '@flow-query/core'
import { decodeParts, type Part } from './parts'
import type { RestoringCollection } from './restoring'
import { decodeRows } from './rows'
import { isCurrent, type Save, type StoredChain, type StoredHead, within } from './stored'

/** How long the page waits for the storage before it loads from the node, in milliseconds. */
const headTimeout = 1_000
/** How long the storage may take for some thousand flows before the page loads them from the node, in milliseconds. */
const partsTimeout = 3_000

/** Shows the newest stored flows, which are enough for the first screen. */
export async function restoreNewest(chain: StoredChain): Promise<void> {
  const head = await readHead(chain)
  if (!head || chain.queryClient.getQueryData(chain.queryKey)) return
  try {
    const flows = inOrder(decodeRows(head.newest, new Map()))
    show(chain, head, { ...head.collection, flows, loaded: 0, complete: false, isRestoring: true })
  } catch {
    // The storage is corrupt, so the page loads from the node.
  }
}

/**
 * Shows all stored flows. If they are corrupt or from another chain, no flows are shown, and the next save replaces them.
 *
 * @returns the restored save, if a save exists
 */
export async function restoreAll(chain: StoredChain): Promise<Save | undefined> {
  const first = await readHead(chain)
  if (!first) return undefined
  const [chainId, { head, parts, flows }] = await Promise.all([chain.readChainId(), readParts(chain, first)])
  const isOtherChain = chainId !== null && head.chainId !== null && chainId !== head.chainId
  if (!parts || isOtherChain) {
    show(chain, head, { flows: [], loaded: 0, total: null, complete: false })
    return { saveId: head.saveId, parts: [] }
  }
  const { saveId, updatedAt, collection } = head
  const isPartlyLoaded = !collection.complete && collection.loaded > 0
  // Partly loaded flows have no common age, so they get one here.
  show(chain, head, { ...(isPartlyLoaded && { asOf: updatedAt }), ...collection, flows })
  return { saveId, parts }
}

async function readHead({ records, key }: StoredChain): Promise<StoredHead | null> {
  const record = await within(headTimeout, records.get(key)).catch(() => null)
  return isCurrent(record) ? record : null
}

interface StoredFlows {
  head: StoredHead
  parts: Part[] | null
  flows: Flow[]
}

/** Reads the flows of a save. If another tab has replaced it, reads the newer save. `parts` is null if the storage is corrupt. */
async function readParts(chain: StoredChain, first: StoredHead): Promise<StoredFlows> {
  let head = first
  for (;;) {
    try {
      const getMany = (keys: string[]) => within(partsTimeout, chain.records.getMany(keys))
      const parts = await decodeParts(head.parts, getMany)
      return { head, parts, flows: inOrder(parts.flatMap(({ flows }) => flows)) }
    } catch {
      const newer = await readHead(chain)
      if (!newer || newer.saveId === head.saveId) return { head, parts: null, flows: [] }
      head = newer
    }
  }
}

/** @throws if the flows are not sorted by ID, or if an ID occurs twice */
function inOrder(flows: Flow[]): Flow[] {
  for (const [index, { id }] of flows.entries()) {
    if (index > 0 && Number(flows[index - 1]?.id) >= Number(id)) throw new Error('The stored flows are not in order')
  }
  return flows
}

function show(
  { queryClient, queryKey }: StoredChain,
  { updatedAt }: StoredHead,
  collection: RestoringCollection,
): void {
  queryClient.setQueryData(queryKey, collection, { updatedAt })
}
