import { type Flow, type FlowClient, isFlowQueryError } from '@flow-query/core'
import { type FlowMirror, mirrorFlows } from '@flow-query/core/mirror'
import type { FlowSource } from '../evaluator.js'

export interface Selection {
  owners: readonly string[]
  ids: readonly string[]
}

export interface MirroredFlows {
  source: FlowSource
  filter: (flow: Flow) => boolean
  isReady: () => boolean
}

const retryDelay = 5_000

/** Returns a function that selects flows. Without owners and IDs, it selects all. */
export function selects({ owners, ids }: Selection): (flow: Pick<Flow, 'id' | 'owner'>) => boolean {
  const selectedOwners = new Set(owners)
  const selectedIds = new Set(ids)
  if (owners.length === 0 && ids.length === 0) return () => true
  return ({ id, owner }) => selectedOwners.has(owner) || selectedIds.has(id)
}

/** Reads the owners of flows that are selected by ID, because a mirror contains all flows of an owner. */
export async function mirrorSelected(
  client: FlowClient,
  selection: Selection,
  onChange: () => void,
  signal: AbortSignal,
): Promise<MirroredFlows> {
  const { owners, ids } = selection
  const ownersOfIds = await Promise.all(
    ids.map(id => untilAnswered(async () => (await client.flow({ id }, { signal })).owner, signal)),
  )
  // A mirror doesn't throw, so a mistyped owner would look like an owner without flows.
  for (const owner of owners) await untilAnswered(() => client.flowsForOwner({ owner, limit: 1 }, { signal }), signal)
  const all = [...new Set([...owners, ...ownersOfIds])]
  const mirrors =
    all.length > 0 ? all.map(owner => mirrorFlows(client, { owner, signal })) : [mirrorFlows(client, { signal })]
  let ready = 0
  for (const mirror of mirrors) {
    mirror.subscribe(onChange)
    mirror.ready.then(
      () => {
        ready++
        onChange()
      },
      () => {},
    )
  }
  return {
    source: joined(mirrors),
    filter: selects(selection),
    isReady: () => ready === mirrors.length,
  }
}

function joined(mirrors: readonly FlowMirror[]): FlowSource {
  const [first] = mirrors
  return {
    get flows() {
      return first && mirrors.length === 1 ? first.flows : new Map(mirrors.flatMap(({ flows }) => Array.from(flows)))
    },
    get status() {
      const statuses = mirrors.map(({ status }) => status)
      const isConnected = statuses.every(({ live }) => live === 'connected')
      return {
        live: isConnected ? 'connected' : 'polling',
        error: statuses.find(({ error }) => error !== null)?.error ?? null,
      }
    },
  }
}

async function untilAnswered<Data>(request: () => Promise<Data>, signal: AbortSignal): Promise<Data> {
  for (;;) {
    try {
      return await request()
    } catch (error) {
      if (!isFlowQueryError(error) || !error.retryable) throw error
      await pause(retryDelay, signal)
    }
  }
}

export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', stop, { once: true })
  })
}
