import type { Flow } from '@flow-query/core'
import type { FlowVerdict } from '@flow-query/insights'

/** The number of flows whose verdicts are kept. */
export const maxKnownVerdicts = 1_000

/** The last verdicts of the flows that were checked in this visit. */
export class VerdictMemory {
  readonly #verdicts = new Map<string, FlowVerdict>()

  remember(verdicts: readonly FlowVerdict[]): void {
    for (const verdict of verdicts) {
      // Moves the flow to the end, so that the flows that were checked longest ago are forgotten first.
      this.#verdicts.delete(verdict.flow.id)
      this.#verdicts.set(verdict.flow.id, verdict)
    }
    for (const id of this.#verdicts.keys()) {
      if (this.#verdicts.size <= maxKnownVerdicts) return
      this.#verdicts.delete(id)
    }
  }

  /** Returns the last verdict of a flow, unless the flow has run or changed since then. */
  verdictOf(flow: Flow): FlowVerdict | undefined {
    const verdict = this.#verdicts.get(flow.id)
    return verdict && isUnchanged(verdict.flow, flow) ? verdict : undefined
  }
}

/** If the chain was reset, the flow with the same ID has another owner or start. */
function isUnchanged(before: Flow, flow: Flow): boolean {
  return (
    before.owner === flow.owner &&
    before.startTime === flow.startTime &&
    before.execTime === flow.execTime &&
    before.updateHistory.length === flow.updateHistory.length
  )
}
