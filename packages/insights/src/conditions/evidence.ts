import type { ChainRelease, ExecutionOutcome, Flow, FlowHistoryEntry } from '@flow-query/core'
import { lookUp } from '@flow-query/core/parts/decode'
import { hasSucceeded, type ResponseShape } from '@flow-query/rules'
import { type NewestEntries, newestRuns } from '../health/runs.js'

/** The facts that {@link evaluateConditions} needs. */
export interface ConditionFacts {
  flows: readonly Flow[]
  histories?: { readonly [flowId: string]: NewestEntries | undefined } | undefined
  release: ChainRelease
}

export interface Evidence {
  /** Null before the flow's first run, and undefined if the result is unknown. */
  hasSucceeded: (flowId: string) => boolean | null | undefined
  runs: (flowId: string) => KnownRuns | undefined
}

export interface KnownRuns {
  entries: readonly FlowHistoryEntry[]
  isWhole: boolean
  /** The outcome of the newest run, if it is simulated. */
  simulated: ExecutionOutcome | 'unknown' | undefined
  /** The outcomes of all simulated runs, oldest first. */
  outcomes: readonly (ExecutionOutcome | 'unknown')[]
  savesResponses: boolean
  /** Whether the chain will have newer responses than those in `entries`, because another chain answers later. */
  awaitsResponses?: boolean | undefined
  /** The shapes of the responses to the flow's messages. */
  expected?: readonly (ResponseShape | undefined)[] | undefined
}

export function recordedEvidence(histories: ConditionFacts['histories']): Evidence {
  return {
    hasSucceeded(id) {
      const history = lookUp(histories, id)
      return history && hasSucceeded(newestRuns(history).entries[0])
    },
    runs(id) {
      const history = lookUp(histories, id)
      if (!history) return undefined
      const { entries, isWhole } = newestRuns(history)
      return { entries, isWhole, simulated: undefined, outcomes: [], savesResponses: true }
    },
  }
}

export function ownId(flow: Flow, flowId: string): string {
  return flowId === '0' ? flow.id : flowId
}
