import type { AnyMessage, FeedbackLoop, Flow } from '@flow-query/core'
import { createFeeRules, rulesOf } from '@flow-query/rules'
import { baseDenom } from '../../coins.js'
import { type ExpectedRun, isInterchain } from '../../forecast/forecast-facts.js'
import { messagesIn, nameOf, signerOf } from '../../forecast/messages.js'
import { feeOf } from '../../forecast/simulation/money/fees.js'
import { newestRuns } from '../../health/runs.js'
import type { DraftFacts } from '../draft-facts.js'
import type { DraftAssumption, DraftProblem } from '../result.js'

export interface Expectation extends ExpectedRun {
  assumption: DraftAssumption | undefined
}

export function expectedRun(flow: Flow, facts: DraftFacts): Expectation {
  const like = gasLikeOtherFlow(flow, facts)
  if (like !== undefined) return { gas: like, assumption: 'feeLikeOtherFlow' }
  const gas = isInterchain(flow) ? gasOfPackets(flow) : gasOfMessages(flow)
  if (gas !== undefined) return { gas: BigInt(gas), assumption: 'feeByMessageType' }
  const { dryRun } = facts
  if (dryRun?.result !== 'succeeded') return { assumption: undefined }
  const used = Math.max(0, Number(dryRun.gasUsed) - gasOfTransaction)
  return { gas: BigInt(gasOfRun + used), assumption: undefined }
}

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
function gasOfFailure(flow: Flow, dryRun: DraftFacts['dryRun'], isInvalid: boolean): bigint {
  if (dryRun?.result === 'failed' && dryRun.gasUsed)
    return BigInt(gasOfRun + Math.max(gasOfInvalidMessage, Number(dryRun.gasUsed) - gasOfTransaction))
  if (isInvalid || dryRun?.result === 'notLocal') return BigInt(gasOfRun + gasOfInvalidMessage)
  const before = gasOfMessages({ ...flow, msgs: flow.msgs.slice(0, -1) }) ?? gasOfRun
  return BigInt(before + gasOfFailedPayment)
}

function gasLikeOtherFlow(flow: Flow, { otherFlows = [], histories, params }: DraftFacts): bigint | undefined {
  const rules = createFeeRules(params)
  const price = rules.gasFee(1_000_000n, baseDenom)
  const multiplier = BigInt(params.flowFlexFeeMul)
  const burn = rules.burntFee(flow.msgs.length, baseDenom)
  for (const other of otherFlows) {
    const history = histories?.[other.id]
    if (!history || price === 0n || shapeOf(other) !== shapeOf(flow)) continue
    const entries = newestRuns(history).entries.filter(entry => entry.scheduledExecTime !== other.endTime)
    const { amount, isKnown } = feeOf({ entries, denom: baseDenom, burn, needed: 0n }, false)
    // A fee is a multiple of the price of `1000 / multiplier` gas.
    if (isKnown && amount > burn) return ((amount - burn) * 1_000_000n) / price + 500n / multiplier
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

/** The gas of a run and of a simulated transaction without messages, as measured. */
const [gasOfRun, gasOfTransaction] = [3_100, 28_700]
const gasOfPacket = { base: 42_700, message: 2_600, agent: 4_150, agentFee: 18_800 }

function gasOfPackets({ msgs, trustlessAgent }: Flow): number {
  const { base, message, agent, agentFee } = gasOfPacket
  const ofAgent = trustlessAgent ? agent + (trustlessAgent.feeLimit.length > 0 ? agentFee : 0) : 0
  return base + message * msgs.length + ofAgent
}

function gasOfMessages({ msgs, owner }: Flow): number | undefined {
  const all = msgs.map(message => gasOfMessage(message, owner))
  return all.includes(undefined) ? undefined : all.reduce<number>((sum, gas) => sum + (gas ?? 0), gasOfRun)
}

const gasOfGrant = 1_000

function gasOfMessage(message: AnyMessage, signer: string, depth = 0): number | undefined {
  const own = signerOf(message)
  const grant = own === signer ? 0 : gasOfGrant
  if (nameOf(message) !== 'MsgExec') {
    const { gas } = rulesOf(message)
    return gas && gas + grant
  }
  return messagesIn(message, depth).reduce<number | undefined>((sum, inner) => {
    const gas = gasOfMessage(inner, own ?? signer, depth + 1)
    return sum === undefined || gas === undefined ? undefined : sum + gas
  }, grant)
}
