import { clockTime, toMilliseconds } from '../convert.js'
import { isRecord } from '../decode.js'
import { blockMilliseconds, type FlowStatus, graceOf, statusOnceOver, statusUntilOver } from '../status.js'
import type { BlockTime, Flow } from '../types.js'
import { type Computed, column, counts, ofColumn, order } from './columns.js'

/** Without filters, all flows match. */
export interface FlowArrangement {
  status?: FlowStatus | undefined
  /**
   * Words that must all match, ignoring case. A word matches a part of the label, the whole id, or a part of the owner. Words with
   * fewer than four characters don't match owners.
   */
  search?: string | undefined
  /** A message type, such as `/cosmos.bank.v1beta1.MsgSend`. Also matches messages inside a `MsgExec`. */
  messageType?: string | undefined
  /** A connection id, such as `connection-0`. Matches flows whose account, trustless agent or queries use the connection. */
  connectionId?: string | undefined
  /** Defaults to `id`. */
  sort?: FlowSort | undefined
  /** Defaults to false. */
  descending?: boolean | undefined
}

/**
 * The sort order of flows:
 *
 * - `id`: lowest id first
 * - `nextRun`: earliest next run first
 * - `lastRun`: earliest last run first, according to the schedule
 * - `label`: by character code, ignoring case
 *
 * Flows without a next run, last run or label come last in both directions.
 */
export type FlowSort = 'id' | 'nextRun' | 'lastRun' | 'label'

export interface FlowCounts {
  status: Record<FlowStatus, number>
  /** The number of flows of each owner, by address. */
  owner: Map<string, number>
  /** The number of flows with each message type, such as `/cosmos.bank.v1beta1.MsgSend`. */
  messageType: Map<string, number>
}

/**
 * Returns the flows that match the filters, in the requested order.
 *
 * Results are cached per array, so don't mutate the array, and pass the same one until the flows change.
 *
 * @example
 * filterAndSortFlows(data.flows, { status: 'active', search: 'pay rent', sort: 'nextRun' }, time)
 */
export function filterAndSortFlows(
  flows: readonly Flow[],
  { sort = 'id', descending = false, ...filter }: FlowArrangement,
  time: BlockTime,
): Flow[] {
  const wanted = wantedRows(flows, filter, time)
  const [first, last] = sort === 'id' ? [wanted, []] : sortedRows(flows, wanted, sort, time)
  const arranged: Flow[] = []
  if (descending) for (let at = first.length - 1; at >= 0; at--) arranged.push(flows[first[at] as number] as Flow)
  else for (const row of first) arranged.push(flows[row] as Flow)
  for (const row of last) arranged.push(flows[row] as Flow)
  return arranged
}

/**
 * Counts flows by status, owner and message type.
 *
 * @example
 * const { status, owner } = countFlows(data.flows, time)
 * console.log(`${status.active} of ${data.flows.length} flows are active; they have ${owner.size} owners`)
 */
export function countFlows(flows: readonly Flow[], time: BlockTime): FlowCounts {
  const status = { scheduled: 0, active: 0, completed: 0, stopped: 0 }
  const statusOf = statusesAt(flows, time)
  for (let row = 0; row < flows.length; row++) status[statusOf(row)]++
  return { status, owner: new Map(ownerCounts(flows)), messageType: new Map(messageTypeCounts(flows)) }
}

/**
 * Returns the earliest block time at which a status changes without new data, in milliseconds since 1970.
 *
 * A run changes the flow itself, so call this function again with the new data.
 *
 * @example
 * const change = nextStatusChange(data.flows, time)
 * if (change !== null && Date.parse(newerTime.block) >= change) render(newerTime)
 */
export function nextStatusChange(flows: readonly Flow[], time: BlockTime): number | null {
  const now = blockMilliseconds(time)
  let next = Number.POSITIVE_INFINITY
  for (const start of startTimes(flows)) if (start > now && start < next) next = start
  for (const over of overTimes(flows)) if (over > now && over < next) next = over
  return Number.isFinite(next) ? next : null
}

/**
 * Prepares a large array for {@link filterAndSortFlows}, {@link countFlows} and {@link nextStatusChange}, in steps of about a
 * millisecond, so that the page stays responsive. Afterwards, these functions are fast for this array and this arrangement.
 *
 * @example
 * for (const _ of prepareFlows(data.flows, { sort: 'label' })) await scheduler.yield()
 * const sorted = filterAndSortFlows(data.flows, { sort: 'label' }, time)
 */
export function* prepareFlows(
  flows: readonly Flow[],
  { search, connectionId, sort = 'id' }: FlowArrangement = {},
): Generator<void, void, void> {
  const needed: Computed<object>[] = [
    startTimes,
    execTimes,
    overTimes,
    statusesOnceOver,
    ownerCounts,
    messageTypeCounts,
    orders.id,
    orders[sort],
  ]
  if (sort === 'lastRun') needed.push(previousRuns)
  if (connectionId) needed.push(connectionIds)
  if (search) needed.push(ids, labels)
  for (const computed of needed) yield* computed.inSteps(flows)
}

const ids = column(({ id }) => Number(id))
const owners = column(({ owner }) => owner)
const labels = column(({ label }) => label.toLowerCase())
// Milliseconds since 1970, and 0 for an invalid time.
const startTimes = column(({ startTime }) => clockTime(startTime) || 0)
const execTimes = column(({ execTime }) => clockTime(execTime) || 0)
const overTimes = column(flow => clockTime(flow.execTime) + graceOf(flow) || 0)
const statusesOnceOver = column(statusOnceOver)
const previousRuns = column(({ startTime, execTime, interval }) => {
  const next = clockTime(execTime)
  const previous = next - toMilliseconds(interval)
  return previous < next && clockTime(startTime) < previous ? previous : 0
})
// Columns contain numbers or texts, so a list is stored as JSON.
const messageTypes = column(({ msgs }) => distinctAsJson(typesIn(msgs)))
const connectionIds = column(({ selfHostedIca, trustlessAgent, conditions }) => {
  const queries = [...conditions.comparisons, ...conditions.feedbackLoops].map(({ icqConfig }) => icqConfig)
  return distinctAsJson([selfHostedIca, trustlessAgent, ...queries].map(config => config?.connectionId))
})

const ownerCounts = ofColumn<string, Map<string, number>>(owners, counts)
const messageTypeCounts = ofColumn<string, Map<string, number>>(messageTypes, function* (lists) {
  const counted = new Map<string, number>()
  for (const [types, number] of yield* counts(lists)) {
    for (const type of JSON.parse(types)) counted.set(type, (counted.get(type) ?? 0) + number)
  }
  return counted
})

const byExecTime = order(execTimes)
const orders = { id: order(ids), nextRun: byExecTime, lastRun: byExecTime, label: order(labels) }

function statusesAt(flows: readonly Flow[], time: BlockTime): (row: number) => FlowStatus {
  const untilOver = statusesUntilOver(flows, time)
  const onceOver = statusesOnceOver(flows)
  return row => untilOver(row) ?? onceOver[row] ?? 'completed'
}

function statusesUntilOver(flows: readonly Flow[], time: BlockTime): (row: number) => FlowStatus | undefined {
  const now = blockMilliseconds(time)
  const start = startTimes(flows)
  const over = overTimes(flows)
  return row => statusUntilOver(now, start[row] ?? 0, over[row] ?? 0)
}

function wantedRows(
  flows: readonly Flow[],
  { status, search = '', messageType, connectionId }: FlowArrangement,
  time: BlockTime,
): readonly number[] {
  let rows = orders.id(flows)
  if (status) {
    const statusOf = statusesAt(flows, time)
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

function sortedRows(
  flows: readonly Flow[],
  wanted: readonly number[],
  sort: Exclude<FlowSort, 'id'>,
  time: BlockTime,
): [first: number[], last: number[]] {
  const value = valueToSortBy(flows, sort, time)
  const values = new Float64Array(flows.length).fill(Number.NaN)
  for (const row of wanted) values[row] = value(row)

  const first = orders[sort](flows).filter(row => values[row])
  const last = orders[sort](flows).filter(row => values[row] === 0)
  // `orders.lastRun` is sorted by next run. If intervals differ, the last runs can have another order.
  if (sort === 'lastRun') first.sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0))
  return [first, last]
}

function valueToSortBy(
  flows: readonly Flow[],
  sort: Exclude<FlowSort, 'id'>,
  time: BlockTime,
): (row: number) => number {
  if (sort === 'label') {
    const label = labels(flows)
    return row => label[row]?.length ?? 0
  }
  const untilOver = statusesUntilOver(flows, time)
  const exec = execTimes(flows)
  if (sort === 'nextRun') return row => (untilOver(row) ? (exec[row] ?? 0) : 0)
  const previous = previousRuns(flows)
  return row => (untilOver(row) ? previous[row] : exec[row]) ?? 0
}

function typesIn(messages: unknown, depth = 0): unknown[] {
  if (!Array.isArray(messages) || depth > 8) return []
  return messages.filter(isRecord).flatMap(message => [message['@type'], ...typesIn(message.msgs, depth + 1)])
}

function distinctAsJson(items: readonly unknown[]): string {
  return JSON.stringify(Array.from(new Set(items.filter(item => typeof item === 'string'))))
}
