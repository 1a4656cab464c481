import { address, createClock, createLcd, type LcdOptions } from '@flow-query/testing'
import { onTestFinished, vi } from 'vitest'
import type { FlowClientOptions } from '../src/index.js'
import { type LiveFlowsOptions, type LiveStatus, liveFlows } from '../src/live/index.js'
import { type AnyOptions, mount, QueryClient } from './cache.js'
import { clientOf } from './client.js'

export const owner = address('owner')
export const other = address('other')

/** Waits long enough for a connection, an update and its responses, but not for any other timer. */
export const waitBriefly = () => vi.advanceTimersByTimeAsync(50)

/** A page and a node with flows 1 and 2 of `owner` and flow 3 of `other`. */
export function page(options: Partial<FlowClientOptions> = {}, lcdOptions: LcdOptions = {}) {
  const lcd = createLcd({
    flows: [
      { owner },
      { owner, selfHostedIca: { portId: `icacontroller-${owner}`, connectionId: 'connection-0' } },
      { owner: other },
    ],
    clock: createClock(Date.parse('2026-01-01T00:00:00Z')).now,
    ...lcdOptions,
  })
  const client = clientOf(lcd, { chainId: 'intento-1', rpc: lcd.rpc, WebSocket: lcd.WebSocket, ...options })
  const cache = new QueryClient()
  const states: LiveStatus[] = []
  const controller = new AbortController()
  onTestFinished(() => controller.abort())
  const start = (options: Partial<LiveFlowsOptions> = {}) =>
    liveFlows(client, cache, { signal: controller.signal, onStatus: status => states.push(status), ...options })
  let seen = 0
  /**
   * Returns all requests since the last call in sorted order, for example `flow/1` and `flows reverse`. Excludes the newest block, which
   * live updates read once per page, and more often while it is shown.
   */
  function newRequests() {
    const requests = lcd.requests.slice(seen).filter(({ target }) => !target.endsWith('/status'))
    seen = lcd.requests.length
    return requests.map(({ target }) => shortened(target)).sort()
  }
  return {
    lcd,
    client,
    cache,
    states,
    state: () => states.at(-1)?.state,
    mount: (options: AnyOptions) => mount(cache, options),
    data: (options: { queryKey: readonly unknown[] }) => cache.getQueryData<unknown>(options.queryKey as unknown[]),
    stateOf: ({ queryKey }: AnyOptions) => cache.getQueryState<unknown, Error>(queryKey),
    start,
    /** Mounts queries, waits for their data, and forgets the requests so far. */
    async show(...queries: AnyOptions[]) {
      for (const options of queries) mount(cache, options)
      await waitBriefly()
      newRequests()
    },
    /** Mounts queries, starts the updates, waits for the connection, and forgets the requests so far. */
    async connect(...queries: AnyOptions[]) {
      const mounted = queries.map(options => mount(cache, options))
      start()
      await waitBriefly()
      newRequests()
      return mounted
    },
    stop: () => controller.abort(),
    newRequests,
  }
}

/** Returns the path after the version, and the names of important page arguments. */
function shortened(target: string): string {
  const { pathname, searchParams } = new URL(target, 'http://node')
  const words = ['reverse', 'key', 'count_total'].filter(word => searchParams.has(`pagination.${word}`))
  return [pathname.replace(/^\/\w+\/intent\/\w+\//, ''), ...words].join(' ')
}
