import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { start } from '../../../tests/setup/child.js'
import { loadKeys } from '../dist/subscriptions/keys.js'
import { fileSubscriptions } from '../dist/subscriptions/store.js'
import { startReceiver } from './receiver.js'

// Measures a monitor with many subscriptions to 5,000 hourly flows. Accounts are emptied without an event, so the monitor must read
// them in time. Its time is virtual, so the half hour takes as long as the work of the monitor.

const flows = 5_000
const flowsPerOwner = 10
const [second, minute, hour] = [1_000, 60_000, 3_600_000]
const begin = Date.parse('2026-01-01T00:00:00Z')
const measured = 30 * minute
const maximumEmptied = 200
/** A failure that is foreseeable longer than this before the run is found at least 15 minutes before it. */
const [foreseeable, found] = [16 * minute, 15 * minute]
const key = Buffer.alloc(32, 1).toString('base64')
const counts = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [100, 1_000, 10_000]

const results = {}
for (const count of counts) results[`${count} subscriptions`] = await measure(count)
for (const [title, result] of Object.entries(results)) {
  console.log(title)
  console.table(result)
}
const problems = Object.values(results).flatMap(result => [result['found too late'], result.lost, result.doubled])
process.exitCode = problems.every(count => count === 0) ? 0 : 1

async function measure(count) {
  const folder = await mkdtemp(join(tmpdir(), 'flow-query-bench-'))
  const node = await start(import.meta.resolve('./node.js'), { flows, flowsPerOwner, now: begin })
  const receiver = await startReceiver()
  const store = join(folder, 'subscriptions.json')
  const subscribers = await subscribe(store, count, node.owners, receiver.url)
  const options = { lcd: node.url, store, key, now: begin, limit: count }
  // Node.js 20 warns that its virtual clock is experimental.
  const execArgv = ['--expose-gc', '--disable-warning=ExperimentalWarning']
  const monitor = await start(import.meta.resolve('./monitor.js'), options, execArgv)
  let now = begin

  async function pass(milliseconds) {
    for (const end = now + milliseconds; now < end; now += second) {
      receiver.setTime(now)
      await node.call('advance', second)
      await monitor.call('advance', second)
    }
  }

  while (!(await monitor.call('isReady'))) await pass(second)
  const before = await monitor.call('usage')
  const emptied = []
  const ids = [...subscribers.keys()]
  const pause = measured / Math.min(ids.length / 5, maximumEmptied)
  for (const end = now + measured; now < end; ) {
    // The time until the next run is different for each flow.
    const id = ids[(emptied.length * 617) % ids.length]
    emptied.push({ id, emptiedAt: now, runAt: await node.call('empty', id) })
    await pass(Math.ceil(pause / second) * second)
  }
  const after = await monitor.call('usage')
  await monitor.stop()
  await node.stop()
  receiver.close()
  await rm(folder, { recursive: true })
  const perHour = hour / measured
  return {
    'flows with subscriptions': ids.length,
    'requests per hour': (after.requests - before.requests) * perHour,
    'CPU of one core, %': rounded(((after.seconds - before.seconds) / (measured / second)) * 100),
    'memory, MB': rounded(after.memory / 1e6),
    'requests to load all flows': before.requests,
    'CPU to load all flows, s': rounded(before.seconds),
    'messages sent': receiver.messages.length,
    ...comparison(emptied, now, subscribers, receiver.messages),
  }
}

/** Saves confirmed subscriptions to flows, owners and searches. Returns the paths of the subscribers of each flow. */
async function subscribe(path, count, owners, url) {
  const keys = await loadKeys(key, '')
  const saved = await fileSubscriptions(path)
  const subscribers = new Map()
  async function add(index) {
    const flow = 1 + ((index * 1_117) % flows)
    const { target, ids } = targetOf(index, flow, owners)
    const address = { type: 'webhook', url: `${url}/${index}`, secret: `whsec_${key}` }
    for (const id of ids) subscribers.set(id, [...(subscribers.get(id) ?? []), `/${index}`])
    await saved.add({
      id: `${index}`,
      target,
      channel: { type: 'webhook', sealed: keys.encrypt(JSON.stringify(address)), hash: `${index}` },
      confirmation: null,
      createdAt: begin,
      isPaused: false,
      onlyStops: false,
      quietHours: null,
      delivery: { told: [], sending: [], attempts: 0, nextAttempt: 0 },
    })
  }
  await Promise.all(Array.from({ length: count }, (_, index) => add(index)))
  return subscribers
}

function targetOf(index, flow, owners) {
  const owner = owners[flow - 1]
  if (index % 100 === 0) return { target: { query: { search: owner } }, ids: flowsOf(owner, owners) }
  if (index % 10 === 0) return { target: { owner }, ids: flowsOf(owner, owners) }
  return { target: { flow: `${flow}` }, ids: [`${flow}`] }
}

function flowsOf(owner, owners) {
  return owners.flatMap((other, index) => (other === owner ? [`${index + 1}`] : []))
}

/** Compares the emptied accounts, whose flows have run since, with the messages. */
function comparison(emptied, end, subscribers, messages) {
  const firstTimes = new Map()
  for (const { path, flowIds, time } of messages)
    for (const id of flowIds) if (!firstTimes.has(`${path} ${id}`)) firstTimes.set(`${path} ${id}`, time)
  const expected = emptied
    .filter(({ runAt }) => runAt < end)
    .flatMap(({ id, ...times }) =>
      subscribers.get(id).map(path => ({ ...times, toldAt: firstTimes.get(`${path} ${id}`) ?? Infinity })),
    )
  const isEarly = ({ emptiedAt, runAt }) => runAt - emptiedAt > foreseeable
  const early = expected.filter(isEarly)
  const later = expected.filter(one => !isEarly(one))
  const sent = messages.map(({ path, id }) => `${path} ${id}`)
  return {
    'foreseeable 16 minutes before the run': early.length,
    'found too late': early.filter(({ runAt, toldAt }) => runAt - toldAt < found).length,
    'foreseeable later': later.length,
    'found before the run': later.filter(({ runAt, toldAt }) => toldAt < runAt).length,
    lost: expected.filter(({ toldAt }) => toldAt === Infinity).length,
    doubled: sent.length - new Set(sent).size,
  }
}

function rounded(value) {
  return Number(value.toPrecision(3))
}
