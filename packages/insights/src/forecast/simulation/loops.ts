import type { FeedbackLoop, Flow } from '@flow-query/core'
import { hasSucceeded, readsResponse } from '@flow-query/rules'
import { canRead } from '../../conditions/comparison.js'
import { type Evidence, type KnownRuns, ownId } from '../../conditions/evidence.js'
import { mayRead } from '../../conditions/response-shape.js'
import type { RunRisk } from './risk.js'

/** It is unknown whether the chain can change the message until two runs have succeeded, and after a run that failed. */
export function loopRisk(flow: Flow, evidence: Evidence): RunRisk | undefined {
  const { feedbackLoops } = flow.conditions
  const { saveResponses } = flow.configuration
  const sources = feedbackLoops
    .filter(loop => readsResponse(loop, { msgs: flow.msgs, saveResponses, feedbackLoops }))
    .map(loop => ({ loop, runs: evidence.runs(ownId(flow, loop.flowId)) }))
  if (sources.some(({ loop, runs }) => runs && isUnreadable(loop, runs)))
    return { kind: 'conditionsFail', certainty: 'likely' }
  const own = evidence.runs(flow.id)
  const isProven = own && own.simulated !== 'failed' && own.entries.filter(hasSucceeded).length > 1
  const isFirstRun = sources.every(({ runs }) => runs && !runs.simulated && runs.entries.length === 0)
  return isProven || isFirstRun ? undefined : { kind: 'factsMissing', certainty: 'unknown' }
}

/** If the newest run is simulated, only the shapes of its responses are known. */
function isUnreadable(loop: FeedbackLoop, { entries, simulated, isWhole, expected }: KnownRuns): boolean {
  const { responseIndex, differenceMode } = loop
  if (differenceMode && isWhole && !simulated && entries.length < 2) return true
  if (simulated) {
    const isExpected = simulated === 'succeeded' && expected !== undefined && responseIndex < expected.length
    return isExpected && !mayRead(loop, expected[responseIndex])
  }
  const response = entries[0]?.msgResponses[responseIndex]
  return response !== undefined && canRead(loop, response) === false
}
