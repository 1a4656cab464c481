import pMap from 'p-map'

/**
 * After the first error, it waits for the running calls, because they would otherwise write to a database that is already closed.
 */
export async function forEachOf<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  concurrency: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const failure = new AbortController()
  const fail = (error: unknown) => failure.abort(error)

  async function* itemsUntilFailure() {
    try {
      for await (const item of items) {
        if (failure.signal.aborted) return
        yield item
      }
    } catch (error) {
      fail(error)
    }
  }

  await pMap(itemsUntilFailure(), item => work(item).catch(fail), { concurrency })
  failure.signal.throwIfAborted()
}
