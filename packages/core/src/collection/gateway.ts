import { fetchRestarts } from '../cache/fetch-progress.js'
import type { FlowClient } from '../client.js'
import { isFlowQueryError } from '../errors.js'
import { keepSameParts } from '../same.js'
import type { Flow } from '../types.js'
import { createSnapshotReading } from './reading.js'
import { gatewayOf, requestSnapshot, type Snapshot } from './snapshot.js'
import { invalidSnapshot } from './snapshot-format.js'
import type { CollectionArgs, CollectionContext, FlowCollection } from './types.js'

export const updateInterval = 150
const mostSnapshots = 2
const mostResponses = 6

export async function loadFromGateway(
  client: FlowClient,
  { owner, height }: CollectionArgs,
  context: CollectionContext,
  known: FlowCollection | undefined,
  signal: AbortSignal,
): Promise<FlowCollection | undefined> {
  const gateway = height === undefined ? gatewayOf(client) : undefined
  if (gateway === undefined) return undefined
  // A live cache only has to refetch changes after this request, because the response includes all earlier ones.
  fetchRestarts(context)
  let collection = known
  let snapshots = 0
  try {
    for (let responses = 0; responses < mostResponses && snapshots < mostSnapshots; responses++) {
      const snapshot = await requestSnapshot(gateway, client, { owner, known: versionOf(collection), signal })
      if (collection && isUpdateOf(collection, snapshot)) {
        collection = await readChanges(snapshot, collection)
      } else {
        snapshots++
        collection = await readAllFlows(snapshot, collection, context)
      }
      if (snapshot.isCurrent) return collection
    }
  } catch (error) {
    signal.throwIfAborted()
    if (!isFlowQueryError(error)) throw error
    return undefined
  }
  // If the gateway lags behind its node, its pages would be just as old, so the collection is used.
  return snapshots < mostSnapshots ? collection : undefined
}

export function isGateway(client: FlowClient): boolean {
  return gatewayOf(client) !== undefined
}

function versionOf(collection: FlowCollection | undefined): { height: number; chainId: string } | undefined {
  const { height, chainId } = collection ?? {}
  return height === undefined || chainId === undefined ? undefined : { height, chainId }
}

function isUpdateOf({ height = 0, chainId }: FlowCollection, snapshot: Snapshot): boolean {
  return snapshot.since !== null && snapshot.since <= height && snapshot.chainId === chainId
}

async function readAllFlows(
  { height, chainId, total, blocks }: Snapshot,
  before: FlowCollection | undefined,
  { queryKey, client: cache }: CollectionContext,
): Promise<FlowCollection> {
  const reading = createSnapshotReading(before, { height, chainId })
  reading.setExtent(total)
  let nextUpdate = 0
  for await (const block of blocks) {
    for (const flow of block) reading.add(flow)
    if (performance.now() < nextUpdate) continue
    nextUpdate = performance.now() + updateInterval
    cache.setQueryData(queryKey, reading.soFar())
  }
  return complete(reading.whole(), total)
}

async function readChanges(
  { height, chainId, total, blocks }: Snapshot,
  before: FlowCollection,
): Promise<FlowCollection> {
  const changed = new Map<string, Flow>()
  for await (const block of blocks) for (const flow of block) changed.set(flow.id, flow)
  const kept = before.flows.map(flow => {
    const fresh = changed.get(flow.id)
    changed.delete(flow.id)
    return fresh ? keepSameParts(flow, fresh) : flow
  })
  const added = [...changed.values()]
  const isUnchanged = added.length === 0 && kept.every((flow, index) => flow === before.flows[index])
  const flows = isUnchanged ? before.flows : [...kept, ...added].sort((one, other) => Number(one.id) - Number(other.id))
  return complete({ flows, loaded: flows.length, total, complete: true, height, chainId }, total)
}

function complete(collection: FlowCollection, total: number): FlowCollection {
  if (collection.flows.length !== total) throw invalidSnapshot()
  return collection
}
