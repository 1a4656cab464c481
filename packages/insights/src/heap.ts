export type Before<Item> = (one: Item, other: Item) => boolean

export function heapify<Item>(items: Item[], isBefore: Before<Item>): void {
  for (let index = items.length >> 1; index >= 0; index--) sink(items, index, isBefore)
}

export function sink<Item>(heap: Item[], from: number, isBefore: Before<Item>): void {
  for (let index = from; ; ) {
    const [item, left, right] = [heap[index], heap[2 * index + 1], heap[2 * index + 2]]
    const below = left !== undefined && right !== undefined && isBefore(right, left) ? 2 * index + 2 : 2 * index + 1
    const next = heap[below]
    if (item === undefined || next === undefined || !isBefore(next, item)) return
    heap[index] = next
    heap[below] = item
    index = below
  }
}
