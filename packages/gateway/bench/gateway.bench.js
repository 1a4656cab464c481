import { flowSubscriptions } from '@flow-query/core/live'
import autocannon from 'autocannon'
import { WebSocket } from 'ws'
import { start } from '../../../tests/setup/child.js'
import { startNginx, startRedis } from './servers.js'

// Measures a gateway in front of an in-memory node: live pages, memory, cached reads, and stale responses, compared with bare Fastify
// and with nginx. Each server runs in a separate process.

const pageCount = Number(process.argv[2] ?? 2_000)
const rounds = 5
const changes = 100
const loadSeconds = 3
const path = '/intento/intent/v1/flow/1'
const limits = {
  events: { clients: 100_000, clientsPerAddress: 100_000 },
  server: { connectionsPerAddress: 100_000 },
}
const rows = []

const node = await start(import.meta.resolve('./node.js'))
const gateway = await start(import.meta.resolve('./gateway.js'), {
  lcd: node.url,
  rpc: node.url,
  limits,
})
// Node.js sends responses more slowly after it has written to thousands of sockets at once, so these reads come first.
await cachedReads()
await livePages()
await staleAnswers()
await gateway.stop()
await severalInstances()
console.table(rows)
await node.stop()
process.exitCode = rows.some(({ result }) => result === '✗') ? 1 : 0

/** Adds a row to the table. `isGood` is undefined for values without a budget. */
function report(measure, value, budget, isGood) {
  rows.push({ measure, value, budget, result: isGood === undefined ? '' : isGood ? '✓' : '✗' })
}

async function livePages() {
  const pages = await start(import.meta.resolve('./pages.js'), { url: gateway.url })
  // The first clients also load code, which is not memory of a client.
  await pages.call('open', 50)
  const before = await gateway.call('memory')
  await pages.call('open', pageCount)
  const after = await gateway.call('memory')
  const perClient = type => (after[type] - before[type]) / pageCount / 1_000
  await pages.call('read')

  const delays = []
  const requests = []
  let missing = 0
  await node.call('requests')
  // The pages load code in the first round.
  for (let round = -1; round < rounds; round++) {
    const shown = pages.call('shows', `Round ${round}`, 30_000)
    const changedAt = await node.call('update', 1, `Round ${round}`)
    const arrived = await shown
    missing += pageCount + 50 - arrived.length
    if (round >= 0) delays.push(...arrived.map(time => time - changedAt))
    requests.push(await node.call('requests'))
  }
  delays.sort((a, b) => a - b)
  const p99 = delays[Math.floor(delays.length * 0.99)]
  const connections = await node.call('sockets')
  await pages.stop()
  report(
    `node requests per change, ${pageCount} live pages`,
    `${Math.max(...requests)}`,
    '1',
    Math.max(...requests) === 1,
  )
  report('pages without the change', `${missing}`, '0', missing === 0)
  report('delay until a page has the change, median', `${delays[Math.floor(delays.length / 2)]} ms`, '')
  report('delay until a page has the change, p99', `${p99} ms`, '1,000 ms', p99 <= 1_000)
  report('WebSockets at the node', `${connections}`, '1', connections === 1)
  report(
    'memory per live client, heap and buffers',
    `${perClient('used').toFixed(1)} kB`,
    '25 kB',
    perClient('used') <= 25,
  )
  report('memory per live client, resident', `${perClient('rss').toFixed(1)} kB`, '')
}

async function cachedReads() {
  for (const [name, target] of [
    ['one flow', path],
    ['100 flows', '/intento/intent/v1/flows?pagination.limit=100'],
  ]) {
    const response = await fetch(gateway.url + target, { headers: { 'accept-encoding': 'identity' } })
    const body = Buffer.from(await response.arrayBuffer()).toString('base64')
    const omitted = ['connection', 'date', 'keep-alive', 'content-length', 'transfer-encoding']
    const headers = Object.fromEntries([...response.headers].filter(([header]) => !omitted.includes(header)))
    const bare = await start(import.meta.resolve('./bare.js'), { path: target.split('?')[0], headers, body })
    const nginx = await startNginx(node.url)
    const perSecond = []
    const comparedWith = { bare: [], nginx: [] }
    // The loads of a round see the same speed of the machine, so their ratio is more stable than each of them.
    for (let round = 0; round < 5; round++) {
      const ours = await load(gateway.url + target, gateway)
      perSecond.push(ours.perSecond)
      comparedWith.bare.push(ours.perProcessorSecond / (await load(bare.url + target, bare)).perProcessorSecond)
      if (nginx) comparedWith.nginx.push(ours.perSecond / (await load(nginx.url + target)).perSecond)
    }
    nginx?.stop()
    await bare.stop()
    const ratio = median(comparedWith.bare)
    report(`cached reads of ${name}, per second`, `${Math.round(median(perSecond))}`, '')
    report(
      `cached reads of ${name} per processor second, compared with bare Fastify`,
      ratio.toFixed(2),
      '0.7',
      ratio >= 0.7,
    )
    report(
      `cached reads of ${name}, compared with nginx`,
      nginx ? median(comparedWith.nginx).toFixed(2) : 'nginx is not installed',
      '',
    )
  }
}

/** Reads with 50 connections. The time of the processor doesn't depend on other processes of the machine. */
async function load(url, server) {
  const before = await server?.call('processorSeconds')
  const { requests, non2xx, errors } = await autocannon({ url, connections: 50, duration: loadSeconds })
  if (non2xx || errors) throw new Error(`${url}: ${non2xx} error responses, ${errors} failed requests`)
  const used = (await server?.call('processorSeconds')) - before
  return { perSecond: requests.average, perProcessorSecond: requests.total / used }
}

/** Reads a flow right after each event, and counts the responses without the change. */
async function staleAnswers() {
  const nginx = await startNginx(node.url)
  const servers = [
    ['gateway', gateway.url, gateway.url],
    ...(nginx ? [['nginx with proxy_cache, 1 s', nginx.url, node.url]] : []),
  ]
  for (const [name, lcd, rpc] of servers) {
    const events = await subscribe(rpc)
    let stale = 0
    for (let change = 0; change < changes; change++) {
      const label = `${name} ${change}`
      await fetch(lcd + path).then(response => response.text())
      const event = events.next()
      await node.call('update', 1, label)
      await event
      const { flow } = await fetch(lcd + path).then(response => response.json())
      if (flow.label !== label) stale++
    }
    events.close()
    const isOurs = lcd === gateway.url
    report(
      `stale responses after ${changes} events, ${name}`,
      `${stale}`,
      isOurs ? '0' : '',
      isOurs ? stale === 0 : undefined,
    )
  }
  if (!nginx) console.log('nginx is not installed, so it was not compared.')
  nginx?.stop()
}

/** Reads each change from one gateway, and from three gateways that share Redis. */
async function severalInstances() {
  const redis = await startRedis()
  if (!redis) return console.log('redis-server is not installed, so several instances were not measured.')
  const options = { lcd: node.url, rpc: node.url, limits }
  const one = await costOf([options])
  const three = await costOf(Array.from({ length: 3 }, () => ({ ...options, redis: redis.url })))
  redis.stop()
  const ratio = three / one
  report(
    `node requests of three instances for ${changes} changes, compared with one`,
    ratio.toFixed(2),
    '1.2',
    ratio <= 1.2,
  )
}

/** Returns the number of requests that the node receives if each change is read from gateways with these options. */
async function costOf(options) {
  const instances = await Promise.all(options.map(one => start(import.meta.resolve('./gateway.js'), one)))
  // All instances connect and fill their caches.
  await readChanges(instances, 10)
  await node.call('requests')
  await readChanges(instances, changes)
  const requests = await node.call('requests')
  for (const instance of instances) await instance.stop()
  return requests
}

/** Reads each change from all instances, after each of them has forwarded the event. */
async function readChanges(instances, count) {
  const subscriptions = await Promise.all(instances.map(({ url }) => subscribe(url)))
  for (let change = 0; change < count; change++) {
    const label = `Change ${change} of ${count}`
    const reads = instances.map(async ({ url }, index) => {
      await subscriptions[index].next()
      const { flow } = await fetch(url + path).then(response => response.json())
      if (flow.label !== label) throw new Error(`${url} returned ${flow.label} instead of ${label}`)
    })
    await node.call('update', 1, label)
    await Promise.all(reads)
  }
  for (const { close } of subscriptions) close()
}

/** Subscribes to updates of flows. `next` waits for the next event. */
async function subscribe(rpc) {
  const socket = await openWhenConnected(rpc)
  const query = flowSubscriptions[2]
  const message = () => new Promise(resolve => socket.once('message', resolve))
  const confirmed = message()
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'subscribe', params: { query } }))
  await confirmed
  return { next: message, close: () => socket.close() }
}

/** A gateway refuses clients until it is connected to the node. */
async function openWhenConnected(rpc) {
  for (;;) {
    const socket = new WebSocket(`${rpc.replace(/^http/, 'ws')}/websocket`)
    const isOpen = await new Promise(resolve => {
      socket.once('open', () => resolve(true)).once('error', () => resolve(false))
    })
    if (isOpen) return socket
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}
