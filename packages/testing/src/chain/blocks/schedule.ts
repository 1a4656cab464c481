import type { Blocks } from './blocks.js'

export interface Schedule {
  /**
   * Calls `act` with the height of the first block at or after `at`, which is in nanoseconds since 1970. Actions with
   * the same time run in the order of their `index`.
   */
  at: (at: bigint, index: number, act: (height: number) => void) => void
  runDue: () => void
}

export function createSchedule(blocks: Blocks): Schedule {
  const heap = createHeap()
  let running = false

  return {
    at: (at, index, act) => heap.push({ at, index, act }),
    runDue() {
      // A callback may read the chain, which calls this function again.
      if (running) return
      running = true
      try {
        const newest = blocks.newest()
        for (let due = heap.peek(); due; due = heap.peek()) {
          const height = blocks.heightAt(due.at)
          if (height > newest) break
          heap.pop()
          due.act(height)
        }
      } finally {
        running = false
      }
    },
  }
}

interface Due {
  at: bigint
  index: number
  act: (height: number) => void
}

interface Heap {
  push: (due: Due) => void
  peek: () => Due | undefined
  pop: () => Due | undefined
}

function createHeap(): Heap {
  const heap: Due[] = []
  const before = (a: Due, b: Due) => a.at < b.at || (a.at === b.at && a.index < b.index)

  function rise(due: Due, from: number): void {
    let at = from
    while (at > 0) {
      const parentAt = (at - 1) >>> 1
      const parent = heap[parentAt]
      if (!parent || !before(due, parent)) break
      heap[at] = parent
      at = parentAt
    }
    heap[at] = due
  }

  function sink(due: Due): void {
    let at = 0
    for (;;) {
      const left = heap[2 * at + 1]
      if (!left) break
      const right = heap[2 * at + 2]
      const rightFirst = right !== undefined && before(right, left)
      const child = rightFirst ? right : left
      if (!before(child, due)) break
      heap[at] = child
      at = rightFirst ? 2 * at + 2 : 2 * at + 1
    }
    heap[at] = due
  }

  return {
    push: due => rise(due, heap.length),
    peek: () => heap[0],
    pop() {
      const first = heap[0]
      const last = heap.pop()
      if (last && heap.length > 0) sink(last)
      return first
    },
  }
}
