import type { Flow } from '@flow-query/core'
import { combine, decidingFlows, type ReleaseRules } from '@flow-query/rules'
import { compareResponses } from '../../conditions/compare-responses.js'
import { type Evidence, ownId } from '../../conditions/evidence.js'
import type { ForecastRisk, ForecastRiskKind } from '../result.js'
import { isUnknown, type RunRisk } from './risk.js'

export interface Decision {
  /** `failed` means that a comparison can't be evaluated, which makes the run fail. */
  result: 'met' | 'skipped' | 'stopped' | 'failed'
  /** Whether the run may also stop the flow, because the result of another flow is unknown. */
  mayStop?: boolean
  risks: RunRisk[]
}

export function decideRun(flow: Flow, evidence: Evidence, rules: ReleaseRules): Decision {
  const { conditions: c, configuration } = flow
  const risks: RunRisk[] = []
  const add = (kind: ForecastRiskKind, certainty: ForecastRisk['certainty'], flowIds?: string[]) =>
    risks.push({ kind, certainty, ...(flowIds && { flowIds }) })

  const inputs = [...c.comparisons, ...c.feedbackLoops]
  const isUnsaved = ({ flowId }: { flowId: string }) => ownId(flow, flowId) === flow.id && !configuration.saveResponses
  if (inputs.some(({ icqConfig }) => icqConfig)) add('pendingQuery', 'unknown')
  if (inputs.some(input => !input.icqConfig && isUnsaved(input))) add('conditionInput', 'certain')

  // The chain checks the comparisons first, and if it can't evaluate them, nothing else.
  const results = c.comparisons.map(comparison => compareResponses(comparison, flow, evidence, rules))
  const comparisons = combine(results, c.useAndForComparisons)
  if (comparisons === 'fails') {
    add('conditionsFail', 'likely')
    return { result: 'failed', risks }
  }

  const { stoppedBy, mayStop, skippedBy, maySkip } = decidingFlows(c, evidence.hasSucceeded)
  const unknown = [...mayStop, ...maySkip]
  const decisive = stoppedBy.length > 0 ? stoppedBy : skippedBy
  if (decisive.length > 0) add('dependency', 'likely', decisive)
  else if (unknown.length > 0) add('dependency', 'unknown', unknown)
  // If the chain can't evaluate a comparison, the run fails, whatever the results of the other flows are.
  if (comparisons === 'unknown') {
    if (!isUnknown(risks)) add('factsMissing', 'unknown')
    return { result: 'met', risks }
  }
  if (stoppedBy.length > 0) return { result: 'stopped', risks }
  if (comparisons === false) {
    add('conditionsNotMet', 'likely')
    return { result: 'skipped', mayStop: mayStop.length > 0, risks }
  }
  return { result: skippedBy.length > 0 ? 'skipped' : 'met', mayStop: mayStop.length > 0, risks }
}
