import { keepSameParts } from '../same.js'
import type { Flow } from '../types.js'
import { ageOf, type Provenance, provenanceOf } from './provenance.js'
import { createSharing } from './sharing.js'
import type { CollectionArgs, FlowCollection } from './types.js'

/** A collection that is being loaded. The flows of the previous collection are replaced one by one. */
export interface Reading {
  /** The first id to read. */
  readonly from: number
  /** Returns the id of the last loaded flow. Until a flow is loaded, this is the id before `from`. */
  readonly lastId: () => number
  readonly setExtent: (total: number | null) => void
  readonly add: (flow: Flow) => void
  readonly soFar: () => FlowCollection
  readonly whole: () => FlowCollection
}

/** Starts to load a collection, after the flows that were loaded before. */
export function createReading(before: FlowCollection | undefined, { owner }: CollectionArgs): Reading {
  // An incomplete collection of the chain continues after its last id. For an owner, loading starts from the beginning, because
  // the positions of an owner's flows can't be computed from ids.
  const continues = before !== undefined && !before.complete && owner === undefined
  const skipped = continues ? before.loaded : 0
  return readingAfter(before, skipped, createSharing(), continues ? ageOf(before) : {})
}

/** Starts to load a whole collection from a snapshot, in which equal parts of flows are already the same objects. */
export function createSnapshotReading(before: FlowCollection | undefined, provenance: Provenance): Reading {
  return readingAfter(before, 0, flow => flow, provenance)
}

function readingAfter(
  before: FlowCollection | undefined,
  skipped: number,
  share: (flow: Flow) => Flow,
  provenance: Provenance,
): Reading {
  const flows = before?.flows.slice(0, skipped) ?? []
  const known = before?.flows.slice(skipped) ?? []
  let total = before?.total ?? null
  /** How many of the known flows have been reloaded. */
  let passed = 0

  const lastId = () => Number(flows.at(-1)?.id ?? 0)
  return {
    from: lastId() + 1,
    lastId,
    setExtent(rest) {
      total = rest === null ? null : skipped + rest
    },
    add(flow) {
      // A node may return a flow twice.
      if (Number(flow.id) <= lastId()) return
      while (Number(known[passed]?.id) < Number(flow.id)) passed++
      const same = known[passed]
      const isKnown = same?.id === flow.id
      if (isKnown) passed++
      flows.push(isKnown ? keepSameParts(same, flow) : share(flow))
    },
    soFar: () => ({
      flows: [...flows, ...known.slice(passed)],
      loaded: flows.length,
      total,
      complete: before?.complete ?? false,
      ...provenanceOf(before),
    }),
    // The flows of a complete collection have all been read again.
    whole: () => ({ flows, loaded: flows.length, total: flows.length, complete: true, ...provenance }),
  }
}
