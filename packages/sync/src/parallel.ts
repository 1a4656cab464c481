/**
 * Calls `work` for each item, with at most `concurrency` calls at a time.
 *
 * After the first error, it starts no further calls and waits for the running ones. p-map doesn't wait for them and
 * doesn't close `items`, so it would still write to a database that is already closed.
 */
export async function forEachOf<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  concurrency: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const shared = shareable(items)
  let hasFailed = false

  async function takeItems(): Promise<void> {
    try {
      // Leaving the loop closes `shared`, so the other loops end as well.
      for await (const item of shared) {
        if (hasFailed) return
        await work(item)
      }
    } catch (error) {
      hasFailed = true
      throw error
    }
  }

  const loops = Array.from({ length: concurrency }, takeItems)
  try {
    await Promise.all(loops)
  } finally {
    await Promise.allSettled(loops)
  }
}

async function* shareable<Item>(items: AsyncIterable<Item> | Iterable<Item>): AsyncGenerator<Item, void, undefined> {
  yield* items
}
