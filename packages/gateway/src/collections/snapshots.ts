import { randomUUID } from 'node:crypto'
import type { Flow } from '@flow-query/core'
import type { FlowMirror } from '@flow-query/core/mirror'
import { encodeSnapshot, type SnapshotHeader } from '@flow-query/core/parts/collection'
import { LRUCache } from 'lru-cache'
import type { Encoding } from '../reads/encodings.js'
import { createQueue } from '../reads/queue.js'
import { encode } from './encode.js'

export interface Snapshot {
  readonly header: SnapshotHeader
  readonly flows: readonly Flow[]
  readonly etag: string
  /** Encodes the flows at the first call. `address` is the client, because clients take turns. */
  readonly body: (encoding: Encoding, address: string) => Promise<Buffer>
  readonly version: number
  readonly createdAt: number
}

/** A snapshot with at most this many flows is compressed again after each change, so that one response is enough. */
const smallChain = 1_000
const leastAge = 30_000
const mostChanges = 500
const mostBytes = 128_000_000
const compressedPerFlow = 250
const textPerFlow = 700
const mostWaiting = 100
const sharedHeightPrecision = 8

/** The flows of a mirror, encoded and compressed for clients. */
export class Snapshots {
  readonly #mirror: FlowMirror
  readonly #chainId: string
  readonly #snapshots = new LRUCache<string, Snapshot>({
    maxSize: mostBytes,
    sizeCalculation: ({ flows }) => 1_000 + (compressedPerFlow + textPerFlow) * flows.length,
  })
  /** Only one snapshot is encoded at a time, so that many different ones don't delay other requests. */
  readonly #encodings = createQueue(1, mostWaiting)
  #newest: Snapshot | undefined
  #isRenewing = false
  #version = 0

  constructor(mirror: FlowMirror, chainId: string) {
    this.#mirror = mirror
    this.#chainId = chainId
    mirror.subscribe(() => {
      this.#version++
    })
  }

  /** Can return an old snapshot, because compressing 65,000 flows takes about a second. Clients then request the changes since. */
  ofChain(isSettled: boolean): Snapshot | undefined {
    const { flows, height } = this.#mirror
    // If the node doesn't report heights, changes are unknown.
    if (flows.size <= smallChain || height === null) return this.#kept('all', isSettled, () => this.#all(isSettled))
    const changes = this.#newest && this.#mirror.changedSince(this.#newest.header.height)
    if (!this.#newest || !changes || this.#areMost(changes)) this.#newest = this.#all(false)
    const isOld = Date.now() - this.#newest.createdAt > leastAge && (changes?.length ?? 0) > mostChanges
    // If the compression fails, the previous snapshot stays, and the next request tries again.
    if (isOld && !this.#isRenewing) this.#renew().catch(() => {})
    return this.#newest
  }

  ofOwner(owner: string, isSettled: boolean): Snapshot | undefined {
    return this.#kept(`owner ${owner}`, isSettled, () => {
      const flows = this.#flowsOf(owner)
      if (flows.length === 0) return undefined
      return this.#create(flows, { since: null, isCurrent: isSettled, total: flows.length })
    })
  }

  changes(since: number, owner: string | undefined, isSettled: boolean): Snapshot | undefined {
    // Right after the start, the shared height can be older than the mirror.
    return (
      this.#changesSince(sharedHeight(since, this.#mirror.height ?? since), owner, isSettled) ??
      this.#changesSince(since, owner, isSettled)
    )
  }

  #changesSince(since: number, owner: string | undefined, isCurrent: boolean): Snapshot | undefined {
    return this.#kept(`since ${since} ${owner ?? ''}`, isCurrent, () => {
      const changed = this.#mirror.changedSince(since)
      if (!changed || this.#areMost(changed)) return undefined
      const total = owner === undefined ? this.#mirror.flows.size : this.#flowsOf(owner).length
      const flows = changed.filter(flow => owner === undefined || flow.owner === owner)
      return this.#create(
        flows.sort((one, other) => Number(one.id) - Number(other.id)),
        { since, isCurrent, total },
      )
    })
  }

  #kept(key: string, isCurrent: boolean, createNew: () => Snapshot | undefined): Snapshot | undefined {
    const known = this.#snapshots.get(key)
    if (known?.version === this.#version && known.header.isCurrent === isCurrent) return known
    const fresh = createNew()
    if (fresh) this.#snapshots.set(key, fresh)
    return fresh
  }

  async #renew(): Promise<void> {
    this.#isRenewing = true
    try {
      const fresh = this.#all(false)
      await fresh.body('br', '')
      this.#newest = fresh
    } finally {
      this.#isRenewing = false
    }
  }

  #all(isCurrent: boolean): Snapshot {
    const { flows } = this.#mirror
    return this.#create([...flows.values()], { since: null, isCurrent, total: flows.size })
  }

  #create(flows: readonly Flow[], header: Omit<SnapshotHeader, 'chainId' | 'height'>): Snapshot {
    const height = Math.max(this.#mirror.height ?? 0, header.since ?? 0)
    const complete: SnapshotHeader = { chainId: this.#chainId, ...header, height }
    return {
      header: complete,
      flows,
      version: this.#version,
      createdAt: Date.now(),
      // Another instance, or this one after a restart, has other snapshots of the same block.
      etag: `W/"${randomUUID()}"`,
      body: this.#encodedOnce(complete, flows),
    }
  }

  #encodedOnce(header: SnapshotHeader, flows: readonly Flow[]): Snapshot['body'] {
    const bodies = new Map<Encoding, Promise<Buffer>>()
    const id = randomUUID()
    return (encoding, address) => {
      const key = `${id} ${encoding}`
      const known = bodies.get(encoding)
      if (known) {
        this.#encodings.join(address, key)
        return known
      }
      const body = this.#encodings.send(address, key, () =>
        encode(encodeSnapshot(header, flows), textPerFlow * flows.length, encoding),
      )
      bodies.set(encoding, body)
      body.catch(() => bodies.delete(encoding))
      return body
    }
  }

  #areMost(changed: readonly Flow[]): boolean {
    return changed.length > this.#mirror.flows.size / 2
  }

  #flowsOf(owner: string): Flow[] {
    return [...this.#mirror.flows.values()].filter(flow => flow.owner === owner)
  }
}

/** Rounds a height down, so that many clients share one compressed response. */
export function sharedHeight(since: number, newest: number): number {
  const age = Math.max(newest - since, 1)
  const step = 2 ** Math.max(0, Math.floor(Math.log2(age / sharedHeightPrecision)))
  return Math.floor(since / step) * step
}
