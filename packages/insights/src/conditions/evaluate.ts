import type { Comparison, Flow, FlowConditions, FlowHistoryEntry } from '@flow-query/core'
import { type ComparisonResult, isBase64 } from '@flow-query/rules'
import { releases } from '../releases.js'
import { compareResponses } from './compare-responses.js'
import { compareText } from './comparison.js'
import { type ConditionFacts, type Evidence, recordedEvidence } from './evidence.js'

/** The results of a flow's conditions, from {@link evaluateConditions}. */
export interface ConditionResults {
  comparisons: ComparisonResult[]
  /** By flow ID, whether the newest run succeeded, null before the first run, or undefined if the runs are unknown. */
  succeeded: { readonly [flowId: string]: boolean | null | undefined }
}

/**
 * Evaluates a flow's conditions with the runs that are recorded so far, by the same rules as a forecast. The response to an interchain
 * query is the one that the chain received for an earlier run.
 *
 * @example
 * const facts = await readForecastFacts(client, { flows: [flow], time })
 * const { comparisons } = evaluateConditions(flow, facts)
 *
 * @param facts the newest runs of the flow and of its {@link flowDependencies}, the rules of the chain, and all of these flows
 */
export function evaluateConditions(flow: Flow, { flows, histories, release }: ConditionFacts): ConditionResults {
  const { comparisons, feedbackLoops } = flow.conditions
  const recorded = recordedEvidence(histories)
  const savesResponses = (id: string) => flows.find(flow => flow.id === id)?.configuration.saveResponses ?? true
  const evidence: Evidence = {
    ...recorded,
    runs(id) {
      const runs = recorded.runs(id)
      return runs && { ...runs, savesResponses: savesResponses(id) }
    },
  }
  const queries = [...comparisons, ...feedbackLoops].filter(({ icqConfig }) => icqConfig)
  return {
    comparisons: comparisons.map(comparison =>
      comparison.icqConfig
        ? compareAnswer(comparison, queries.indexOf(comparison), evidence.runs(flow.id)?.entries ?? [])
        : compareResponses(comparison, flow, evidence, releases[release].rules),
    ),
    succeeded: Object.fromEntries(decidingFlowIds(flow.conditions).map(id => [id, evidence.hasSucceeded(id)])),
  }
}

function compareAnswer(comparison: Comparison, query: number, entries: readonly FlowHistoryEntry[]): ComparisonResult {
  const answer = entries.find(({ queryResponses }) => queryResponses.length > query)?.queryResponses[query]
  if (answer === undefined || !isBase64(answer)) return 'unknown'
  const result = compareText(comparison, atob(answer))
  return result === 'fails' ? 'unknown' : result
}

/** Returns the IDs of the other flows that decide whether a flow runs, by their results or by responses that the flow compares. */
export function flowDependencies({ id, conditions }: Flow): string[] {
  const compared = conditions.comparisons.flatMap(({ flowId, icqConfig }) =>
    icqConfig || flowId === '0' || flowId === id ? [] : flowId,
  )
  return [...decidingFlowIds(conditions), ...compared]
}

function decidingFlowIds(c: FlowConditions): string[] {
  return [...c.stopOnSuccessOf, ...c.stopOnFailureOf, ...c.skipOnSuccessOf, ...c.skipOnFailureOf]
}
