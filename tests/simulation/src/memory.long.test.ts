import { queryObjects } from 'node:v8'
import { createFlowClient, type FlowClientOptions, v1 } from '@flow-query/core'
import { mirrorFlows } from '@flow-query/core/mirror'
import {
  flowHistoryQueryOptions,
  flowQueryOptions,
  flowsInfiniteQueryOptions,
  flowsQueryOptions,
} from '@flow-query/core/query'
import { flowCollectionQueryOptions } from '@flow-query/core/query/collection'
import { expect, test, vi } from 'vitest'
import { type Chain, createChain } from './chain.js'
import { SimulatedSync } from './copy.js'
import { SimulatedGateway } from './gateways.js'
import { Log } from './log.js'
import { SimulatedMonitor } from './monitor.js'
import { Network } from './network.js'
import { createNode } from './nodes.js'
import { Page } from './pages.js'
import { Random } from './random.js'
import { createReceiver } from './receiver.js'
import { pass, passUntil } from './time.js'
import { installTimers } from './timers.js'

/** After this many changes, all caches are full. */
const warmUp = 40
const measured = 40
/** A leak grows in each of these periods. Other objects come and go, such as those of earlier tests. */
const periods = 3
const timePerChange = 10_000

test('memory does not grow with time', async () => {
  // The chain keeps all its blocks, so it is measured alone too.
  const ofChain = await growth(() => ({ act() {}, close: async () => {} }))
  const ofAll = await growth(startParts)
  // A part that keeps an object of each change has more.
  expect(ofAll - ofChain).toBeLessThan(measured / 2)
})

interface Parts {
  readonly act: (round: number) => void
  readonly close: () => Promise<unknown>
}

/** Returns by how many objects the memory grows at least per period, while a chain and other parts run. */
async function growth(start: (chain: Chain) => Parts | Promise<Parts>): Promise<number> {
  vi.setSystemTime('2026-01-01T00:00:00Z')
  const restoreTimers = installTimers()
  try {
    const chain = createChain(new Random(1), new SilentLog())
    fillRequests(chain)
    const parts = await start(chain)
    const passChanges = async (count: number) => {
      for (let round = 0; round < count; round++) {
        change(chain, round)
        parts.act(round)
        await pass(timePerChange)
      }
      return queryObjects(Object, { format: 'count' })
    }
    let before = await passChanges(warmUp)
    let least = Infinity
    for (let period = 0; period < periods; period++) {
      const after = await passChanges(measured)
      least = Math.min(least, after - before)
      before = after
    }
    await passUntil(parts.close())
    return least
  } finally {
    restoreTimers()
  }
}

/** The node keeps its last 1,000 requests. */
function fillRequests({ lcd }: Chain): void {
  for (let count = 0; count < 1_000; count++) lcd.reply({ method: 'GET', target: '/', headers: {} })
}

function change({ lcd }: Chain, round: number): void {
  const { id } = lcd.state.flows[round % 3] ?? {}
  if (id === undefined) return
  lcd.updateFlow(id, { label: `Flow ${round}` })
}

async function startParts(chain: Chain): Promise<Parts> {
  const random = new Random(2)
  const log = new SilentLog()
  const network = new Network(random.fork('network'), log)
  const node = createNode('node.test', chain, network, random.fork('node'))
  // A small cache is soon full.
  const gateway = new SimulatedGateway('gateway.test', ['http://node.test'], network, log, { cacheBytes: 300_000 })
  await passUntil(gateway.start())
  const clientOf = (name: string): FlowClientOptions => ({
    lcd: 'http://gateway.test',
    rpc: 'http://gateway.test',
    fetch: network.fetchOf(name),
    WebSocket: network.socketOf(name),
    versions: [v1],
  })
  const page = new Page('page', clientOf('page'), random.fork('page'), log)
  page.mount(client => flowQueryOptions(client, { id: 1 }))
  page.mount(client => flowHistoryQueryOptions(client, { id: 1, limit: 5, reverse: true }))
  page.mount(client => flowsQueryOptions(client, { limit: 5 }))
  page.mount(client => flowsInfiniteQueryOptions(client, { limit: 2 }))
  page.mount(client => flowCollectionQueryOptions(client))
  const mirror = mirrorFlows(createFlowClient(clientOf('mirror')))
  const receiver = createReceiver(network, log)
  vi.stubGlobal('fetch', network.fetchOf('monitor'))
  const monitor = new SimulatedMonitor(clientOf('monitor'), receiver, random.fork('monitor'), log)
  const sync = new SimulatedSync({ ...clientOf('sync'), lcd: 'http://node.test', rpc: 'http://node.test' }, log)
  return {
    act(round) {
      if (round % 4 === 0) page.hide()
      else page.show()
      if (round % 5 === 0) network.cut(node.host)
      monitor.alerts.splice(0)
      monitor.messages.clear()
    },
    close() {
      page.close()
      mirror.close()
      return Promise.all([monitor.close(), sync.close(), gateway.close()])
    },
  }
}

class SilentLog extends Log {
  override step(): void {}
  override detail(): void {}
}
