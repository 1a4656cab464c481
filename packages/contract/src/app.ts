import type { WebSocketLike } from '@flow-query/core'
import { createFlowClient, type FlowClient, type FlowClientOptions } from '@flow-query/core'
import { address, createClock, createLcd, type Flow, type Lcd, state } from '@flow-query/testing'
import type { DefaultOptions, QueryClient, QueryClientConfig } from '@tanstack/query-core'

export const owner = address('owner')
export const other = address('other')
export const admin = address('admin')
export const connectionId = 'connection-0'
export const icaAddress = address('interchain account', 'cosmos')
export const agentAddress = address('agent', 'into', 32)

/** The arguments for the first flow, and for all flows. */
export const firstFlow = () => ({ id: 1 })
export const allFlows = () => ({})

/** An in-memory node with a client and a cache. */
export interface App {
  lcd: Lcd
  client: FlowClient
  queryClient: QueryClient
  /** The signal of each request, in the order of `lcd.requests`. */
  signals: AbortSignal[]
  /** All live connections so far, oldest first. */
  connections: WebSocketLike[]
}

export interface AppOptions extends Partial<FlowClientOptions> {
  /** The flows of the chain. Their IDs start at 1. Default: six flows of one owner. */
  flows?: Partial<Flow>[]
  queries?: NonNullable<DefaultOptions['queries']>
  /** Delays each request until its promise is resolved. */
  hold?: () => Promise<void>
}

export function createApp(
  Cache: new (config: QueryClientConfig) => QueryClient,
  { flows, queries = {}, hold, ...options }: AppOptions = {},
): App {
  const lcd = createLcd({ state: chainState(flows), clock: clock.now })
  lcd.accounts.channels[connectionId] = [openChannel]
  lcd.accounts.connections[connectionId] = { client_id: '07-tendermint-0' }
  lcd.accounts.clients['07-tendermint-0'] = 'Active'
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
    timeout: 300_000,
    fetch: async (input, init) => {
      if (init?.signal) signals.push(init.signal)
      if (hold) await hold()
      return lcd.fetch(input, init)
    },
    ...options,
  })
  return { lcd, client, queryClient: new Cache({ defaultOptions: { queries } }), signals, connections }
}

/** Query options that keep data fresh during a test. */
export const fresh = { staleTime: Number.POSITIVE_INFINITY }

/** Returns a function whose promises are resolved once it has been called `size` times. */
export function meeting(size: number): () => Promise<void> {
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  return () => {
    size -= 1
    if (size === 0) release()
    return released
  }
}

/** Returns the number of components that observe each query of the cache. */
export function observers({ queryClient }: Pick<App, 'queryClient'>): number[] {
  return queryClient
    .getQueryCache()
    .getAll()
    .map(query => query.getObserversCount())
}

/** The channel of the owner's interchain account. */
const openChannel = {
  state: 'STATE_OPEN',
  ordering: 'ORDER_UNORDERED',
  counterparty: { port_id: 'icahost', channel_id: 'channel-0' },
  connection_hops: [connectionId],
  version: JSON.stringify({ address: icaAddress }),
  port_id: `icacontroller-${owner}`,
  channel_id: 'channel-2',
}

/** The constant time of the chain. It never advances, so flows only run when a test executes them. */
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
