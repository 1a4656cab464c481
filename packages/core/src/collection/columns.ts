import type { Flow } from '../types.js'

/**
 * A value of every flow of an array, side by side, in the order of the array: made once, and kept with it. To look into 65,000
 * flows themselves takes ten times as long, which is too long for a keystroke.
 */
export type Column<T> = (flows: readonly Flow[]) => readonly T[]

/**
 * Reads each flow; of a patched array, only those that are new. Where none of their values is another, the column is the same
 * array as before. Equal strings are one in memory.
 */
export function column<T extends number | string>(read: (flow: Flow) => T): Column<T> {
  const columns = new WeakMap<readonly Flow[], readonly T[]>()
  let newest = new WeakRef<readonly Flow[]>([])
  return flows => {
    const known = columns.get(flows)
    if (known) return known
    const before = newest.deref() ?? []
    const made = patched(flows, before, columns.get(before) ?? [], read)
    columns.set(flows, made)
    newest = new WeakRef(flows)
    return made
  }
}

function patched<T extends number | string>(
  flows: readonly Flow[],
  before: readonly Flow[],
  valuesBefore: readonly T[],
  read: (flow: Flow) => T,
): readonly T[] {
  const strings = new Map<T, T>()
  let own = flows.length < valuesBefore.length ? valuesBefore.slice(0, flows.length) : undefined
  for (let row = 0; row < flows.length; row++) {
    const flow = flows[row] as Flow
    if (flow === before[row]) continue
    const value = read(flow)
    if (value === (own ?? valuesBefore)[row]) continue
    const equal = strings.get(value) ?? value
    if (typeof equal === 'string') strings.set(value, equal)
    own ??= valuesBefore.slice()
    own[row] = equal
  }
  return own ?? valuesBefore
}

/** What a column adds up to: made anew only where one of its values is another. */
export function ofColumn<T, Made extends object>(
  column: Column<T>,
  make: (values: readonly T[], before: Made | undefined) => Made,
): (flows: readonly Flow[]) => Made {
  const all = new WeakMap<readonly T[], Made>()
  let newest: WeakRef<Made> | undefined
  return flows => {
    const values = column(flows)
    const made = all.get(values) ?? make(values, newest?.deref())
    all.set(values, made)
    newest = new WeakRef(made)
    return made
  }
}

/** The rows (places in the array), from the smallest value to the greatest. */
export function order(column: Column<number | string>): Column<number> {
  return ofColumn<number | string, readonly number[]>(column, (values, before = []) => {
    const rows = before.filter(row => row < values.length)
    for (let row = rows.length; row < values.length; row++) rows.push(row)
    // After a patch nearly all are in order already, which makes this fast.
    return rows.sort((a, b) => compare(values[a] ?? 0, values[b] ?? 0) || a - b)
  })
}

function compare(a: number | string, b: number | string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
