import type { FeedbackLoop, Flow } from '@flow-query/core'
import { countBeforeLoops, createLoopRules, hasSucceeded, mayReplace } from '@flow-query/rules'
import { canRead } from '../../conditions/comparison.js'
import { type Evidence, type KnownRuns, ownId } from '../../conditions/evidence.js'
import { mayRead } from '../../conditions/response-shape.js'
import { expectedResponses } from './expected-responses.js'
import type { Plan } from './plan.js'
import type { RunRisk } from './risk.js'

/** It is unknown whether the chain can change the message until two runs have succeeded, and after a run that failed. */
export function loopRisk(flow: Flow, evidence: Evidence): RunRisk | undefined {
  const { feedbackLoops } = flow.conditions
  const { saveResponses } = flow.configuration
  const { readsResponse } = createLoopRules({ msgs: flow.msgs, saveResponses, feedbackLoops })
  const sources = feedbackLoops
    .filter(readsResponse)
    .map(loop => ({ loop, runs: evidence.runs(ownId(flow, loop.flowId)) }))
  if (sources.some(({ loop, runs }) => runs && (isUnreadable(loop, runs) || isUnwritable(loop, flow, runs))))
    return fails
  const own = evidence.runs(flow.id)
  const isProven = own && own.simulated !== 'failed' && own.entries.filter(hasSucceeded).length > 1
  const isFirstRun = sources.every(({ runs }) => runs && !runs.simulated && runs.entries.length === 0)
  return isProven || isFirstRun ? undefined : { kind: 'factsMissing', certainty: 'unknown' }
}

const fails: RunRisk = { kind: 'conditionsFail', certainty: 'likely' }

/**
 * On another chain, a feedback loop reads a response of the same run. When the chain has the response that the first loop waits for, it
 * evaluates all loops, and the run fails if one of them can't be evaluated. A run that succeeded shows that all of them can.
 */
export function remoteLoopRisk(plan: Plan): RunRisk | undefined {
  const { flow, responses } = plan
  const { id, msgs, conditions, configuration } = flow
  const loops = conditions.feedbackLoops.filter(({ icqConfig }) => !icqConfig)
  const isOwn = ({ flowId }: FeedbackLoop) => ownId(flow, flowId) === id
  const areOwn = loops.length === conditions.feedbackLoops.length && loops.every(isOwn)
  if (plan.hasSucceeded || !configuration.saveResponses || !areOwn) return undefined
  const first = countBeforeLoops({ msgs, feedbackLoops: loops })
  const before = expectedResponses({ ...flow, msgs: msgs.slice(0, first) })
  if (!loops.some(({ responseIndex }) => responseIndex === before.length - 1)) return undefined
  const cannotRun = (loop: FeedbackLoop) => {
    const { responseIndex, responseKey, msgsIndex } = loop
    if (responseKey === '' || responseIndex >= before.length) return false
    return !mayRead(loop, responses[responseIndex]) || !mayReplace(loop, msgs[msgsIndex])
  }
  return loops.some(cannotRun) ? fails : undefined
}

/** The chain counts the messages from the first one that a loop changes. In the first run, it has no response to write. */
function isUnwritable(loop: FeedbackLoop, { msgs }: Flow, { entries, simulated }: KnownRuns): boolean {
  const hasResponse = simulated === 'succeeded' || Boolean(entries[0]?.msgResponses[loop.responseIndex])
  return hasResponse && !mayReplace(loop, msgs[2 * loop.msgsIndex])
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
