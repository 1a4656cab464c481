import type { ChainRelease, Flow } from '@flow-query/core'
import { combine, decidingFlows } from '@flow-query/rules'
import { compareResponses } from '../../conditions/compare-responses.js'
import { type Evidence, ownId } from '../../conditions/evidence.js'
import type { ForecastRisk, ForecastRiskKind } from '../result.js'
import { isUnknown, type RunRisk } from './risk.js'

/** The decision of a flow's conditions about a run. */
export interface Decision {
  /** `failed` means that a comparison can't be evaluated, which makes the run fail. */
  result: 'met' | 'skipped' | 'stopped' | 'failed'
  risks: RunRisk[]
}

export function decideRun(flow: Flow, evidence: Evidence, release: ChainRelease): Decision {
  const { conditions: c, configuration } = flow
  const risks: RunRisk[] = []
  const add = (kind: ForecastRiskKind, certainty: ForecastRisk['certainty'], flowIds?: string[]) =>
    risks.push({ kind, certainty, ...(flowIds && { flowIds }) })

  const inputs = [...c.comparisons, ...c.feedbackLoops]
  const isUnsaved = ({ flowId }: { flowId: string }) => ownId(flow, flowId) === flow.id && !configuration.saveResponses
  if (inputs.some(({ icqConfig }) => icqConfig)) add('pendingQuery', 'unknown')
  if (inputs.some(input => !input.icqConfig && isUnsaved(input))) add('conditionInput', 'certain')

  // The chain checks the comparisons first, and if it can't evaluate them, nothing else.
  const results = c.comparisons.map(comparison => compareResponses(comparison, flow, evidence, release))
  const comparisons = combine(results, c.useAndForComparisons)
  if (comparisons === 'fails') {
    add('conditionsFail', 'likely')
    return { result: 'failed', risks }
  }

  const { stoppedBy, skippedBy, unknown } = decidingFlows(c, evidence.hasSucceeded)
  const decisive = stoppedBy.length > 0 ? stoppedBy : skippedBy
  if (decisive.length > 0) add('dependency', 'likely', decisive)
  else if (unknown.length > 0) add('dependency', 'unknown', unknown)
  if (stoppedBy.length > 0) return { result: 'stopped', risks }
  if (comparisons === false) {
    add('conditionsNotMet', 'likely')
    return { result: 'skipped', risks }
  }
  if (skippedBy.length > 0) return { result: 'skipped', risks }
  if (comparisons === 'unknown' && !isUnknown(risks)) add('factsMissing', 'unknown')
  return { result: 'met', risks }
}
