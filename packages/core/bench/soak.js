import { getEventListeners } from 'node:events'
import { address, createLcd } from '@flow-query/testing'
import { serveLcd } from '@flow-query/testing/serve'
import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/query-core'
import { WebSocket as NodeWebSocket } from 'ws'
import * as core from '../dist/index.js'
import { liveFlows } from '../dist/live/index.js'

// Twelve pages follow a busy chain while their connections break a hundred times, at random moments. Afterwards, every query
// must contain the node's data, and no resource may leak. Takes one minute, or the number of seconds in the first argument.

const seconds = Number(process.argv[2] ?? 60)
const cuts = 100
const pageCount = 12
const owners = ['one', 'two', 'three'].map(name => address(name))

const pick = items => items[Math.floor(Math.random() * items.length)]
const sleep = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds))
const count = { executions: 0, others: 0, connections: 0, requests: 0, cut: 0, reconnected: 0 }

const listened = countListeners()
const timersBefore = timers()

let stoppedAt = 0
const lcd = createLcd({
  flows: Array.from({ length: 30 }, (_, index) => ({
    owner: owners[index % 3],
    interval: `${60 + index}s`,
    ...(index % 5 === 0 && { selfHostedIca: { portId: 'p', connectionId: 'connection-0' } }),
  })),
  clock: () => stoppedAt || Date.now(),
})
const served = await serveLcd(lcd)
const pages = Array.from({ length: pageCount }, createPage)
const began = Date.now()
const load = disturb()
await cutConnections()
// Reconnecting reads everything again, so only events after the last connection show whether events arrive.
const connected = await until(() => pages.every(page => page.isConnected()))
await sleep(5_000)
stoppedAt = Date.now()
await load
lcd.recover()
const settled = await until(() => pages.every(page => page.isQuiet()))
const wrong = (await Promise.all(pages.map(page => page.differences()))).flat()
const controllers = pages.map(page => page.leave())
await served.close()
await sleep(500)

const left = {
  'sockets of the node': lcd.sockets,
  'sockets of the pages': pages.reduce((sum, { sockets }) => sum + sockets.size, 0),
  timers: Math.max(timers() - timersBefore, 0),
  listeners:
    listened.size + controllers.reduce((sum, { signal }) => sum + getEventListeners(signal, 'abort').length, 0),
}
console.table({
  ...count,
  queries: pages.length * pages[0].all.length,
  'seconds to connect': connected,
  'seconds to settle': settled,
})
console.table(left)
for (const difference of wrong) console.log(difference)
const failed =
  wrong.length > 0 || connected === null || settled === null || count.cut < cuts || Object.values(left).some(Boolean)
console.log(failed ? '✗ The soak test failed' : '✓ All queries contain the data of the node, and no resource leaked')
process.exitCode = failed ? 1 : 0

/** A page with a separate cache and connection, and with mounted queries. */
function createPage() {
  const sockets = new Set()
  class WebSocket extends NodeWebSocket {
    constructor(url) {
      super(url)
      count.connections++
      sockets.add(this)
      this.once('close', () => sockets.delete(this))
    }
  }
  const client = core.createFlowClient({
    lcd: served.url,
    rpc: served.rpc,
    WebSocket,
    chain: 'soak',
    onResponse: () => count.requests++,
  })
  const cache = new QueryClient()
  const controller = new AbortController()
  const all = [
    core.flowQueryOptions(client, { id: 1 }),
    core.flowQueryOptions(client, { id: 6 }),
    core.flowHistoryQueryOptions(client, { id: 1, reverse: true, limit: 20 }),
    core.flowHistoryInfiniteQueryOptions(client, { id: 6, reverse: true, limit: 20 }),
    core.flowsQueryOptions(client, { limit: 10 }),
    core.flowsInfiniteQueryOptions(client, { limit: 15, reverse: true }),
    core.flowsForOwnerQueryOptions(client, { owner: pick(owners), limit: 50, reverse: true }),
  ]
  const isInfinite = ({ queryKey }) => 'infinite' in queryKey[3]
  const look = options =>
    new (isInfinite(options) ? InfiniteQueryObserver : QueryObserver)(cache, {
      ...options,
      staleTime: Number.POSITIVE_INFINITY,
    }).subscribe(() => {})
  const looking = all.map(look)
  let state
  liveFlows(client, cache, {
    signal: controller.signal,
    onStatus(status) {
      if (status.state === 'connected') count.reconnected++
      state = status.state
    },
  })
  return {
    all,
    sockets,
    isConnected: () => state === 'connected',
    isQuiet: () => state === 'connected' && cache.isFetching() === 0,
    /** Leaves the page and comes back. */
    blink() {
      const index = Math.floor(Math.random() * all.length)
      looking[index]()
      setTimeout(() => {
        looking[index] = look(all[index])
      }, Math.random() * 300)
    },
    async differences() {
      const truths = await Promise.all(
        all.map(({ queryFn }) => queryFn({ signal: controller.signal, pageParam: null })),
      )
      return all.flatMap(({ queryKey, ...options }, index) => {
        const { data, error } = cache.getQueryState(queryKey)
        const shown = JSON.stringify(isInfinite({ queryKey, ...options }) ? data?.pages[0] : data)
        const said = JSON.stringify(truths[index])
        return error || shown !== said
          ? [
              `${queryKey
                .slice(2)
                .map(part => JSON.stringify(part))
                .join(' ')} ${error ?? 'differs'}`,
            ]
          : []
      })
    },
    leave() {
      controller.abort()
      for (const leave of looking) leave()
      cache.clear()
      return controller
    },
  }
}

/** Everything that can happen on a chain, a page and a network, except broken connections. */
async function disturb() {
  while (!stoppedAt) {
    const id = 1 + Math.floor(Math.random() * 10)
    const chance = Math.random()
    if (chance < 0.6) {
      lcd.execute(id, id % 5 === 1 ? { outcome: 'unacknowledged' } : {})
      count.executions++
    } else {
      count.others++
      if (chance < 0.7) lcd.updateFlow(id, { label: `Changed at ${lcd.now()}` })
      else if (chance < 0.75) lcd.addFlow({ owner: pick(owners) })
      else if (chance < 0.85 && lcd.history(6).length)
        lcd.answer(6, { outcome: pick(['succeeded', 'failed', 'timedOut']) })
      else if (chance < 0.9) lcd.fail({ slow: Math.random() * 1_500, times: 3 })
      else pick(pages).blink()
    }
    await sleep(Math.random() * 60)
  }
}

/** Breaks one connection at a random moment of each equal part of the time. Every twentieth break affects all connections. */
async function cutConnections() {
  for (let index = 0; index < cuts; index++) {
    await sleep(began + ((index + Math.random()) * seconds * 1_000) / cuts - Date.now())
    while (!pages.some(({ sockets }) => sockets.size)) await sleep(10)
    if (index % 20 === 19) lcd.cut()
    else for (const socket of pick(pages.filter(({ sockets }) => sockets.size)).sockets) socket.terminate()
    count.cut++
  }
}

/** Returns the seconds until the condition is true for a whole second. Null if that takes more than a minute. */
async function until(isSo) {
  const from = Date.now()
  for (let times = 0; times < 20; ) {
    if (Date.now() - from > 60_000) return null
    await sleep(50)
    times = isSo() ? times + 1 : 0
  }
  return (Date.now() - from) / 1_000
}

function timers() {
  return process.getActiveResourcesInfo().filter(name => name === 'Timeout').length
}

/** Replaces the browser's event targets for the device and the page, which Node lacks. */
function countListeners() {
  const listening = new Set()
  const place = {
    hidden: false,
    addEventListener(_type, listener, options) {
      listening.add(listener)
      options?.signal?.addEventListener('abort', () => listening.delete(listener))
    },
    removeEventListener: (_type, listener) => listening.delete(listener),
  }
  globalThis.document = place
  globalThis.addEventListener = place.addEventListener
  return listening
}
