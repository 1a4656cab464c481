import { type ExecutionOutcome, effectsOfFailure, type FlowHistoryEntry } from '@flow-query/core'
import type { ExplainedFlow } from '../flow.js'
import { adviseOn } from './advice.js'
import { diagnoseError } from './chain-errors.js'
import type { Diagnosis, ExplainOptions } from './diagnosis.js'
import { describeEffects } from './effects.js'
import { diagnoseOutcome } from './outcomes.js'
import { type Failure, isQuiet } from './problem-names.js'

/** A description of a problem of an execution, and how to fix it. */
export interface Explanation {
  /** The problem in a few words, such as `Insufficient balance for the fee`. */
  title: string
  /** How to fix the problem, in a few sentences. If the flow is over, the advice is about a new flow. */
  help: string
  /** Null if the chain reported no error. */
  chainSaid: string | null
}

/**
 * Explains why an execution did not succeed, with one explanation per error.
 *
 * @param outcome the result of core's `executionOutcome`
 */
export function explainExecution(
  entry: Pick<FlowHistoryEntry, 'errors'> & Partial<Pick<FlowHistoryEntry, 'executed'>>,
  flow: ExplainedFlow,
  outcome: ExecutionOutcome,
  options: ExplainOptions = {},
): Explanation[] {
  const { errors, executed = false } = entry
  if (outcome === 'succeeded') return []
  if (outcome === 'failed' || outcome === 'feeNotCollected') {
    const effects = effectsOfFailure({ errors, executed }, flow)
    const inEffect = effects ? ` ${describeEffects(effects, options.denoms)}` : ''
    return errors.map((error, index) => {
      const explanation = explainProblem(error, flow, options)
      return index === 0 ? { ...explanation, help: explanation.help + inEffect } : explanation
    })
  }
  // The entry also has the error if an earlier packet failed late.
  return [
    explained(diagnoseOutcome(outcome, flow, options), null, flow, options),
    ...errors.map(error => explainProblem(error, flow, options)),
  ]
}

/** Explains one error of an execution and how to fix it. */
export function explainProblem(error: string, flow: ExplainedFlow, options: ExplainOptions = {}): Explanation {
  return explained(diagnoseError(error, flow, options), error, flow, options)
}

export function diagnoseFailure({ cause, message }: Failure, flow: ExplainedFlow, options: ExplainOptions): Diagnosis {
  if (isQuiet(cause)) return diagnoseOutcome(cause, flow, options)
  return diagnoseError(message ?? '', flow, options)
}

function explained(
  diagnosis: Diagnosis,
  chainSaid: string | null,
  flow: ExplainedFlow,
  options: ExplainOptions,
): Explanation {
  return { title: diagnosis.title, help: adviseOn(diagnosis, flow, options), chainSaid }
}

/** Explains that an owner has no interchain account on a connection. */
export function explainMissingAccount(connectionId: string): string {
  return `No interchain account on ${connectionId} yet. Runs fail there until it is registered.`
}
