import { clockTime, toMilliseconds } from '../convert.js'
import { isRecord } from '../decode.js'
import { defaultGrace, type FlowStatus, statusOnceOver, statusUntilOver } from '../status.js'
import type { Flow } from '../types.js'
import { column, ofColumn, order } from './columns.js'

/** Which flows, and in which order: see {@link arrangeFlows}. What is not given does not narrow. */
export interface FlowArrangement {
  status?: FlowStatus | undefined
  /** Words that must all be found, in any case: each in the label, as the id or, from four characters on, in the owner. */
  search?: string | undefined
  /** `/cosmos.bank.v1beta1.MsgSend` and the like: of a message, or of one inside a `MsgExec`. */
  messageType?: string | undefined
  /** `connection-0` and the like: of the interchain account, of the agent, or of a query that the conditions make. */
  connectionId?: string | undefined
  /** Default `id`. */
  sort?: FlowSort | undefined
  /** Default false. */
  descending?: boolean | undefined
}

/**
 * - `nextRun`: those that run next come first
 * - `lastRun`: those that ran longest ago come first, as far as the schedule tells
 * - `label`: by character, in lower case
 *
 * Flows that have no next run, no last run or no label come last, in both directions.
 */
export type FlowSort = 'id' | 'nextRun' | 'lastRun' | 'label'

/** How many flows there are of each kind: see {@link countFlows}. */
export interface FlowCounts {
  status: Record<FlowStatus, number>
  /** By address. */
  owner: Map<string, number>
  /** By type, `/cosmos.bank.v1beta1.MsgSend` and the like: flows with such a message, or with one inside a `MsgExec`. */
  messageType: Map<string, number>
}

/**
 * The flows that are asked for, in the order that is asked for: fast enough for every keystroke over 65,000. What it reads
 * out of an array it keeps with it, so give the same one while nothing has changed, and a new one where something has.
 *
 * @example
 * arrangeFlows(data.flows, { status: 'active', search: 'pay rent', sort: 'nextRun' }, Date.now())
 */
export function arrangeFlows(
  flows: readonly Flow[],
  { sort = 'id', descending = false, ...filter }: FlowArrangement,
  now: number | Date,
): Flow[] {
  const wanted = wantedRows(flows, filter, now)
  // They are in the order of ids.
  const [first, last] = sort === 'id' ? [wanted, []] : sortedRows(flows, wanted, sort, now)
  const arranged: Flow[] = []
  if (descending) for (let at = first.length - 1; at >= 0; at--) arranged.push(flows[first[at] as number] as Flow)
  else for (const row of first) arranged.push(flows[row] as Flow)
  for (const row of last) arranged.push(flows[row] as Flow)
  return arranged
}

/**
 * How many flows there are in each state, of each owner, and with each type of message.
 *
 * @example
 * const { status, owner } = countFlows(data.flows, Date.now())
 * console.log(`${status.active} of ${data.flows.length} flows are active; they have ${owner.size} owners`)
 */
export function countFlows(flows: readonly Flow[], now: number | Date): FlowCounts {
  const status = { scheduled: 0, active: 0, completed: 0, stopped: 0 }
  const statusOf = statusesAt(flows, now)
  for (let row = 0; row < flows.length; row++) status[statusOf(row)]++
  return { status, owner: new Map(ownerCounts(flows)), messageType: new Map(messageTypeCounts(flows)) }
}

/**
 * When the next of these answers changes by time alone, in milliseconds since 1970: a scheduled flow starts, or an active
 * one counts as over. Null when none ever does. What runs meanwhile changes the flows themselves.
 *
 * @example
 * const change = nextChange(data.flows, Date.now())
 * if (change !== null) setTimeout(render, change - Date.now())
 */
export function nextChange(flows: readonly Flow[], now: number | Date): number | null {
  const time = Number(now)
  let next = Number.POSITIVE_INFINITY
  for (const start of startTimes(flows)) if (start > time && start < next) next = start
  for (const run of execTimes(flows))
    if (run + defaultGrace > time && run + defaultGrace < next) next = run + defaultGrace
  return Number.isFinite(next) ? next : null
}

const ids = column(({ id }) => Number(id))
const owners = column(({ owner }) => owner)
const labels = column(({ label }) => label.toLowerCase())
// Times are a clock's, 0 where there is none.
const startTimes = column(({ startTime }) => clockTime(startTime) || 0)
const execTimes = column(({ execTime }) => clockTime(execTime) || 0)
const statusesOnceOver = column(statusOnceOver)
/** The run before the next, as far as the schedule tells. */
const previousRuns = column(({ startTime, execTime, interval }) => {
  const previous = clockTime(execTime) - toMilliseconds(interval)
  return clockTime(startTime) < previous && previous < clockTime(execTime) ? previous : 0
})
// Lists, as JSON.
const messageTypes = column(({ msgs }) => list(typesIn(msgs)))
const connectionIds = column(({ selfHostedIca, trustlessAgent, conditions }) => {
  const queries = [...conditions.comparisons, ...conditions.feedbackLoops].map(({ icqConfig }) => icqConfig)
  return list([selfHostedIca, trustlessAgent, ...queries].map(config => config?.connectionId))
})

const ownerCounts = ofColumn<string, Map<string, number>>(owners, counts)
const messageTypeCounts = ofColumn<string, Map<string, number>>(messageTypes, lists => {
  const counted = new Map<string, number>()
  for (const [types, number] of counts(lists)) {
    for (const type of JSON.parse(types)) counted.set(type, (counted.get(type) ?? 0) + number)
  }
  return counted
})

const byExecTime = order(execTimes)
const orders = { id: order(ids), nextRun: byExecTime, lastRun: byExecTime, label: order(labels) }

function statusesAt(flows: readonly Flow[], now: number | Date): (row: number) => FlowStatus {
  const untilOver = statusesUntilOver(flows, now)
  const onceOver = statusesOnceOver(flows)
  return row => untilOver(row) ?? onceOver[row] ?? 'completed'
}

function statusesUntilOver(flows: readonly Flow[], now: number | Date): (row: number) => FlowStatus | undefined {
  const time = Math.floor(Number(now))
  const start = startTimes(flows)
  const exec = execTimes(flows)
  return row => statusUntilOver(time, start[row] ?? 0, exec[row] ?? 0)
}

function wantedRows(
  flows: readonly Flow[],
  { status, search = '', messageType, connectionId }: FlowArrangement,
  now: number | Date,
): readonly number[] {
  let rows = orders.id(flows)
  if (status) {
    const statusOf = statusesAt(flows, now)
    rows = rows.filter(row => statusOf(row) === status)
  }
  for (const word of search.toLowerCase().split(/\s+/).filter(Boolean)) {
    const [id, owner, label] = [ids(flows), owners(flows), labels(flows)]
    const number = /^\d+$/.test(word) ? Number(word) : Number.NaN
    rows = rows.filter(
      row => label[row]?.includes(word) || id[row] === number || (word.length >= 4 && owner[row]?.includes(word)),
    )
  }
  if (messageType) {
    const types = messageTypes(flows)
    rows = rows.filter(row => types[row]?.includes(JSON.stringify(messageType)))
  }
  if (connectionId) {
    const connections = connectionIds(flows)
    rows = rows.filter(row => connections[row]?.includes(JSON.stringify(connectionId)))
  }
  return rows
}

/** Of the wanted rows, those that have what is sorted by, in its order, and those that have not. */
function sortedRows(
  flows: readonly Flow[],
  wanted: readonly number[],
  sort: Exclude<FlowSort, 'id'>,
  now: number | Date,
): [first: number[], last: number[]] {
  const value = valueToSortBy(flows, sort, now)
  /** By row; NaN for flows that are not wanted. */
  const values = new Float64Array(flows.length).fill(Number.NaN)
  for (const row of wanted) values[row] = value(row)

  const first = orders[sort](flows).filter(row => values[row])
  const last = orders[sort](flows).filter(row => values[row] === 0)
  // By the schedule, the last run lies before the next by an interval, which is each flow's own.
  if (sort === 'lastRun') first.sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0))
  return [first, last]
}

/** 0 where a flow has no such thing. */
function valueToSortBy(
  flows: readonly Flow[],
  sort: Exclude<FlowSort, 'id'>,
  now: number | Date,
): (row: number) => number {
  if (sort === 'label') {
    const label = labels(flows)
    return row => label[row]?.length ?? 0
  }
  const untilOver = statusesUntilOver(flows, now)
  const exec = execTimes(flows)
  if (sort === 'nextRun') return row => (untilOver(row) ? (exec[row] ?? 0) : 0)
  const previous = previousRuns(flows)
  return row => (untilOver(row) ? previous[row] : exec[row]) ?? 0
}

function counts(items: readonly string[]): Map<string, number> {
  const counted = new Map<string, number>()
  for (const item of items) counted.set(item, (counted.get(item) ?? 0) + 1)
  return counted
}

/** Of messages and of those inside them, not deeper than a chain would execute. */
function typesIn(messages: unknown, depth = 0): unknown[] {
  if (!Array.isArray(messages) || depth > 8) return []
  return messages.filter(isRecord).flatMap(message => [message['@type'], ...typesIn(message.msgs, depth + 1)])
}

function list(items: readonly unknown[]): string {
  return JSON.stringify(Array.from(new Set(items.filter(item => typeof item === 'string'))))
}
