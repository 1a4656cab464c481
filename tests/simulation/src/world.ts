import { createFlowClient, type FlowClient, type FlowClientOptions, v1 } from '@flow-query/core'
import { type FlowMirror, mirrorFlows } from '@flow-query/core/mirror'
import { vi } from 'vitest'
import { type Chain, createChain } from './chain.js'
import { SimulatedSync } from './copy.js'
import { SimulatedGateway } from './gateways.js'
import { type StaleUrls, watchFreshness, watchStaleAnswers } from './invariants/freshness.js'
import { watchShownStates } from './invariants/shown-states.js'
import { Log } from './log.js'
import { SimulatedMonitor } from './monitor.js'
import { Network } from './network.js'
import { createNode, type Node } from './nodes.js'
import { Page } from './pages.js'
import { Random } from './random.js'
import { createReceiver, type Receiver } from './receiver.js'
import { passUntil } from './time.js'

/** All parts of one simulation. */
export interface World {
  readonly random: Random
  readonly log: Log
  readonly chain: Chain
  readonly network: Network
  readonly nodes: readonly Node[]
  readonly gateways: readonly SimulatedGateway[]
  readonly pages: readonly Page[]
  readonly receiver: Receiver
  /** Each world only has some of these parts, so that it is small. */
  readonly mirror: FlowMirror | undefined
  readonly monitor: SimulatedMonitor | undefined
  readonly sync: SimulatedSync | undefined
  /** Unmarked answers of gateways from before an event. */
  readonly oldAnswers: readonly string[]
  /** URLs whose newest answer the gateway has marked as stale, by client. */
  readonly staleUrls: StaleUrls
  /** Returns wrong states that pages have shown. */
  readonly wrongStates: () => string[]
  readonly hasLag: boolean
  /** Reads the chain itself, without a network. */
  readonly truth: FlowClient
}

export async function createWorld(seed: number): Promise<World> {
  const random = new Random(seed)
  const log = new Log()
  const chain = createChain(random.fork('chain'), log)
  const network = new Network(random.fork('network'), log)
  const nodes = Array.from({ length: random.int(2, 3) }, (_, index) =>
    createNode(`node-${index}.test`, chain, network, random.fork(`node ${index}`)),
  )
  const clientOf = (name: string, urls: readonly string[], isBrowser: boolean): FlowClientOptions => ({
    lcd: urls as string[],
    rpc: urls[0],
    fetch: network.fetchOf(name, { isBrowser }),
    WebSocket: network.socketOf(name),
    chainId: 'intento-1',
    versions: [v1],
  })
  const nodeUrls = nodes.map(({ host }) => `https://${host.name}`)
  const mode = random.pick(['direct', 'gateways', 'gateways', 'operators'] as const)
  const gateways = Array.from(
    { length: mode === 'gateways' ? random.int(1, 2) : 0 },
    (_, index) => new SimulatedGateway(`gateway-${index}.test`, nodeUrls, network, log),
  )
  const oldAnswers = watchFreshness(gateways, network, chain)
  const staleUrls = watchStaleAnswers(network)
  await passUntil(Promise.all(gateways.map(gateway => gateway.start())))
  const urls = mode === 'gateways' ? gateways.map(({ host }) => `http://${host.name}`) : nodeUrls
  const pages = Array.from({ length: mode === 'operators' ? 0 : random.int(1, 4) }, (_, index) => {
    const name = `page-${index}`
    return new Page(name, clientOf(name, rotated(urls, index), random.chance(0.7)), random.fork(name), log)
  })
  const mirror = random.chance(0.5) ? mirrorFlows(createFlowClient(clientOf('mirror', urls, false))) : undefined
  const receiver = createReceiver(network, log)
  vi.stubGlobal('fetch', network.fetchOf('monitor'))
  const monitor = random.chance(0.35)
    ? new SimulatedMonitor(clientOf('monitor', urls, false), receiver, random.fork('monitor'), log)
    : undefined
  const sync = random.chance(0.35) ? new SimulatedSync(clientOf('sync', nodeUrls, false), log) : undefined
  const truth = createFlowClient({ lcd: chain.lcd.url, fetch: chain.lcd.fetch, versions: [v1], allowHeight: true })
  return {
    random,
    log,
    chain,
    network,
    nodes,
    gateways,
    pages,
    mirror,
    receiver,
    monitor,
    sync,
    truth,
    oldAnswers,
    staleUrls,
    wrongStates: watchShownStates(pages, chain, network, staleUrls),
    // The header with the height is hidden from pages, so they can't recognize a node that lags behind.
    hasLag: mode !== 'direct',
  }
}

function rotated<Item>(items: readonly Item[], by: number): Item[] {
  const start = by % items.length
  return [...items.slice(start), ...items.slice(0, start)]
}
