import { randomOf } from '../../setup/seed.js'

/** Random decisions that only depend on a seed. */
export class Random {
  readonly #seed: number
  readonly #next: () => number

  constructor(seed: number) {
    this.#seed = seed
    this.#next = randomOf(seed)
  }

  /** Returns independent decisions, so that more decisions in one place don't change those in another. */
  fork(name: string): Random {
    return new Random(hashOf(`${this.#seed} ${name}`))
  }

  /** Returns an integer from `min` to `max`. */
  int(min: number, max: number): number {
    return min + Math.floor(this.#next() * (max - min + 1))
  }

  chance(probability: number): boolean {
    return this.#next() < probability
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.int(0, items.length - 1)]
    if (item === undefined) throw new RangeError('There is nothing to pick from.')
    return item
  }
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
