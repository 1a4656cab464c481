/** One batch is written while the next one is collected. */
export interface Batches<Item> {
  add: (item: Item, size: number) => Promise<void>
  end: () => Promise<void>
}

export function createBatches<Item>(capacity: number, write: (items: Item[]) => Promise<void>): Batches<Item> {
  let items: Item[] = []
  let size = 0
  let writing = Promise.resolve()

  function writeBatch(): void {
    writing = write(items)
    // The next `add` that waits, or `end`, throws the error.
    writing.catch(() => {})
    items = []
    size = 0
  }

  return {
    async add(item, itemSize) {
      items.push(item)
      size += itemSize
      if (size < capacity) return
      await writing
      if (size >= capacity) writeBatch()
    },
    async end() {
      await writing
      if (items.length > 0) await write(items)
    },
  }
}
