import { isFlowQueryError } from '@flow-query/core'
import { heightHeader, type RawResponse, responseOf } from '../raw-response.js'
import type { ResponseCache } from './cache.js'
import type { Reader } from './read.js'
import type { AllowedRead, createRoutes } from './routes.js'
import type { Upstream } from './upstream.js'

export function createInternalFetch(
  allowed: ReturnType<typeof createRoutes>,
  read: Reader['read'],
  upstream: Upstream,
  cache: Pick<ResponseCache, 'hasEventsSince' | 'isBeforeEvents'>,
): typeof fetch {
  return async (input, init) => {
    const { pathname, search } = new URL(`${input}`)
    const found = allowed(pathname + search)
    if (!found) return new Response(notImplemented, { status: 501 })
    if (!isAnnounced(found)) return responseFrom(await readDirectly(found, init?.signal ?? undefined))
    const response = await read(found)
    if (response.kind === 'error') {
      if (!response.raw) throw response.error
      return responseFrom(response.raw)
    }
    // A response that misses changes must not count as fresh.
    if (response.isStale) return new Response('No node responds', { status: 503 })
    const { raw } = response.entry
    if (response.result !== 'hit') return responseFrom(raw)
    // The cached response is still valid, but a node that lagged behind may have sent it.
    if (!cache.hasEventsSince(response.entry)) return responseFrom(await readDirectly(found, init?.signal ?? undefined))
    // If nothing has changed, the response is as new as the newest block, even if a node sent it at an earlier block.
    return responseFrom({ ...raw, height: undefined })
  }

  /** Asks the next node if a response may lack changes from before the events. */
  async function readDirectly(request: AllowedRead, signal: AbortSignal | undefined): Promise<RawResponse> {
    const except = new Set<string>()
    let best: RawResponse | undefined
    do {
      const raw = await readFromNode(request, signal, except).catch(error => {
        if (best) return best
        throw error
      })
      if (raw === best) return raw
      if (!best || (raw.height ?? 0) > (best.height ?? 0)) best = raw
      except.add(raw.node)
    } while (cache.isBeforeEvents(best) && upstream.hasOther(except))
    return best
  }

  async function readFromNode(
    request: AllowedRead,
    signal: AbortSignal | undefined,
    except: ReadonlySet<string>,
  ): Promise<RawResponse> {
    try {
      return (await upstream.read(request, { except, ...(signal && { signal }) })).raw
    } catch (error) {
      const raw = isFlowQueryError(error) ? responseOf(error) : undefined
      if (!raw) throw error
      return raw
    }
  }
}

/**
 * Only these requests use the cache. Other requests read all flows, often because events were lost, so a cached response can be too old
 * for them.
 */
function isAnnounced({ query, args }: AllowedRead): boolean {
  const isNewestPage = args['pagination.reverse'] === 'true' && args['pagination.limit'] !== '1'
  return query === 'flow' || isNewestPage
}

const notImplemented = '{"code":12,"message":"Not Implemented","details":[]}'

function responseFrom({ body, status, height }: RawResponse): Response {
  const headers = height === undefined ? {} : { [heightHeader]: `${height}` }
  return new Response(new Uint8Array(body), { status, headers })
}
