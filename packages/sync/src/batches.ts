/** Collects the items of parallel producers and writes them in batches. One batch is written while the next one is collected. */
export interface Batches<Item> {
  /**
   * Adds an item. If the batch is full, waits until the previous one is written.
   *
   * @throws the error of a batch that could not be written
   */
  add: (item: Item, size: number) => Promise<void>
  /** Writes the last batch. Call it after all calls of `add` have ended. */
  end: () => Promise<void>
}

/** @param capacity the total size of the items in a full batch */
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
