import { createFlowClient, type FlowClient, type FlowClientOptions } from '@flow-query/core'
import type { WebSocketLike } from '@flow-query/core/live'
import { address, createClock, createLcd, type Flow, type Lcd, state } from '@flow-query/testing'
import type { DefaultOptions, QueryClient, QueryClientConfig } from '@tanstack/query-core'

export const owner = address('owner')
export const other = address('other')
export const admin = address('admin')
export const connectionId = 'connection-0'
export const icaAddress = address('interchain account', 'cosmos')
export const agentAddress = address('agent', 'into', 32)

/** Arguments of the first flow, and of all flows. */
export const firstFlow = () => ({ id: 1 })
export const allFlows = () => ({})

/** What an app has: an LCD, a client of it and a cache. */
export interface App {
  lcd: Lcd
  client: FlowClient
  queryClient: QueryClient
  /** Of each request, in the order of `lcd.requests`. */
  signals: AbortSignal[]
  /** Each connection to the chain's events that was made, in their order. */
  connections: WebSocketLike[]
}

export interface AppOptions extends Partial<FlowClientOptions> {
  /** Flows get their ids by their place; six of one owner by default. */
  flows?: Partial<Flow>[]
  queries?: NonNullable<DefaultOptions['queries']>
  /** Waited for before each request. */
  hold?: () => Promise<void>
}

export function createApp(
  Cache: new (config: QueryClientConfig) => QueryClient,
  { flows, queries = {}, hold, ...options }: AppOptions = {},
): App {
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
    chainId: 'intento-1',
    retries: 0,
    fetch: async (input, init) => {
      if (init?.signal) signals.push(init.signal)
      if (hold) await hold()
      return lcd.fetch(input, init)
    },
    ...options,
  })
  return { lcd, client, queryClient: new Cache({ defaultOptions: { queries } }), signals, connections }
}

/** No answer is stale while a test runs. */
export const fresh = { staleTime: Number.POSITIVE_INFINITY }

/** Lets requests through once so many wait. */
export function meeting(size: number): () => Promise<void> {
  let everybodyIsHere = () => {}
  const met = new Promise<void>(resolve => {
    everybodyIsHere = resolve
  })
  return () => {
    size -= 1
    if (size === 0) everybodyIsHere()
    return met
  }
}

/** How many components look at each query of the cache. */
export function observers({ queryClient }: Pick<App, 'queryClient'>): number[] {
  return queryClient
    .getQueryCache()
    .getAll()
    .map(query => query.getObserversCount())
}

/** What a clock of the chain says, always: nothing happens but what a test does. */
export const startTime = '2026-01-01T00:00:00Z'
const clock = createClock(startTime)

const sixFlows = Array.from({ length: 6 }, (_, index) => ({ label: `Flow ${index + 1}`, owner }))

function chainState(flows: Partial<Flow>[] = sixFlows) {
  const trustlessAgents = [agentAddress, address('agent 2', 'into', 32)].map(agentAddress => ({
    agentAddress,
    icaConfig: { portId: `icacontroller-${agentAddress}`, connectionId },
    feeConfig: { feeAdmin: admin, feeCoinsSupported: [{ denom: 'uinto', amount: '10' }] },
  }))
  return state(
    {
      flows,
      history: { 1: Array.from({ length: 5 }, (_, hour) => ({ actualExecTime: `2025-12-31T0${hour}:00:00Z` })) },
      interchainAccounts: [{ owner, connectionId, address: icaAddress }],
      trustlessAgents,
      totalBurnt: { denom: 'uinto', amount: '5600000' },
    },
    clock.now(),
  )
}
