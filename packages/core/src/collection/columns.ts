import { finish, type Steps, sortInSteps, stepSize } from '../steps.js'
import type { Flow } from '../types.js'

export interface Computed<T> {
  (flows: readonly Flow[]): T
  inSteps: (flows: readonly Flow[]) => Steps<T>
}

/**
 * The values of one field of all flows. For a changed array, only new flow objects are read. If no value has changed, the column stays
 * the same array, so that orders and counts of it stay cached.
 */
export type Column<T> = Computed<readonly T[]>

export function column<T extends number | string>(read: (flow: Flow) => T): Column<T> {
  const columns = new WeakMap<readonly Flow[], readonly T[]>()
  let newest = new WeakRef<readonly Flow[]>([])
  return computed(function* (flows) {
    const known = columns.get(flows)
    if (known) return known
    const before = newest.deref() ?? []
    const made = yield* updatedValues(flows, before, columns.get(before) ?? [], read)
    columns.set(flows, made)
    newest = new WeakRef(flows)
    return made
  })
}

function computed<T>(inSteps: (flows: readonly Flow[]) => Steps<T>): Computed<T> {
  return Object.assign((flows: readonly Flow[]) => finish(inSteps(flows)), { inSteps })
}

/** Equal strings become one string, which saves memory. */
function* updatedValues<T extends number | string>(
  flows: readonly Flow[],
  before: readonly Flow[],
  valuesBefore: readonly T[],
  read: (flow: Flow) => T,
): Steps<readonly T[]> {
  const interned = new Map<T, T>()
  let copy = flows.length < valuesBefore.length ? valuesBefore.slice(0, flows.length) : undefined
  for (let row = 0; row < flows.length; row++) {
    if (row % stepSize === 0) yield
    const flow = flows[row] as Flow
    if (flow === before[row]) continue
    const value = read(flow)
    if (value === (copy ?? valuesBefore)[row]) continue
    const equal = interned.get(value) ?? value
    if (typeof equal === 'string') interned.set(value, equal)
    copy ??= valuesBefore.slice()
    copy[row] = equal
  }
  return copy ?? valuesBefore
}

export function ofColumn<T, Made extends object>(
  column: Column<T>,
  make: (values: readonly T[], before: Made | undefined) => Steps<Made>,
): Computed<Made> {
  const all = new WeakMap<readonly T[], Made>()
  let newest: WeakRef<Made> | undefined
  return computed(function* (flows) {
    const values = yield* column.inSteps(flows)
    const made = all.get(values) ?? (yield* make(values, newest?.deref()))
    all.set(values, made)
    newest = new WeakRef(made)
    return made
  })
}

export function* counts(items: readonly string[]): Steps<Map<string, number>> {
  const counted = new Map<string, number>()
  for (let row = 0; row < items.length; row++) {
    if (row % stepSize === 0) yield
    const item = items[row] as string
    counted.set(item, (counted.get(item) ?? 0) + 1)
  }
  return counted
}

export function order(column: Column<number | string>): Column<number> {
  return ofColumn<number | string, readonly number[]>(column, (values, before = []) => {
    const rows = before.filter(row => row < values.length)
    for (let row = rows.length; row < values.length; row++) rows.push(row)
    return sortInSteps(rows, (a, b) => compare(values[a] ?? 0, values[b] ?? 0) || a - b)
  })
}

function compare(a: number | string, b: number | string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
