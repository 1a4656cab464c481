import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { median, rounded, timeOf } from '../../core/bench/measure.js'
import { countFlows, filterAndSortFlows, nextStatusChange } from '../../core/dist/collection/arrange.js'
import { flowStatus, toDate, v1 } from '../../core/dist/index.js'
import { summarizeHistory, upcomingRuns } from '../dist/index.js'

// Measures the work of a page on each keystroke and each block, with 65,000 flows that resemble recorded ones, and with a long
// history. Where a simpler implementation exists, it alternates with ours for comparison.

const rounds = 9
const now = Date.parse('2026-10-20T10:00:00Z')
const time = { block: '2026-10-20T10:00:00Z' }
const flows = manyFlows(65_000)
const history = manyEntries(100_000)
const text = 'pay rent'
const keystrokes = Array.from(text, (_, index) => text.slice(0, index + 1))

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')
const before = heap()
for (const sort of ['id', 'nextRun', 'lastRun', 'label']) filterAndSortFlows(flows, { sort, search: 'x' }, time)
filterAndSortFlows(flows, { messageType: 'x', connectionId: 'x' }, time)
const remembered = heap() - before

console.table([
  ...['id', 'nextRun', 'lastRun', 'label'].map(sort =>
    row(
      `a keystroke, sorted by ${sort}`,
      keystrokes.map(search => () => filterAndSortFlows(flows, { search, sort }, time)),
      16,
      keystrokes.map(search => () => arrangeFirst(search, sort)),
    ),
  ),
  row(
    'a keystroke, among active flows with a message type',
    keystrokes.map(
      search => () =>
        filterAndSortFlows(
          flows,
          { search, status: 'active', messageType: '/cosmos.bank.v1beta1.MsgSend', sort: 'nextRun' },
          time,
        ),
    ),
    16,
  ),
  row('countFlows', [() => countFlows(flows, time)]),
  row('nextStatusChange', [() => nextStatusChange(flows, time)]),
  row('upcomingRuns, the next 20', [() => upcomingRuns(flows, time, { limit: 20 })]),
  row('flowStatus of each', [() => flows.map(flow => flowStatus(flow, time))]),
  row('summarizeHistory of 100,000 entries', [() => summarizeHistory(history, flows[0], time)]),
  ...(await afterPatches()),
  { what: 'heap of all that arranging remembers, MB', ms: Math.round(remembered * 10) / 10, 'at most': 12 },
])

/** The simplest implementation, for comparison. */
function arrangeFirst(search, sort) {
  const found = flows.filter(
    flow => flow.label.toLowerCase().includes(search) || flow.owner.includes(search) || flow.id === search,
  )
  if (sort === 'label') return found.sort((a, b) => a.label.localeCompare(b.label))
  if (sort === 'id') return found
  const nextRun = ({ execTime }) => toDate(execTime)?.getTime() ?? 0
  return found.sort((a, b) => nextRun(a) - nextRun(b))
}

/** Patches one flow, then filters, sorts and counts all flows again. Each patch is a separate task, as in an app. */
async function afterPatches() {
  const [arranging, counting] = [[], []]
  let patched = flows
  for (let round = 0; round < rounds; round++) {
    await new Promise(resolve => setTimeout(resolve))
    const flow = patched[round * 4_000]
    patched = patched.with(round * 4_000, { ...flow, execTime: flow.endTime })
    arranging.push(timeOf(() => filterAndSortFlows(patched, { search: 'pay', sort: 'nextRun' }, time)))
    counting.push(timeOf(() => countFlows(patched, time)))
  }
  return [
    { what: 'arranged after a patch', ms: rounded(median(arranging)) },
    { what: 'counted after a patch', ms: rounded(median(counting)) },
  ]
}

function row(what, tasks, atMost = '', first = []) {
  const [times, timesFirst] = [[], []]
  for (let round = 0; round < rounds; round++) {
    times.push(...tasks.map(timeOf))
    timesFirst.push(...first.map(timeOf))
  }
  const ms = rounded(median(times))
  return {
    what,
    ms,
    'at most': atMost,
    ...(first.length > 0 && {
      'written first, ms': rounded(median(timesFirst)),
      times: Math.round((10 * rounded(median(timesFirst))) / ms) / 10,
    }),
  }
}

/** Repeats the flows of the recorded page with unique IDs, labels and times. Owners repeat, as on a real chain. */
function manyFlows(number) {
  const exchanges = JSON.parse(
    readFileSync(new URL('../../testing/recordings/v1/65000-flows.json', import.meta.url), 'utf8'),
  )
  const { flows } = JSON.parse(exchanges[0].response.body)
  const owners = new Map(flows.map(({ owner }) => [owner, owner]))
  const random = randomNumbers()
  return Array.from({ length: number }, (_, index) => {
    const flow = flows[index % flows.length]
    const next = now + (random() - 0.35) * 6_000_000
    const times = { start: next - random() * 9_000_000, exec: next, end: next + random() * 9_000_000 }
    const raw = JSON.stringify({
      ...flow,
      id: `${index + 1}`,
      label: flow.label && `${flow.label} ${index + 1}`,
      start_time: timeAt(times.start),
      exec_time: timeAt(times.exec),
      end_time: timeAt(times.end),
    })
    const body = { flows: [JSON.parse(raw)], pagination: { next_key: null, total: '0' } }
    return v1.mappers.flows(body, false).flows.map(flow => ({ ...flow, owner: owners.get(flow.owner) }))[0]
  })
}

/** Repeats the recorded executions with different times. */
function manyEntries(number) {
  const exchanges = JSON.parse(
    readFileSync(new URL('../../testing/recordings/v1-interchain/state.json', import.meta.url), 'utf8'),
  )
  const bodies = exchanges
    .filter(({ request }) => request.path.includes('history'))
    .map(({ response }) => response.body)
  const recorded = bodies.flatMap(body => v1.mappers.flowHistory(JSON.parse(body), false).history)
  const random = randomNumbers()
  return Array.from({ length: number }, (_, index) => {
    const due = now - index * 60_000
    return JSON.parse(
      JSON.stringify({
        ...recorded[index % recorded.length],
        scheduledExecTime: timeAt(due),
        actualExecTime: timeAt(due + 600 * random()),
      }),
    )
  })
}

function timeAt(milliseconds) {
  const nanoseconds = Math.floor((milliseconds % 1) * 1_000_000)
  return new Date(milliseconds).toISOString().replace('Z', `${String(nanoseconds).padStart(6, '0')}Z`)
}

/** Returns the same random numbers in every run. */
function randomNumbers() {
  let seed = 1
  return () => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed / 2_147_483_647
  }
}

function heap() {
  collect()
  return process.memoryUsage().heapUsed / 1e6
}
