import type { Comparison, Flow } from '@flow-query/core'
import { type ComparisonResult, hasSucceeded } from '@flow-query/rules'
import { compareChange, compareNoChange } from './comparison.js'
import { type Evidence, type KnownRuns, ownId } from './evidence.js'
import { mayCompare } from './response-shape.js'

/** A run with its response, which is only known if the run is recorded. */
interface Run {
  hasSucceeded: boolean
  hasResponse: boolean
  response?: unknown
}

/**
 * Compares how a value has changed. The chain takes the earlier value from this flow, even if it reads the newest value of another flow.
 * It ignores this flow's newest run, so the first comparison after a successful run fails, and after a run without a response, the
 * change is 0.
 */
export function compareChanges(comparison: Comparison, flow: Flow, evidence: Evidence): ComparisonResult {
  const { flowId, responseIndex, operand } = comparison
  const own = evidence.runs(flow.id)
  const runs = own && runsOf(own, responseIndex)
  const other = evidence.runs(ownId(flow, flowId))
  const source = ownId(flow, flowId) === flow.id ? runs : other && runsOf(other, responseIndex)
  if (!own || !runs || !source) return 'unknown'
  const unlessUnread = own.isWhole ? 'fails' : 'unknown'
  const successes = runs.filter(run => run.hasSucceeded)
  const before = runs.slice(1).find(run => run.hasSucceeded)
  const current = source.find(run => run.hasResponse)
  if (!before || !current || (operand === 'delta' && successes.length < 2)) return unlessUnread

  const [newest, older] = operand === 'delta' ? successes : []
  const isKnown = [current, before, newest, older].every(run => !run || 'response' in run)
  if (isKnown) {
    const succeeded = [newest?.response, older?.response]
    return compareChange(comparison, { current: current.response, before: before.response, succeeded })
  }
  const isReadable = mayCompare(comparison, own.expected?.[responseIndex])
  return current === before && isReadable ? compareNoChange(comparison) : 'unknown'
}

/** Newest first. Undefined if the result of a simulated run is unknown, or if only its fee is not collected. */
function runsOf({ entries, outcomes }: KnownRuns, responseIndex: number): Run[] | undefined {
  if (outcomes.some(outcome => !/^(succeeded|failed|skipped)$/.test(outcome))) return undefined
  const simulated = outcomes.map(outcome => {
    const isSuccess = outcome === 'succeeded'
    return { hasSucceeded: isSuccess, hasResponse: isSuccess }
  })
  const recorded = entries.map(entry => {
    const hasResponse = entry.msgResponses.length > 0
    const isLongEnough = entry.msgResponses.length > responseIndex
    const response = entry.msgResponses[responseIndex]
    return { hasSucceeded: hasSucceeded(entry) === true && isLongEnough, hasResponse, response }
  })
  return [...simulated.toReversed(), ...recorded]
}
