import type { BlockTime } from '@flow-query/core'
import { type FlowCollection, nextStatusChange } from '@flow-query/core/collection'
import type { Steps } from '../steps/steps'
import { type CheckQueue, createQueue } from '../verdicts/queue'

/** The content of an owner's page that depends on all flows. */
export interface OwnedFlows {
  collection: FlowCollection
  queue: CheckQueue
  /** The block time at which a flow starts or ends next, in milliseconds since 1970. */
  nextStatusChange: number | null
}

/** Puts the flows of an owner into the order in which they are checked. */
export function* ownedFlows(collection: FlowCollection, time: BlockTime): Steps<OwnedFlows> {
  const queue = yield* createQueue(collection, time)
  return { collection, queue, nextStatusChange: nextStatusChange(collection.flows, time) }
}
