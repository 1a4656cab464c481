import { type FlowQueryError, isFlowQueryError } from '@flow-query/core'
import { responseOf } from '../raw-response.js'
import type { ResponseCache } from './cache.js'
import type { CachedRead, Entry } from './entries.js'
import type { Upstream } from './upstream.js'

export interface Refreshed {
  readonly entry: Entry
  /** The response of a node that lags behind. */
  readonly isBehind: boolean
}

export interface FailedRefresh {
  readonly error: FlowQueryError
  readonly requestNumber: number
}

const longestLag = 2_000
const firstDelay = 50

/** Asks the nodes again while all of them lag behind. */
export async function refresh(
  cache: ResponseCache,
  upstream: Upstream,
  request: CachedRead,
  origin: { address: string; key: string },
): Promise<Refreshed | FailedRefresh> {
  const deadline = performance.now() + longestLag
  let best: Entry | undefined
  for (let delay = firstDelay; ; delay *= 2) {
    const round = await askNodes(cache, upstream, request, origin)
    if (round.complete) return { entry: round.complete, isBehind: false }
    best = newer(best, round.best)
    const isOver = performance.now() >= deadline
    if (best && isOver) return { entry: best, isBehind: true }
    if (!best && round.failure && (isOver || !round.isBehind)) return round.failure
    await new Promise(resolve => setTimeout(resolve, delay))
  }
}

interface Round {
  readonly complete?: Entry
  readonly best?: Entry | undefined
  readonly failure?: FailedRefresh | undefined
  /** A later response can be better, because the nodes have not seen all events yet. */
  readonly isBehind: boolean
}

/** Asks one node after another until one has seen all events and all blocks before them, or none responds. */
async function askNodes(
  cache: ResponseCache,
  upstream: Upstream,
  request: CachedRead,
  origin: { address: string; key: string },
): Promise<Round> {
  const except = new Set<string>()
  let best: Entry | undefined
  let complete: Entry | undefined
  let failure: FailedRefresh | undefined
  while (except.size < upstream.nodes.length) {
    const requestNumber = cache.nextRequest()
    const sentAt = Date.now()
    try {
      const { raw, json } = await upstream.read(request, { except, ...origin })
      const isComplete = cache.contains(request, raw, requestNumber, json)
      const stored = cache.store(request, raw, requestNumber, json, sentAt)
      except.add(raw.node)
      if (!isComplete) best = newer(best, stored)
      else complete = newer(complete, stored)
      // An event can arrive during the request to another node.
      if (complete?.isOutdated) {
        best = newer(best, complete)
        complete = undefined
      }
      const isOld = request.height === undefined && cache.isBeforeEvents(raw)
      if (complete && !(isOld && upstream.hasOther(except))) return { complete, isBehind: false }
    } catch (error) {
      if (!isFlowQueryError(error)) throw error
      if (complete) return { complete, isBehind: false }
      failure = { error, requestNumber }
      const raw = responseOf(error)
      if (!raw || cache.contains(request, raw, requestNumber, undefined)) return { best, failure, isBehind: false }
      except.add(raw.node)
    }
  }
  return { best, failure, isBehind: true }
}

function newer(one: Entry | undefined, other: Entry | undefined): Entry | undefined {
  return one && (one.raw.height ?? 0) > (other?.raw.height ?? 0) ? one : (other ?? one)
}
