/**
 * The items of many sources as they come, of so many sources at a time.
 *
 * Each source is asked for its next item when the last was taken, so that no more than one of each is waiting.
 */
export async function* merge<Item>(
  sources: AsyncIterable<AsyncIterable<Item>>,
  concurrency: number,
): AsyncGenerator<Item, void, undefined> {
  const waiting = sources[Symbol.asyncIterator]()
  const open = new Set<AsyncIterator<Item>>()
  const steps = new Map<object, Promise<Step<Item>>>()

  function askForSource(): void {
    steps.set(
      waiting,
      inFuture(waiting.next().then(({ done, value }) => ({ from: waiting, source: done ? null : value }))),
    )
  }

  function askForItem(from: AsyncIterator<Item>): void {
    steps.set(from, inFuture(from.next().then(result => ({ from, result }))))
  }

  try {
    askForSource()
    while (steps.size > 0) {
      const step = await Promise.race(steps.values())
      steps.delete(step.from)
      if ('source' in step) {
        if (!step.source) continue
        const source = step.source[Symbol.asyncIterator]()
        open.add(source)
        askForItem(source)
        if (open.size < concurrency) askForSource()
      } else if (step.result.done) {
        if (open.size === concurrency) askForSource()
        open.delete(step.from)
      } else {
        askForItem(step.from)
        yield step.result.value
      }
    }
  } finally {
    // Whoever leaves ends what is under way by a signal, and need not wait for it here.
    for (const iterator of [...open, waiting]) iterator.return?.().catch(() => {})
  }
}

type Step<Item> =
  | { from: object; source: AsyncIterable<Item> | null }
  | { from: AsyncIterator<Item>; result: IteratorResult<Item> }

/** What fails before its turn is told when the turn comes. */
function inFuture<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {})
  return work
}
