import type { Flow } from '../types.js'

export class FlowCopy {
  readonly #flows = new Map<string, Flow>()
  /**
   * The node's highest block when a flow was last written, or Infinity while this block is unknown. Flows that haven't changed since the
   * first load are missing.
   */
  readonly #changedAt = new Map<string, number>()
  #collection: readonly Flow[] = []

  get flows(): ReadonlyMap<string, Flow> {
    return this.#flows
  }

  update(collection: readonly Flow[]): readonly Flow[] {
    // Most flows keep their place, and comparing places is faster than finding ids.
    const moved = collection.filter((flow, place) => flow !== this.#collection[place])
    const changed = moved.filter(flow => this.#flows.get(flow.id) !== flow)
    for (const flow of changed) this.#flows.set(flow.id, flow)
    this.#collection = collection
    return changed
  }

  removeOthers(): void {
    if (this.#flows.size === this.#collection.length) return
    const ids = new Set(this.#collection.map(({ id }) => id))
    for (const id of this.#flows.keys()) if (!ids.has(id)) this.#flows.delete(id)
  }

  recordChanges(flows: readonly Flow[], height: number): void {
    for (const { id } of flows) this.#changedAt.set(id, height)
  }

  setUnknownHeights(height: number): void {
    for (const [id, at] of this.#changedAt) if (at === Number.POSITIVE_INFINITY) this.#changedAt.set(id, height)
  }

  changedSince(height: number): Flow[] {
    return [...this.#changedAt].flatMap(([id, at]) => (at > height ? (this.#flows.get(id) ?? []) : []))
  }
}
