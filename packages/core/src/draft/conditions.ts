import { isInterchain } from '../forecast/facts.js'
import { nameOf } from '../forecast/messages.js'
import type { FlowForecast } from '../forecast/result.js'
import { newestRuns } from '../insights/runs.js'
import { flowStatus } from '../status.js'
import type { BlockTime, FeedbackLoop, Flow } from '../types.js'
import type { FlowDraft } from './draft.js'
import type { DraftFacts } from './facts.js'
import type { DraftProblem } from './result.js'

const decidingLists = ['stopOnSuccessOf', 'stopOnFailureOf', 'skipOnSuccessOf', 'skipOnFailureOf'] as const

/** Returns the IDs of all other flows that the conditions name. */
export function namedFlowIds({ conditions }: FlowDraft): string[] {
  const inputs = [...conditions.comparisons, ...conditions.feedbackLoops]
  const ids = [...decidingLists.flatMap(list => conditions[list]), ...inputs.map(({ flowId }) => flowId)]
  return Array.from(new Set(ids)).filter(id => id !== '0')
}

/** Returns the conditions without an effect, and those that can't work. */
export function conditionProblems(
  draft: FlowDraft,
  flow: Flow,
  facts: DraftFacts,
  { risks }: FlowForecast,
  time: BlockTime,
): DraftProblem[] {
  const { conditions, configuration } = draft
  const { namedFlows = {} } = facts
  const problems: DraftProblem[] = []
  const noEffect = { effect: 'noEffect' } as const

  /** Returns whether the flow's result can change. */
  const checkFlow = (flowId: string, path: string): boolean => {
    const named = namedFlows[flowId]
    if (named === null || flowId === '0') problems.push({ kind: 'conditionFlowNotFound', path, flowId, ...noEffect })
    else if (named && isOver(named, facts, time) && !decides(flowId))
      problems.push({ kind: 'conditionFlowEnded', path, flowId, ...noEffect })
    else return true
    return false
  }
  const decides = (flowId: string) =>
    risks.some(({ kind, flowIds }) => /^conditions/.test(kind) || flowIds?.includes(flowId))

  for (const list of decidingLists)
    conditions[list].forEach((id, index) => {
      checkFlow(id, `conditions.${list}[${index}]`)
    })
  conditions.comparisons.forEach(({ flowId, responseKey, icqConfig }, index) => {
    const path = `conditions.comparisons[${index}]`
    if (icqConfig) return
    if (!responseKey) problems.push({ kind: 'emptyResponseKey', path: `${path}.responseKey`, ...noEffect })
    else checkInput(flowId, path)
  })
  conditions.feedbackLoops.forEach((loop, index) => {
    const path = `conditions.feedbackLoops[${index}]`
    const { flowId, responseKey, msgsIndex, icqConfig } = loop
    const named = namedFlows[flowId]
    const { length } = named?.msgs ?? []
    const fails = { effect: 'everyRunFails' } as const
    if (named === null && flowId !== '0')
      problems.push({ kind: 'conditionFlowNotFound', path: `${path}.flowId`, flowId, ...fails })
    else if (named && msgsIndex >= length)
      problems.push({
        kind: 'messageIndexTooHigh',
        path: `${path}.msgsIndex`,
        index: msgsIndex,
        count: length,
        ...fails,
      })
    else if (msgsIndex === 0) problems.push({ kind: 'loopOnFirstMessage', path: `${path}.msgsIndex`, ...fails })
    else if (!responseKey && !icqConfig)
      problems.push({ kind: 'emptyResponseKey', path: `${path}.responseKey`, ...noEffect })
    else if (flowId === '0' && !icqConfig && !configuration.saveResponses)
      problems.push({ kind: 'noSavedResponses', path, flowId, ...noEffect })
    else if (isIgnored(loop, flow)) problems.push({ kind: 'loopIgnored', path, ...noEffect })
  })
  if (configuration.stopOnSuccess && configuration.stopOnFailure)
    problems.push({ kind: 'bothStops', path: 'configuration.stopOnFailure', ...noEffect })
  return problems

  function checkInput(flowId: string, path: string): void {
    if (flowId !== '0' && !checkFlow(flowId, `${path}.flowId`)) return
    const saves = flowId === '0' ? configuration.saveResponses : namedFlows[flowId]?.configuration.saveResponses
    if (saves === false) problems.push({ kind: 'noSavedResponses', path, flowId, ...noEffect })
  }
}

function isOver(flow: Flow, { histories }: DraftFacts, time: BlockTime): boolean {
  const history = histories?.[flow.id]
  const status = flowStatus(flow, time, { newest: history && newestRuns(history).entries[0] })
  return status === 'completed' || status === 'stopped'
}

/** Returns the flow without the feedback loops that the chain ignores, because the effects of its messages are then known. */
export function withoutIgnoredLoops(flow: Flow): Flow {
  const { conditions } = flow
  const feedbackLoops = conditions.feedbackLoops.filter(loop => loop.msgsIndex === 0 || !isIgnored(loop, flow))
  return { ...flow, conditions: { ...conditions, feedbackLoops } }
}

/**
 * On this chain, only loops for one message work. The chain executes the messages before it, and counts the remaining messages from 0,
 * so the index must be lower than their number.
 */
function isIgnored({ msgsIndex, responseIndex }: FeedbackLoop, flow: Flow): boolean {
  if (isInterchain(flow)) return false
  const first = Math.min(...flow.conditions.feedbackLoops.map(loop => loop.msgsIndex))
  const responses = flow.msgs.slice(0, first).filter(message => nameOf(message) !== 'MsgTransfer')
  return msgsIndex !== first || msgsIndex >= flow.msgs.length - first || responseIndex >= responses.length
}
