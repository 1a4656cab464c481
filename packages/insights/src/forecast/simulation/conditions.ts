import type { ChainRelease, Comparison, Flow, FlowConditions, FlowHistoryEntry } from '@flow-query/core'
import { newestRuns } from '../../health/runs.js'
import type { FlowsForecastFacts, ResponseShape } from '../facts.js'
import type { ForecastOutcome, ForecastRisk, ForecastRiskKind } from '../result.js'
import { type ComparisonResult, compareChange, compareField, compareText } from './comparison.js'
import type { Rules } from './fees.js'
import { isUnknown, type Problem } from './problem.js'
import { mayCompare } from './response-shape.js'

export interface Evidence {
  /** Returns whether another flow's newest run succeeded. Null before its first run, undefined if it is unknown. */
  hasSucceeded: (flowId: string) => boolean | null | undefined
  runs: (flowId: string) => KnownRuns | undefined
}

export interface KnownRuns {
  entries: readonly FlowHistoryEntry[]
  isWhole: boolean
  simulated: ForecastOutcome | undefined
  savesResponses: boolean
  /** The shapes of the responses, if the flow doesn't exist yet. */
  expected?: readonly (ResponseShape | undefined)[] | undefined
}

export interface Verdict {
  /** `failed` means that a comparison can't be evaluated, which makes the run fail. */
  result: 'met' | 'skipped' | 'stopped' | 'failed'
  problems: Problem[]
}

/** The results of a flow's conditions, from {@link evaluateConditions}. */
export interface ConditionResults {
  /** The results of the comparisons, in their order. */
  comparisons: ComparisonResult[]
  /**
   * Whether the newest run succeeded, by ID of each flow that the conditions use. Null for a flow that never ran, and undefined if its
   * runs are unknown.
   */
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
export function evaluateConditions(
  flow: Flow,
  { flows, histories, release }: Pick<FlowsForecastFacts, 'flows' | 'histories' | 'release'>,
): ConditionResults {
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
        : compare(comparison, flow, evidence, release),
    ),
    succeeded: Object.fromEntries(decidingFlows(flow.conditions).map(id => [id, evidence.hasSucceeded(id)])),
  }
}

function compareAnswer(comparison: Comparison, query: number, entries: readonly FlowHistoryEntry[]): ComparisonResult {
  const answer = entries.find(({ queryResponses }) => queryResponses.length > query)?.queryResponses[query]
  if (answer === undefined || !base64.test(answer)) return 'unknown'
  const result = compareText(comparison, atob(answer))
  return result === 'fails' ? 'unknown' : result
}

const base64 = /^([\w+/]{4})*([\w+/]{2}==|[\w+/]{3}=)?$/

export function recordedEvidence(histories: FlowsForecastFacts['histories']): Evidence {
  return {
    hasSucceeded(id) {
      const history = histories?.[id]
      if (!history) return undefined
      const [newest] = newestRuns(history).entries
      return newest ? isSuccess(newest) : null
    },
    runs(id) {
      const history = histories?.[id]
      if (!history) return undefined
      const { entries, isWhole } = newestRuns(history)
      return { entries, isWhole, simulated: undefined, savesResponses: true }
    },
  }
}

export function isSuccess({ executed, errors }: FlowHistoryEntry): boolean {
  return executed && errors.length === 0
}

/** Returns the IDs of the other flows that decide whether a flow runs, by their results or by responses that the flow compares. */
export function flowDependencies({ id, conditions }: Flow): string[] {
  const compared = conditions.comparisons.flatMap(({ flowId, icqConfig }) =>
    icqConfig || flowId === '0' || flowId === id ? [] : flowId,
  )
  return [...decidingFlows(conditions), ...compared]
}

function decidingFlows(c: FlowConditions): string[] {
  return [...c.stopOnSuccessOf, ...c.stopOnFailureOf, ...c.skipOnSuccessOf, ...c.skipOnFailureOf]
}

export function checkConditions(flow: Flow, evidence: Evidence, rules: Rules): Verdict {
  const { conditions: c, configuration } = flow
  const problems: Problem[] = []
  const add = (kind: ForecastRiskKind, certainty: ForecastRisk['certainty'], flowIds?: string[]) =>
    problems.push({ kind, certainty, ...(flowIds && { flowIds }) })

  const inputs = [...c.comparisons, ...c.feedbackLoops]
  const isUnsaved = ({ flowId }: { flowId: string }) => ownId(flow, flowId) === flow.id && !configuration.saveResponses
  if (inputs.some(({ icqConfig }) => icqConfig)) add('pendingQuery', 'unknown')
  if (inputs.some(input => !input.icqConfig && isUnsaved(input))) add('conditionInput', 'certain')

  // The chain checks the comparisons first, and if it can't evaluate them, nothing else.
  const comparisons = combine(
    c.comparisons.map(comparison => compare(comparison, flow, evidence, rules.release)),
    flow,
    rules,
  )
  if (comparisons === 'fails') {
    add('conditionsFail', 'likely')
    return { result: 'failed', problems }
  }

  const withResult = (result: boolean | undefined, ids: readonly string[]) =>
    ids.filter(id => evidence.hasSucceeded(id) === result)
  const stoppedBy = [...withResult(true, c.stopOnSuccessOf), ...withResult(false, c.stopOnFailureOf)]
  const skippedBy = [...withResult(true, c.skipOnSuccessOf), ...withResult(false, c.skipOnFailureOf)]
  const unknown = withResult(undefined, decidingFlows(c))
  const decisive = stoppedBy.length > 0 ? stoppedBy : skippedBy
  if (decisive.length > 0) add('dependency', 'likely', decisive)
  else if (unknown.length > 0) add('dependency', 'unknown', unknown)
  if (stoppedBy.length > 0) return { result: 'stopped', problems }
  if (comparisons === false) {
    add('conditionsNotMet', 'likely')
    return { result: 'skipped', problems }
  }
  if (skippedBy.length > 0) return { result: 'skipped', problems }
  if (comparisons === 'unknown' && !isUnknown(problems)) add('factsMissing', 'unknown')
  return { result: 'met', problems }
}

export function ownId(flow: Flow, flowId: string): string {
  return flowId === '0' ? flow.id : flowId
}

function combine(results: readonly ComparisonResult[], { conditions }: Flow, { release }: Rules): ComparisonResult {
  if (results.length === 0) return true
  if (conditions.useAndForComparisons) {
    const first = results.find(result => result !== true) ?? true
    return first === 'unknown' && results.includes(false) ? false : first
  }
  if (results.includes(true)) return true
  if (results.includes('unknown')) return 'unknown'
  // Before release 1.0.5, the chain ignores the error if one comparison is enough.
  return results.includes('fails') && release !== 'legacy' ? 'fails' : false
}

function compare(comparison: Comparison, flow: Flow, evidence: Evidence, release: ChainRelease): ComparisonResult {
  const { flowId, icqConfig, responseKey, responseIndex, differenceMode, operand } = comparison
  const runs = icqConfig ? undefined : evidence.runs(ownId(flow, flowId))
  if (!runs) return 'unknown'
  if (!responseKey && release !== 'legacy') return true
  const responses = release === 'legacy' ? responsesOfNewest(runs) : newestResponses(runs)
  if (responses === 'unknown') return canCompare(comparison, runs) ? 'unknown' : 'fails'
  if (responses === 'noRun') return true
  if (responses === 'none') {
    const needsResponses = flow.configuration.stopOnFailure || flow.conditions.useAndForComparisons
    return release === 'legacy' && needsResponses ? 'fails' : true
  }
  if (!responseKey) return true
  if (responses.length <= responseIndex) return 'fails'
  const current = responses[responseIndex]
  if (!differenceMode) return compareField(comparison, current)

  if (release === 'legacy') return 'unknown'
  // Before release 1.0.9, the chain can't evaluate the operand `delta`.
  if (operand === 'delta' && release !== 'current') return 'fails'
  // The earlier values are always those of this flow, even if it reads the newest value of another flow.
  const own = evidence.runs(flow.id)
  if (!own || own.simulated || runs.simulated) return 'unknown'
  const responsesOf = (entries: readonly FlowHistoryEntry[]) =>
    entries
      .filter(entry => isSuccess(entry) && entry.msgResponses.length > responseIndex)
      .map(({ msgResponses }) => msgResponses[responseIndex])
  const [before] = responsesOf(own.entries.slice(1))
  const result = compareChange(comparison, { current, before, succeeded: responsesOf(own.entries) })
  return result === 'fails' && !own.isWhole ? 'unknown' : result
}

function canCompare(comparison: Comparison, { expected = [] }: KnownRuns): boolean {
  const { responseIndex, responseKey } = comparison
  if (expected.length === 0 || !responseKey) return true
  return responseIndex < expected.length && mayCompare(comparison, expected[responseIndex])
}

type SavedResponses = FlowHistoryEntry['msgResponses'] | 'none' | 'noRun' | 'unknown'

/** Assumes that a simulated run has the same responses as the run before. */
function newestResponses({ entries, isWhole, simulated, savesResponses }: KnownRuns): SavedResponses {
  const saved = entries.find(({ msgResponses }) => msgResponses.length > 0)?.msgResponses
  if (saved) return saved
  if (savesResponses && (!isWhole || (simulated && simulated !== 'skipped'))) return 'unknown'
  return entries.length > 0 || simulated ? 'none' : 'noRun'
}

/** Before release 1.0.5, the chain only reads the responses of the newest run. */
function responsesOfNewest(runs: KnownRuns): SavedResponses {
  const { entries, isWhole, simulated, savesResponses } = runs
  if (simulated === 'succeeded' && savesResponses) return newestResponses(runs)
  if (simulated) return simulated === 'unknown' ? 'unknown' : 'none'
  const [newest] = entries
  if (!newest) return isWhole ? 'noRun' : 'unknown'
  return newest.msgResponses.length > 0 ? newest.msgResponses : newest.queryResponses.length > 0 ? [] : 'none'
}
