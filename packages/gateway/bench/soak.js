import { setMaxListeners } from 'node:events'
import { watchFlows } from '@flow-query/core/live'
import { createLcd } from '@flow-query/testing'
import { serveLcd } from '@flow-query/testing/serve'
import { WebSocket } from 'ws'
import { start } from './child.js'
import { startRedis } from './servers.js'

// Reads through two gateways while flows change ten times per second, connections break, nodes fail, and one gateway is killed again and
// again. The gateways share responses and events through Redis if it is installed, and Redis stops responding from time to time. No
// response may miss a change that happened more than a second before the request, except if it is marked as stale. The heap of the
// other gateway must not grow. Takes ten minutes, or the number of seconds in the first argument.

const seconds = Number(process.argv[2] ?? 600)
const flowCount = 20
const readerCount = 10
const pageCount = 20
/** How old a response may be, in milliseconds. */
const longestDelay = 1_000
const count = {
  changes: 0,
  reads: 0,
  'marked as stale': 0,
  'failed reads': 0,
  'events of pages': 0,
  'reconnects of pages': 0,
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
const redis = await startRedis()
const options = {
  redis: redis?.url,
  lcd: nodes.map(({ url }) => url),
  rpc: nodes.map(({ rpc }) => rpc),
  eventLimits: { clientsPerAddress: 1_000 },
}
const steady = await start('gateway.js', options)
let killed = await start('gateway.js', options)
const killedUrl = killed.url
const urls = [steady.url, killedUrl]

/** The changes of each flow: a version number and the time of the change. */
const versions = new Map(Array.from({ length: flowCount }, (_, id) => [`${id + 1}`, [{ version: 0, at: 0 }]]))
const stopped = new AbortController()
setMaxListeners(pageCount, stopped.signal)
const pages = Array.from({ length: pageCount }, (_, index) => watch(urls[index % 2]))
const deadline = Date.now() + seconds * 1_000
await Promise.all([
  until(change),
  until(disturb),
  until(kill),
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
console.log(`Heap and buffers: ${early.toFixed(1)} MB early, ${late.toFixed(1)} MB late`)
for (const line of stale.slice(0, 10)) console.log(line)
const isGood =
  stale.length === 0 && lost === 0 && isFlat && count.reads > 0 && count.kills > 0 && count['events of pages'] > 0
console.log(isGood ? '✓ No response was too old, and the heap is flat' : '✗ The soak test failed')
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
  killed = await start('gateway.js', { ...options, port: Number(new URL(killedUrl).port) })
}

async function measure() {
  const { used } = await steady.call('memory')
  heap.push(used / 1_000_000)
  await sleep(Math.min(5_000, seconds * 20))
}

/** A page with live events. */
function watch(rpc) {
  const page = { state: 'connecting' }
  class PageSocket extends WebSocket {}
  watchFlows(
    { rpc, WebSocket: PageSocket },
    {
      onEvents(events) {
        count['events of pages'] += events.length
      },
      onStatus({ state }) {
        if (state === 'reconnecting' && page.state === 'connected' && !isOver) count['reconnects of pages']++
        page.state = state
      },
      signal: stopped.signal,
    },
  )
  return page
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
