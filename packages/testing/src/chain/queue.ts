/** What is due next comes out first; of what is due at once, the lower index. */
export interface Queue<Item extends Due> {
  push: (item: Item) => void
  peek: () => Item | undefined
  pop: () => Item | undefined
}

export interface Due {
  /** Nanoseconds since 1970. */
  at: bigint
  index: number
}

/** A binary heap. */
export function createQueue<Item extends Due>(): Queue<Item> {
  const heap: Item[] = []
  const before = (a: Item, b: Item) => a.at < b.at || (a.at === b.at && a.index < b.index)

  function rise(item: Item, from: number): void {
    let at = from
    while (at > 0) {
      const parentAt = (at - 1) >>> 1
      const parent = heap[parentAt]
      if (!parent || !before(item, parent)) break
      heap[at] = parent
      at = parentAt
    }
    heap[at] = item
  }

  function sink(item: Item): void {
    let at = 0
    for (;;) {
      const left = heap[2 * at + 1]
      if (!left) break
      const right = heap[2 * at + 2]
      const childAt = right && before(right, left) ? 2 * at + 2 : 2 * at + 1
      const child = childAt === 2 * at + 1 ? left : right
      if (!child || !before(child, item)) break
      heap[at] = child
      at = childAt
    }
    heap[at] = item
  }

  return {
    push: item => rise(item, heap.length),
    peek: () => heap[0],
    pop() {
      const first = heap[0]
      const last = heap.pop()
      if (last && heap.length > 0) sink(last)
      return first
    },
  }
}
