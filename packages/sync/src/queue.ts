import { EventEmitter, once } from 'node:events'

/** A queue between parallel producers and one consumer, which takes all items at once. */
export interface Queue<Item> {
  /**
   * Adds an item. Waits while the queue is full, which limits how far producers are ahead of the consumer.
   *
   * @throws the error that the queue was closed with
   */
  put: (item: Item, size: number) => Promise<void>
  /** Waits until the queue is full or ended, then empties it. Returns an empty array at the end of the queue. */
  take: () => Promise<Item[]>
  /** Ends the queue. Call it after the last `put`. */
  end: () => void
  /** Makes all waiting and later calls of `put` reject. */
  close: (error: unknown) => void
}

/** @param capacity the total size of the items in a full queue */
export function createQueue<Item>(capacity: number): Queue<Item> {
  const changes = new EventEmitter().setMaxListeners(0)
  let items: Item[] = []
  let size = 0
  let isEnded = false
  let closed: { error: unknown } | undefined

  return {
    async put(item, itemSize) {
      while (size >= capacity && !closed) await once(changes, 'emptied')
      if (closed) throw closed.error
      items.push(item)
      size += itemSize
      if (size >= capacity) changes.emit('filled')
    },
    async take() {
      while (size < capacity && !isEnded) await once(changes, 'filled')
      const taken = items
      items = []
      size = 0
      changes.emit('emptied')
      return taken
    },
    end() {
      isEnded = true
      changes.emit('filled')
    },
    close(error) {
      closed = { error }
      changes.emit('emptied')
    },
  }
}
