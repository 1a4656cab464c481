import { createFlowClient, type FlowClient, type FlowClientOptions } from '@flow-query/core'
import type { WebSocketLike } from '@flow-query/core/live'
import { address, createClock, createLcd, type Flow, type Lcd, state } from '@flow-query/testing'
import { type DefaultOptions, QueryClient } from '@tanstack/svelte-query'
import Providers from './Providers.svelte'

export const owner = address('owner')
export const other = address('other')
export const connectionId = 'connection-0'
export const icaAddress = address('interchain account', 'cosmos')

/** What an app has: an LCD, a client of it, a cache, and the two contexts above its components. */
export interface App {
  lcd: Lcd
  client: FlowClient
  queryClient: QueryClient
  /** Of each request, in the order of `lcd.requests`. */
  signals: AbortSignal[]
  /** Each connection to the chain's events that was made, in their order. */
  connections: WebSocketLike[]
  wrapper: typeof Providers
  wrapperProps: { client: FlowClient; queryClient: QueryClient }
}

interface AppOptions extends Partial<FlowClientOptions> {
  /** Flows get their ids by their place; six of one owner by default. */
  flows?: Partial<Flow>[]
  queries?: DefaultOptions['queries']
}

export function createApp({ flows, queries = {}, ...options }: AppOptions = {}): App {
  const lcd = createLcd({ state: chainState(flows), clock: clock.now })
  const signals: AbortSignal[] = []
  const connections: WebSocketLike[] = []
  const client = createFlowClient({
    lcd: lcd.url,
    rpc: lcd.rpc,
    WebSocket: class extends lcd.WebSocket {
      constructor(url: string | URL) {
        super(url)
        connections.push(this)
      }
    },
    chain: 'intento-1',
    retries: 0,
    fetch: (input, init) => {
      if (init?.signal) signals.push(init.signal)
      return lcd.fetch(input, init)
    },
    ...options,
  })
  const queryClient = new QueryClient({ defaultOptions: { queries } })
  return { lcd, client, queryClient, signals, connections, wrapper: Providers, wrapperProps: { client, queryClient } }
}

/** Nothing happens on the chain but what a test does. */
const clock = createClock('2026-01-01T00:00:00Z')

const sixFlows = Array.from({ length: 6 }, (_, index) => ({ label: `Flow ${index + 1}`, owner }))

function chainState(flows: Partial<Flow>[] = sixFlows) {
  const history = Array.from({ length: 5 }, (_, hour) => ({ actualExecTime: `2025-12-31T0${hour}:00:00Z` }))
  const interchainAccounts = [{ owner, connectionId, address: icaAddress }]
  return state({ flows, history: { 1: history }, interchainAccounts }, clock.now())
}

/** How many components look at each query of the cache. */
export function observers({ queryClient }: App): number[] {
  return queryClient
    .getQueryCache()
    .getAll()
    .map(query => query.getObserversCount())
}
