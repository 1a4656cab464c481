import { keepSameParts } from '../same.js'
import type { Flow } from '../types.js'
import { ageOf, type Provenance, provenanceOf } from './provenance.js'
import { createSharing } from './sharing.js'
import type { CollectionArgs, FlowCollection } from './types.js'

export interface Reading {
  readonly from: number
  readonly lastId: () => number
  readonly setExtent: (total: number | null) => void
  readonly add: (flow: Flow) => void
  readonly soFar: () => FlowCollection
  readonly whole: () => FlowCollection
}

export function createReading(before: FlowCollection | undefined, { owner }: CollectionArgs): Reading {
  // The flows of an owner are read from the beginning, because their positions can't be computed from ids.
  const continues = before !== undefined && !before.complete && owner === undefined
  const skipped = continues ? before.loaded : 0
  return readingAfter(before, skipped, createSharing(), continues ? ageOf(before) : {})
}

/** In a snapshot, equal parts of flows are already the same objects. */
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
    whole: () => ({ flows, loaded: flows.length, total: flows.length, complete: true, ...provenance }),
  }
}
