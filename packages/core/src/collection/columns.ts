import type { Flow } from '../types.js'

/**
 * A value of every flow of an array, side by side, in the order of the array: made once, and kept with it. To look into 65,000
 * flows themselves takes ten times as long, which is too long for a keystroke.
 */
export type Column<T> = (flows: readonly Flow[]) => readonly T[]

/** Reads each flow; of a patched array, only those that are new. Equal strings are one in memory. */
export function column<T extends number | string>(read: (flow: Flow) => T): Column<T> {
  return remembered<T>((flows, before, valuesBefore) => {
    const strings = new Map<T, T>()
    const values = new Array<T>(flows.length)
    for (let row = 0; row < flows.length; row++) {
      const flow = flows[row] as Flow
      if (flow === before[row]) {
        values[row] = valuesBefore[row] as T
        continue
      }
      const value = read(flow)
      const equal = strings.get(value) ?? value
      if (typeof equal === 'string') strings.set(value, equal)
      values[row] = equal
    }
    return values
  })
}

/** The rows (places in the array), from the smallest value to the greatest. */
export function order(column: Column<number | string>): Column<number> {
  return remembered<number>((flows, _, rowsBefore) => {
    const values = column(flows)
    const rows = rowsBefore.filter(row => row < flows.length)
    for (let row = rows.length; row < flows.length; row++) rows.push(row)
    // After a patch nearly all are in order already, which makes this fast.
    return rows.sort((a, b) => compare(values[a] ?? 0, values[b] ?? 0) || a - b)
  })
}

function compare(a: number | string, b: number | string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

function remembered<T>(
  make: (flows: readonly Flow[], before: readonly Flow[], madeBefore: readonly T[]) => readonly T[],
): Column<T> {
  const all = new WeakMap<readonly Flow[], readonly T[]>()
  let newest = new WeakRef<readonly Flow[]>([])
  return flows => {
    const known = all.get(flows)
    if (known) return known
    const before = newest.deref() ?? []
    const made = make(flows, before, all.get(before) ?? [])
    all.set(flows, made)
    newest = new WeakRef(flows)
    return made
  }
}
