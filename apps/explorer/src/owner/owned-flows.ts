import type { BlockTime } from '@flow-query/core'
import { countFlows, type FlowCollection, type FlowCounts } from '@flow-query/core/collection'
import type { Filters } from '../filters/filters'
import { type FoundFlows, findFlows } from '../filters/find-flows'
import type { Steps } from '../steps/steps'
import { type CheckQueue, createQueue } from '../verdicts/queue'

/** The content of an owner's page that depends on all flows. */
export interface OwnedFlows extends FoundFlows {
  counts: FlowCounts
  queue: CheckQueue
}

/** Finds the flows of an owner that match the filters. */
export function* ownedFlows(collection: FlowCollection, filters: Filters, time: BlockTime): Steps<OwnedFlows> {
  const { flows } = collection
  const found = yield* findFlows(collection, filters, time)
  yield
  const counts = countFlows(flows, time)
  return { ...found, counts, queue: yield* createQueue(collection, time) }
}
