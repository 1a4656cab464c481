import type { Comparison, Flow, FlowHistoryEntry } from '@flow-query/core'
import { type ComparisonResult, hasSucceeded, type ReleaseRules, sendsQueries } from '@flow-query/rules'
import { compareChanges } from './compare-changes.js'
import { compareField } from './comparison.js'
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
  if (responses === 'none') return true
  if (responses === 'unknown' && !canCompare(comparison, runs)) return 'fails'
  if (responses !== 'unknown' && responses.length <= responseIndex) return 'fails'
  if (!differenceMode) return responses === 'unknown' ? responses : compareField(comparison, responses[responseIndex])
  if (operand === 'delta' && !rules.hasDelta) return 'fails'
  return compareChanges(comparison, flow, evidence)
}

function canCompare(comparison: Comparison, { expected = [] }: KnownRuns): boolean {
  const { responseIndex, responseKey } = comparison
  if (expected.length === 0 || !responseKey) return true
  return responseIndex < expected.length && mayCompare(comparison, expected[responseIndex])
}

/** The chain saves answers together with responses, and a difference needs an earlier answer. */
function compareQuery(comparison: Comparison, flow: Flow, evidence: Evidence): ComparisonResult {
  const { differenceMode, operand } = comparison
  if (!sendsQueries(flow.conditions)) return 'unknown'
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

type SavedResponses = FlowHistoryEntry['msgResponses'] | 'none' | 'unknown'

/** Assumes that a simulated run on this chain has the same responses as the run before. */
function newestResponses({ entries, isWhole, simulated, savesResponses, awaitsResponses }: KnownRuns): SavedResponses {
  if (savesResponses && awaitsResponses) return 'unknown'
  const saved = entries.find(({ msgResponses }) => msgResponses.length > 0)?.msgResponses
  if (saved) return saved
  if (savesResponses && (!isWhole || simulated)) return 'unknown'
  return 'none'
}
