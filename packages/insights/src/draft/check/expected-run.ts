import type { AnyMessage, FeedbackLoop, Flow } from '@flow-query/core'
import { lookUp } from '@flow-query/core/parts/decode'
import { createFeeRules, gasOfDryRun, gasOfMessages, gasOfRun } from '@flow-query/rules'
import { baseDenom } from '../../coins.js'
import type { ExpectedRun } from '../../forecast/forecast-facts.js'
import { messagesIn } from '../../forecast/messages.js'
import { createFees } from '../../forecast/simulation/money/fees.js'
import { newestRuns } from '../../health/runs.js'
import type { DraftFacts } from '../draft-facts.js'
import type { DraftProblem } from '../result.js'

/** The gas of a message with an invalid field, and of a payment that an account can't make. */
const [gasOfInvalidMessage, gasOfFailedPayment] = [1_000, 5_700]

/**
 * Unless a feedback loop changes it, a message that is invalid, or that fails now for another reason than a balance, fails in every run.
 */
export function expectedFailure(
  flow: Flow,
  loops: readonly FeedbackLoop[],
  { dryRun }: DraftFacts,
  problems: readonly DraftProblem[],
): Pick<ExpectedRun, 'error' | 'failedMessage' | 'failedGas' | 'succeeds'> {
  // The chain executes no message if a loop changes the first one.
  const isIdle = problems.some(({ kind }) => kind === 'loopOnFirstMessage')
  const invalid = problems.find(
    ({ effect, kind, path }) =>
      effect === 'everyRunFails' && kind !== 'loopOnFirstMessage' && !(isIdle && path.startsWith('msgs')),
  )
  const isInvalid = invalid !== undefined
  const failedMessage = isInvalid ? indexIn(invalid.path) : dryRunIndex(dryRun)
  const failedGas = gasOfFailure(flow, dryRun, isInvalid)
  const succeeds = dryRun?.result === 'succeeded'
  if (isInvalid || dryRun?.result !== 'failed')
    return { error: isInvalid ? '' : undefined, failedMessage, failedGas, succeeds }
  const isChanged = loops.some(({ msgsIndex }) => 2 * msgsIndex === dryRun.messageIndex)
  const mayWork = isIdle || isChanged || dryRun.problem === 'insufficientFunds'
  return { failedGas, failedMessage, error: mayWork ? undefined : dryRun.message }
}

function indexIn(path: string): number {
  return Number(/^msgs\[(\d+)\]/.exec(path)?.[1] ?? 0)
}

function dryRunIndex(dryRun: DraftFacts['dryRun']): number {
  return dryRun?.result === 'failed' ? (dryRun.messageIndex ?? 0) : 0
}

/** If the dry run doesn't fail, an account is probably short of coins, so the last message is the most likely one to fail. */
function gasOfFailure({ msgs, owner }: Flow, dryRun: DraftFacts['dryRun'], isInvalid: boolean): bigint {
  const leastGas = gasOfRun + gasOfInvalidMessage
  if (dryRun?.result === 'failed' && dryRun.gasUsed) {
    const tried = (dryRun.messageIndex ?? 0) + 1
    return BigInt(Math.max(leastGas, gasOfDryRun({ ...dryRun, gasUsed: dryRun.gasUsed }, msgs, tried)))
  }
  if (isInvalid || dryRun?.result === 'notLocal') return BigInt(leastGas)
  const state = { isNew: () => false, openEntries: () => 0, isLimited: () => false }
  return BigInt((gasOfMessages(msgs.slice(0, -1), owner, state) ?? gasOfRun) + gasOfFailedPayment)
}

export function gasLikeOtherFlow(flow: Flow, { otherFlows = [], histories, params }: DraftFacts): bigint | undefined {
  const rules = createFeeRules(params)
  const burn = rules.burntFee(flow.msgs.length, baseDenom)
  for (const other of otherFlows) {
    const history = lookUp(histories, other.id)
    if (!history || shapeOf(other) !== shapeOf(flow)) continue
    const entries = newestRuns(history).entries.filter(entry => entry.scheduledExecTime !== other.endTime)
    const { amount, isKnown } = createFees({ entries, denom: baseDenom, burn, needed: 0n, rules })(false, 0)
    if (isKnown && amount > burn) return rules.gasPaidBy(amount - burn, baseDenom)
  }
  return undefined
}

/** Flows with the same shape have similar fees. */
function shapeOf(flow: Flow): string {
  const types = (message: AnyMessage, depth = 0): unknown[] => [
    message['@type'],
    messagesIn(message, depth).map(inner => types(inner, depth + 1)),
  ]
  const { trustlessAgent, selfHostedIca, msgs } = flow
  const isPaid = Boolean(trustlessAgent?.feeLimit.length)
  return JSON.stringify([
    isPaid,
    trustlessAgent?.agentAddress,
    selfHostedIca?.connectionId,
    msgs.map(msg => types(msg)),
  ])
}
