import { randomUUID } from 'node:crypto'
import type { Flow } from '@flow-query/core'
import { encodeSnapshot, type SnapshotHeader } from '@flow-query/core/internal'
import type { FlowMirror } from '@flow-query/core/mirror'
import { LRUCache } from 'lru-cache'
import type { Encoding } from '../reads/reply.js'
import { compress } from './compress.js'
import { sharedHeight } from './since.js'

export interface Snapshot {
  readonly header: SnapshotHeader
  readonly flows: readonly Flow[]
  readonly etag: string
  readonly body: (encoding: Encoding) => Promise<Buffer>
  readonly version: number
  readonly createdAt: number
}

/** A snapshot with at most this many flows is compressed again after each change, so that one response is enough. */
const smallChain = 1_000
const leastAge = 30_000
const mostChanges = 500
const mostBytes = 64_000_000
const bytesPerFlow = 200
const textPerFlow = 600

export type Snapshots = ReturnType<typeof createSnapshots>

export function createSnapshots(mirror: FlowMirror, chainId: string) {
  const snapshots = new LRUCache<string, Snapshot>({
    maxSize: mostBytes,
    sizeCalculation: ({ flows }) => 1_000 + bytesPerFlow * flows.length,
  })
  let newest: Snapshot | undefined
  let isRenewing = false
  let version = 0
  mirror.subscribe(() => {
    version++
  })

  function create(flows: readonly Flow[], header: Omit<SnapshotHeader, 'chainId' | 'height'>): Snapshot {
    const height = Math.max(mirror.height ?? 0, header.since ?? 0)
    const complete: SnapshotHeader = { chainId, ...header, height }
    const bodies = new Map<Encoding, Promise<Buffer>>()
    return {
      header: complete,
      flows,
      version,
      createdAt: Date.now(),
      // Another instance, or this one after a restart, has other snapshots of the same block.
      etag: `W/"${randomUUID()}"`,
      body(encoding) {
        const body =
          bodies.get(encoding) ?? compress(encodeSnapshot(complete, flows), textPerFlow * flows.length, encoding)
        bodies.set(encoding, body)
        body.catch(() => bodies.delete(encoding))
        return body
      },
    }
  }

  function kept(key: string, isCurrent: boolean, createNew: () => Snapshot | undefined): Snapshot | undefined {
    const known = snapshots.get(key)
    if (known?.version === version && known.header.isCurrent === isCurrent) return known
    const fresh = createNew()
    if (fresh) snapshots.set(key, fresh)
    return fresh
  }

  function all(isCurrent: boolean): Snapshot {
    return create([...mirror.flows.values()], { since: null, isCurrent, total: mirror.flows.size })
  }

  async function renew(): Promise<void> {
    isRenewing = true
    try {
      const fresh = all(false)
      await fresh.body('br')
      newest = fresh
    } finally {
      isRenewing = false
    }
  }

  return {
    /** Compressing them takes about a second for 65,000 flows, so clients request the changes since the snapshot next. */
    ofChain(isSettled: boolean): Snapshot | undefined {
      // If the node doesn't report heights, changes are unknown.
      if (mirror.flows.size <= smallChain || mirror.height === null) return kept('all', isSettled, () => all(isSettled))
      const changes = newest && mirror.changedSince(newest.header.height)
      if (!newest || !changes || areMost(changes)) newest = all(false)
      const isOld = Date.now() - newest.createdAt > leastAge && (changes?.length ?? 0) > mostChanges
      // If it fails, the previous snapshot stays, and the next request tries again.
      if (isOld && !isRenewing) renew().catch(() => {})
      return newest
    },

    ofOwner(owner: string, isSettled: boolean): Snapshot | undefined {
      return kept(`owner ${owner}`, isSettled, () => {
        const flows = flowsOf(owner)
        if (flows.length === 0) return undefined
        return create(flows, { since: null, isCurrent: isSettled, total: flows.length })
      })
    },

    changes(since: number, owner: string | undefined, isSettled: boolean): Snapshot | undefined {
      // Right after the start, the shared height can be older than the mirror.
      return (
        changesSince(sharedHeight(since, mirror.height ?? since), owner, isSettled) ??
        changesSince(since, owner, isSettled)
      )
    },
  }

  function changesSince(since: number, owner: string | undefined, isCurrent: boolean): Snapshot | undefined {
    return kept(`since ${since} ${owner ?? ''}`, isCurrent, () => {
      const changed = mirror.changedSince(since)
      if (!changed || areMost(changed)) return undefined
      const total = owner === undefined ? mirror.flows.size : flowsOf(owner).length
      const flows = changed.filter(flow => owner === undefined || flow.owner === owner)
      return create(
        flows.sort((one, other) => Number(one.id) - Number(other.id)),
        { since, isCurrent, total },
      )
    })
  }

  function areMost(changed: readonly Flow[]): boolean {
    return changed.length > mirror.flows.size / 2
  }

  function flowsOf(owner: string): Flow[] {
    return [...mirror.flows.values()].filter(flow => flow.owner === owner)
  }
}
