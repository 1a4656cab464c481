import type { Comparison, Flow, FlowHistoryEntry } from '@flow-query/core'
import { type ComparisonResult, hasSucceeded, type ReleaseRules } from '@flow-query/rules'
import { compareChange, compareField } from './comparison.js'
import { type Evidence, type KnownRuns, ownId } from './evidence.js'
import { mayCompare } from './response-shape.js'

export function compareResponses(
  comparison: Comparison,
  flow: Flow,
  evidence: Evidence,
  rules: ReleaseRules | undefined,
): ComparisonResult {
  const { flowId, icqConfig, responseKey, responseIndex, differenceMode, operand } = comparison
  const runs = icqConfig ? undefined : evidence.runs(ownId(flow, flowId))
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

type SavedResponses = FlowHistoryEntry['msgResponses'] | 'none' | 'unknown'

/** Assumes that a simulated run has the same responses as the run before. */
function newestResponses({ entries, isWhole, simulated, savesResponses }: KnownRuns): SavedResponses {
  const saved = entries.find(({ msgResponses }) => msgResponses.length > 0)?.msgResponses
  if (saved) return saved
  if (savesResponses && (!isWhole || (simulated && simulated !== 'skipped'))) return 'unknown'
  return 'none'
}
