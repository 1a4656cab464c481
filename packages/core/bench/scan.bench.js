import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { createFlowClient, scanFlows } from '../dist/index.js'
import { median } from './measure.js'

// Compares reading 65,000 flows in parallel with following `nextKey` at the same page size.

const roundTrip = 150
const node = fork(new URL('lcd.js', import.meta.url))
const [{ near, far }] = await once(node, 'message')
const client = createFlowClient({ lcd: near })
const distant = createFlowClient({ lcd: far })

/** Reads all flows up to an ID page by page. This is the baseline for scanFlows. */
async function* follow(client, to = Number.POSITIVE_INFINITY) {
  for (let key = null, left = to; left > 0; ) {
    const { flows, nextKey } = await client.flows({ key, limit: Math.min(left, 100) })
    yield* flows
    left = nextKey === null ? 0 : left - flows.length
    key = nextKey
  }
}

async function secondsOf(flows, expected) {
  const began = performance.now()
  let last = 0
  for await (const { id } of flows) if (Number(id) !== ++last) throw new Error(`${id} came where ${last} was due`)
  if (last !== expected) throw new Error(`${last} flows came, not ${expected}`)
  return (performance.now() - began) / 1_000
}

async function secondsToFirst(flows) {
  const began = performance.now()
  for await (const _ of flows) break
  return (performance.now() - began) / 1_000
}

const rounds = { near: 3, first: 5 }
const nearby = { follow: [], scan: [] }
for (let round = 0; round < rounds.near; round++) {
  nearby.follow.push(await secondsOf(follow(client), 65_000))
  nearby.scan.push(await secondsOf(scanFlows(client), 65_000))
}
// Without a limit, V8 has no reason to collect garbage early.
const resourceLimits = { maxOldGenerationSizeMb: 40, maxYoungGenerationSizeMb: 16 }
const reader = new Worker(new URL('heap.js', import.meta.url), { workerData: { lcd: near }, resourceLimits })
const [megabytes] = await once(reader, 'message')
const first = []
for (let round = 0; round < rounds.first; round++) first.push(await secondsToFirst(scanFlows(distant)))
const followed = await secondsOf(follow(distant, 20_000), 20_000)
const scanned = await secondsOf(scanFlows(distant, { to: 20_000 }), 20_000)
node.disconnect()

const times = (slow, fast) => `${(slow / fast).toFixed(2)} times as fast`
const seconds = number => Number(number.toFixed(2))

console.table([
  {
    what: '65,000 flows at 0 ms',
    'nextKey, s': seconds(median(nearby.follow)),
    'scanFlows, s': seconds(median(nearby.scan)),
    result: times(median(nearby.follow), median(nearby.scan)),
    wanted: 'at least 1',
  },
  {
    what: '20,000 flows at 150 ms',
    'nextKey, s': seconds(followed),
    'scanFlows, s': seconds(scanned),
    result: times(followed, scanned),
    wanted: 'at least 6',
  },
  {
    what: 'first flow at 150 ms',
    'scanFlows, s': seconds(median(first)),
    result: `${((median(first) * 1_000) / roundTrip).toFixed(2)} round trips`,
    wanted: 'about 1',
  },
  { what: 'heap used, 65,000 flows', result: `${megabytes.used.toFixed(1)} MB more`, wanted: 'at most 50' },
  { what: 'of it needed', result: `${megabytes.needed.toFixed(1)} MB more`, wanted: '' },
])
