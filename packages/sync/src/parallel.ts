/**
 * Does the same with each of the items as they come, and with so many of them at a time.
 *
 * The first failure ends it: what is under way then is waited for, and nothing is begun any more.
 */
export async function forEachOf<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  concurrency: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = oneByOne(items)
  const failures: unknown[] = []

  async function takeTurns(): Promise<void> {
    try {
      while (failures.length === 0) {
        const next = await waiting.next()
        if (next.done || failures.length > 0) return
        await work(next.value)
      }
    } catch (error) {
      failures.push(error)
    }
  }

  await Promise.all(Array.from({ length: concurrency }, takeTurns))
  if (failures.length === 0) return
  await waiting.return()
  throw failures[0]
}

async function* oneByOne<Item>(items: AsyncIterable<Item> | Iterable<Item>): AsyncGenerator<Item, void, undefined> {
  yield* items
}
