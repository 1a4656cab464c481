import type { Comparison, Flow, FlowConditions, FlowHistoryEntry } from '@flow-query/core'
import { type ComparisonResult, hasSucceeded, type ReleaseRules } from '@flow-query/rules'
import { compareChange, compareField } from './comparison.js'
import { type Evidence, type KnownRuns, ownId } from './evidence.js'
import { mayCompare, mayCompareAnswer } from './response-shape.js'

export function compareResponses(
  comparison: Comparison,
  flow: Flow,
  evidence: Evidence,
  rules: ReleaseRules | undefined,
): ComparisonResult {
  const { flowId, icqConfig, responseKey, responseIndex, differenceMode, operand } = comparison
  if (icqConfig) return compareQuery(comparison, flow, evidence)
  const runs = evidence.runs(ownId(flow, flowId))
  if (!runs || !rules) return 'unknown'
  if (!responseKey) return true
  const responses = newestResponses(runs)
  if (responses === 'unknown') return canCompare(comparison, runs) ? 'unknown' : 'fails'
  if (responses === 'none') return true
  if (responses.length <= responseIndex) return 'fails'
  const current = responses[responseIndex]
  if (!differenceMode) return compareField(comparison, current)

  if (operand === 'delta' && !rules.hasDelta) return 'fails'
  // The earlier values are always those of this flow, even if it reads the newest value of another flow.
  const own = evidence.runs(flow.id)
  if (!own || own.simulated || runs.simulated) return 'unknown'
  const responsesOf = (entries: readonly FlowHistoryEntry[]) =>
    entries
      .filter(entry => hasSucceeded(entry) && entry.msgResponses.length > responseIndex)
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

/** The chain saves answers together with responses, and a difference needs an earlier answer. */
function compareQuery(comparison: Comparison, flow: Flow, evidence: Evidence): ComparisonResult {
  const { differenceMode, operand } = comparison
  if (!asksQueries(flow.conditions)) return 'unknown'
  if (!mayCompareAnswer(comparison)) return 'fails'
  if (!differenceMode) return 'unknown'
  if (!flow.configuration.saveResponses) return 'fails'
  const own = evidence.runs(flow.id)
  if (!own?.isWhole) return 'unknown'
  const answered = own.entries.filter(({ queryResponses }) => queryResponses.length > 0)
  if (answered.length === 0 && !own.simulated) return 'fails'
  const hasSimulated = own.simulated !== undefined && own.simulated !== 'failed'
  return operand === 'delta' && !hasSimulated && answered.filter(hasSucceeded).length < 2 ? 'fails' : 'unknown'
}

/** The chain only sends the queries of a flow if one of its lists starts with a query. */
export function asksQueries({ comparisons, feedbackLoops }: FlowConditions): boolean {
  return [comparisons[0], feedbackLoops[0]].some(input => input?.icqConfig)
}

type SavedResponses = FlowHistoryEntry['msgResponses'] | 'none' | 'unknown'

/** Assumes that a simulated run has the same responses as the run before. */
function newestResponses({ entries, isWhole, simulated, savesResponses }: KnownRuns): SavedResponses {
  const saved = entries.find(({ msgResponses }) => msgResponses.length > 0)?.msgResponses
  if (saved) return saved
  if (savesResponses && (!isWhole || (simulated && simulated !== 'skipped'))) return 'unknown'
  return 'none'
}
