import { setMaxListeners } from 'node:events'
import { watchFlows } from '@flow-query/core/live'
import { createLcd } from '@flow-query/testing'
import { serveLcd } from '@flow-query/testing/serve'
import { WebSocket } from 'ws'
import { start } from '../../../tests/setup/child.js'
import { startRedis } from './servers.js'

// Reads through two gateways while flows change ten times per second, connections break, nodes fail, and one gateway is killed again and
// again. The gateways share responses through Redis if it is installed, and Redis stops responding from time to time. No
// response may miss a change that happened more than a second before the request, except if it is marked as stale. No page may miss
// an event unless its connection is closed. The heap of the other gateway must not grow. Takes ten minutes, or the number of seconds
// in the first argument. `without-redis` and `without-kills` as further arguments show what causes the interruptions of pages.
//
// Pages miss most events, because connections break every few seconds, and core waits longer before each further reconnect. Some pages
// are connected to the nodes without a gateway, so the second table shows how much of that the gateway causes.

const seconds = Number(process.argv[2] ?? 600)
const hasRedis = !process.argv.includes('without-redis')
const hasKills = !process.argv.includes('without-kills')
const flowCount = 20
const readerCount = 10
/** The number of pages at each gateway, and at the nodes. */
const pageCount = 10
/** How old a response may be, in milliseconds. */
const longestDelay = 1_000
const count = {
  changes: 0,
  reads: 0,
  'marked as stale': 0,
  'failed reads': 0,
  interruptions: 0,
  failures: 0,
  kills: 0,
}
const stale = []
const heap = []
let isOver = false

const sleep = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds))
const pick = items => items[Math.floor(Math.random() * items.length)]

const lcd = createLcd({
  flows: Array.from({ length: flowCount }, (_, id) => ({ label: '0', interval: `${60 + id}s` })),
})
const nodes = [await serveLcd(lcd), await serveLcd(lcd)]
const redis = hasRedis ? await startRedis() : undefined
const options = {
  redis: redis?.url,
  lcd: nodes.map(({ url }) => url),
  rpc: nodes.map(({ rpc }) => rpc),
  limits: { events: { clientsPerAddress: 1_000 } },
}
const steady = await start(import.meta.resolve('./gateway.js'), options)
let killed = await start(import.meta.resolve('./gateway.js'), options)
const killedUrl = killed.url
const urls = [steady.url, killedUrl]

/** The changes of each flow: a version number and the time of the change. */
const versions = new Map(Array.from({ length: flowCount }, (_, id) => [`${id + 1}`, [{ version: 0, at: 0 }]]))
/** The number of each change, by its flow and block. */
const numbers = new Map()
const stopped = new AbortController()
setMaxListeners(0, stopped.signal)
const groups = {
  'pages of the gateway that runs all the time': openPages([steady.url]),
  'pages of the gateway that is killed': openPages([killedUrl]),
  'pages of the nodes, without a gateway': openPages(nodes.map(({ rpc }) => rpc)),
}
const pages = Object.values(groups).flat()
const deadline = Date.now() + seconds * 1_000
await Promise.all([
  until(change),
  until(disturb),
  hasKills && until(kill),
  until(measure),
  ...Array.from({ length: readerCount }, () => until(read)),
])
isOver = true
lcd.recover()
// Reconnecting takes up to half a minute after many failures.
for (let wait = 0; wait < 600 && pages.some(page => page.state !== 'connected'); wait++) await sleep(100)
const lost = pages.filter(page => page.state !== 'connected').length
stopped.abort()
await Promise.all([steady.stop(), killed.stop(), ...nodes.map(node => node.close())])
redis?.stop()

// The first minute fills the cache, so only later samples count.
const samples = heap.slice(Math.floor(heap.length / 4))
const third = Math.ceil(samples.length / 3)
const [early, late] = [median(samples.slice(0, third)), median(samples.slice(-third))]
const isFlat = late < early * 1.1 + 1
console.table({ ...count, 'stale responses': stale.length, 'pages without connection': lost })
console.table(Object.entries(groups).map(([name, group]) => ({ '': name, ...summaryOf(group) })))
console.log(`Heap and buffers: ${early.toFixed(1)} MB early, ${late.toFixed(1)} MB late`)
for (const line of stale.slice(0, 10)) console.log(line)
const missed = sum(pages, 'missed')
const hasRun =
  count.reads > 0 && (count.kills > 0 || !hasKills) && Object.values(groups).every(group => sum(group, 'received') > 0)
const isGood = hasRun && stale.length === 0 && lost === 0 && missed === 0 && isFlat
console.log(
  isGood ? '✓ No response was too old, no page missed an event, and the heap is flat' : '✗ The soak test failed',
)
process.exitCode = isGood ? 0 : 1

/** Repeats a step until the time is over. */
async function until(step) {
  while (Date.now() < deadline) await step()
}

async function change() {
  const id = pick([...versions.keys()])
  const version = ++count.changes
  lcd.updateFlow(id, { label: `${version}` })
  versions.get(id).push({ version, at: Date.now() })
  numbers.set(`${id} ${lcd.height}`, version)
  await sleep(100)
}

async function read() {
  const id = pick([...versions.keys()])
  const beganAt = Date.now()
  try {
    const response = await fetch(`${pick(urls)}/intento/intent/v1/flow/${id}`)
    const body = await response.json()
    if (!response.ok) throw new Error(body.message)
    count.reads++
    if (response.headers.has('x-flow-query-stale')) count['marked as stale']++
    else check(id, Number(body.flow.label), beganAt, response)
  } catch {
    count['failed reads']++
    await sleep(50)
  }
  await sleep(Math.random() * 20)
}

/** Reports a response that misses a change which happened long enough before the request. */
function check(id, version, beganAt, { url, headers }) {
  const expected = versions.get(id).findLast(({ at }) => at < beganAt - longestDelay)
  if (version >= expected.version) return
  const delay = beganAt - expected.at
  stale.push(
    `${url}: version ${version} instead of ${expected.version}, ${delay} ms after the change, age ${headers.get('age')}`,
  )
}

/** Interrupts the events, or makes the nodes fail for a moment. */
async function disturb() {
  const recover = pick([
    () => lcd.cut(),
    () => {
      lcd.cut()
      return lcd.disturb({ refuse: true })
    },
    () => lcd.disturb({ garble: 1 }),
    () => lcd.fail({ status: 503 }),
    ...(redis ? [pauseRedis] : []),
  ])()
  if (recover) count.failures++
  else count.interruptions++
  await sleep(Math.random() * 2_000)
  recover?.()
  await sleep(Math.random() * 5_000)
}

function pauseRedis() {
  redis.pause()
  return redis.resume
}

/** Kills one of the gateways and starts it again on the same port. */
async function kill() {
  await sleep(Math.min(15_000, seconds * 100))
  await killed.stop('SIGKILL')
  count.kills++
  await sleep(500)
  killed = await start(import.meta.resolve('./gateway.js'), { ...options, port: Number(new URL(killedUrl).port) })
}

async function measure() {
  const { used } = await steady.call('memory')
  heap.push(used / 1_000_000)
  await sleep(Math.min(5_000, seconds * 20))
}

function openPages(rpcs) {
  return Array.from({ length: pageCount }, (_, index) => watch(rpcs[index % rpcs.length]))
}

/** A page with live events. While it is connected, it must receive all changes in order, or its connection must be closed. */
function watch(rpc) {
  const page = { state: 'connecting', received: 0, reconnects: 0, connectedFor: 0, missed: 0 }
  /** The change that must arrive next. */
  let next = 1
  let connectedAt = 0
  /** When the page missed changes of this connection, and how many. */
  let gap
  class PageSocket extends WebSocket {}
  const endConnection = () => {
    if (page.state !== 'connected') return
    page.connectedFor += Math.max(0, Math.min(Date.now(), deadline) - connectedAt)
    if (gap && Date.now() - gap.at > longestDelay) page.missed += gap.changes
    gap = undefined
  }
  watchFlows(
    { rpc, WebSocket: PageSocket },
    {
      onEvents(events) {
        for (const { type, id, height } of events) {
          const number = type === 'updated' ? numbers.get(`${id} ${height}`) : undefined
          if (number === undefined || number < next) continue
          page.received++
          if (number > next) gap ??= { at: Date.now(), changes: number - next }
          next = number + 1
        }
      },
      onStatus({ state }) {
        endConnection()
        if (state === 'reconnecting' && page.state === 'connected' && !isOver) page.reconnects++
        if (state === 'connected') {
          connectedAt = Date.now()
          next = count.changes + 1
        }
        page.state = state
      },
      signal: stopped.signal,
    },
  )
  stopped.signal.addEventListener('abort', endConnection)
  return page
}

function summaryOf(group) {
  const percent = (part, whole) => `${Math.round((100 * part) / whole)}%`
  return {
    connected: percent(sum(group, 'connectedFor'), group.length * seconds * 1_000),
    'events received': percent(sum(group, 'received'), group.length * count.changes),
    'missed without a reconnect': sum(group, 'missed'),
    reconnects: sum(group, 'reconnects'),
  }
}

function sum(group, field) {
  return group.reduce((total, page) => total + page[field], 0)
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
