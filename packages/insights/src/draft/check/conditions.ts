import type { BlockTime, FeedbackLoop, Flow } from '@flow-query/core'
import { lookUp } from '@flow-query/core/parts/decode'
import {
  canBeSent,
  createLoopRules,
  dropsResponses,
  type LoopRules,
  repeatsQuery,
  sendsQueries,
} from '@flow-query/rules'
import { mayCompare, mayCompareAnswer } from '../../conditions/response-shape.js'
import { isInterchain } from '../../forecast/forecast-facts.js'
import { statusOf } from '../../forecast/forecast-flows.js'
import type { FlowForecast } from '../../forecast/result.js'
import { expectedResponses } from '../../forecast/simulation/expected-responses.js'
import type { FlowDraft } from '../draft.js'
import type { DraftFacts } from '../draft-facts.js'
import type { DraftProblem } from '../result.js'
import type { CheckedDraft } from './checked-draft.js'

const decidingLists = ['stopOnSuccessOf', 'stopOnFailureOf', 'skipOnSuccessOf', 'skipOnFailureOf'] as const

export function namedFlowIds({ conditions }: FlowDraft): string[] {
  const inputs = [...conditions.comparisons, ...conditions.feedbackLoops]
  const ids = [...decidingLists.flatMap(list => conditions[list]), ...inputs.map(({ flowId }) => flowId)]
  return Array.from(new Set(ids)).filter(id => id !== '0')
}

export function queryProblems({ conditions }: FlowDraft): DraftProblem[] {
  const { comparisons, feedbackLoops } = conditions
  if (!sendsQueries(conditions)) return []
  return Object.entries({ comparisons, feedbackLoops }).flatMap(([list, inputs]) =>
    inputs.flatMap(({ icqConfig }, index) => {
      if (!icqConfig) return []
      const problems: DraftProblem[] = []
      const path = `conditions.${list}[${index}].icqConfig`
      if (dropsResponses(icqConfig))
        problems.push({ kind: 'queryResponseRejected', path: `${path}.timeoutPolicy`, effect: 'neverRuns' })
      if (repeatsQuery(icqConfig))
        problems.push({ kind: 'queryRepeated', path: `${path}.timeoutPolicy`, effect: 'neverRuns' })
      if (!canBeSent(icqConfig))
        problems.push({ kind: 'invalidQueryKey', path: `${path}.queryKey`, effect: 'neverRuns' })
      return problems
    }),
  )
}

/** A forecast can't report these comparisons, because the answer to a query may decide before the chain evaluates them. */
export function operandProblems({ draft: { conditions, configuration }, flow }: CheckedDraft): DraftProblem[] {
  const { comparisons, useAndForComparisons } = conditions
  if (!sendsQueries(conditions)) return []
  const responses = expectedResponses(flow)
  return comparisons.flatMap((comparison, index): DraftProblem[] => {
    const { flowId, responseIndex, responseKey, icqConfig } = comparison
    const isOwn =
      flowId === '0' && configuration.saveResponses && responseKey !== '' && responseIndex < responses.length
    const fits = icqConfig ? mayCompareAnswer(comparison) : !isOwn || mayCompare(comparison, responses[responseIndex])
    const decides = comparisons.length === 1 || (useAndForComparisons && index === 0)
    const effect = decides ? 'everyRunFails' : 'stops'
    return fits
      ? []
      : [{ kind: 'conditionFails', path: `conditions.comparisons[${index}]`, effect, run: icqConfig ? 1 : 2 }]
  })
}

export function loopProblems({ draft: { conditions, configuration }, flow, facts }: CheckedDraft): DraftProblem[] {
  const rules = loopRulesOf(flow)
  return conditions.feedbackLoops.flatMap((loop, index): DraftProblem[] => {
    const path = `conditions.feedbackLoops[${index}]`
    const { flowId, responseKey, msgsIndex, icqConfig } = loop
    const named = lookUp(facts.namedFlows, flowId)
    const [fails, noEffect] = [{ effect: 'everyRunFails' }, { effect: 'noEffect' }] as const
    if (named === null) return [{ kind: 'conditionFlowNotFound', path: `${path}.flowId`, flowId, ...fails }]
    if (named && msgsIndex >= named.msgs.length) {
      const count = named.msgs.length
      return [{ kind: 'messageIndexTooHigh', path: `${path}.msgsIndex`, index: msgsIndex, count, ...fails }]
    }
    if (msgsIndex === 0) return [{ kind: 'loopOnFirstMessage', path: `${path}.msgsIndex`, ...fails }]
    if (icqConfig) return []
    if (!responseKey) return [{ kind: 'emptyResponseKey', path: `${path}.responseKey`, ...noEffect }]
    if (flowId === '0' && !configuration.saveResponses) return [{ kind: 'noSavedResponses', path, flowId, ...noEffect }]
    return isIgnored(loop, flow, rules) ? [{ kind: 'loopIgnored', path, ...noEffect }] : []
  })
}

export function conditionProblems(
  { draft: { conditions, configuration }, facts, time }: CheckedDraft,
  { risks }: FlowForecast,
): DraftProblem[] {
  const { namedFlows = {} } = facts
  const problems: DraftProblem[] = []
  const noEffect = { effect: 'noEffect' } as const

  const checkFlow = (flowId: string, path: string): boolean => {
    const named = lookUp(namedFlows, flowId)
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
  if (configuration.stopOnSuccess && configuration.stopOnFailure)
    problems.push({ kind: 'bothStops', path: 'configuration.stopOnFailure', ...noEffect })
  return problems

  function checkInput(flowId: string, path: string): void {
    if (flowId !== '0' && !checkFlow(flowId, `${path}.flowId`)) return
    const saves = flowId === '0' ? configuration.saveResponses : lookUp(namedFlows, flowId)?.configuration.saveResponses
    if (saves === false) problems.push({ kind: 'noSavedResponses', path, flowId, ...noEffect })
  }
}

function isOver(flow: Flow, facts: DraftFacts, time: BlockTime): boolean {
  const status = statusOf(flow, facts, time)
  return status === 'completed' || status === 'stopped'
}

/** Returns the feedback loops that the chain doesn't ignore, because the effects of its messages are then known. */
export function effectiveLoops(flow: Flow): FeedbackLoop[] {
  const rules = loopRulesOf(flow)
  return flow.conditions.feedbackLoops.filter(loop => loop.msgsIndex === 0 || !isIgnored(loop, flow, rules))
}

function loopRulesOf({ msgs, conditions, configuration }: Flow): LoopRules {
  const { feedbackLoops } = conditions
  return createLoopRules({ msgs, saveResponses: configuration.saveResponses, feedbackLoops })
}

function isIgnored(loop: FeedbackLoop, flow: Flow, rules: LoopRules): boolean {
  return !isInterchain(flow) && rules.changedMessage(loop) === undefined
}
