import type { Flow } from '@flow-query/core'
import { executionProblem } from '@flow-query/core'
import { ownId } from '../../conditions/evidence.js'
import type { FlowDryRun } from '../forecast-facts.js'
import { nameOf } from '../messages.js'
import type { ForecastAssumption } from '../result.js'
import type { Effects } from './effects.js'
import { loopRisk, remoteLoopRisk } from './loops.js'
import type { AgentPayment } from './money/agent.js'
import { amountsOf, type Balance, markUncertain } from './money/ledger.js'
import type { Loans } from './money/loans.js'
import { payAgent } from './money/payments.js'
import { messagesInEffect, takesEffect } from './parts.js'
import { ifUnchanged, type Plan } from './plan.js'
import type { Progress } from './progress.js'
import { fatalRisk, type RunRisk } from './risk.js'
import type { World } from './world.js'

export interface Execution {
  risks: readonly RunRisk[]
  assumptions: readonly ForecastAssumption[]
  agentPayment: AgentPayment | undefined
  /** Empty if no message was tried. */
  balances: readonly Balance[]
  isIdle: boolean
  isSent: boolean
  /** The indexes of the messages that take effect although the run fails. */
  inEffect: readonly number[]
}

export function execute(plan: Plan, progress: Progress, world: World): Execution {
  const { flow, funding, remote, messages, loans, parts } = plan
  const notTried = { agentPayment: undefined, balances: [], isIdle: false, isSent: false, inEffect: [] }
  if (parts.isIdle) return { ...notTried, ...idleRun(plan, progress.lastError), assumptions: [] }

  const risks: RunRisk[] = []
  const assumptions: ForecastAssumption[] = []
  const agent = funding.agentFee && payAgent(funding.agentFee, funding.unknownPayer, loans)
  const agentPayment = agent?.payment
  if (agent) assumptions.push('agentFeeUnchanged')
  if (agent?.risk) risks.push(ifUnchanged(agent.risk, plan, progress.index))
  if (remote?.risk && !fatalRisk(risks)) risks.push(remote.risk)
  if (fatalRisk(risks)) return { ...notTried, agentPayment, risks, assumptions }

  if (remote) assumptions.push('answersArrive')
  const ofLoop = parts.loopRisk ?? (remote ? remoteLoopRisk(plan) : loopRisk(flow, world.evidence))
  if (ofLoop) risks.push(ofLoop)
  const { risk, assumption, inEffect = [] } = runMessages(plan, progress, world, ofLoop)
  if (risk) risks.push(risk)
  if (assumption) assumptions.push(assumption)
  const error = fatalRisk(risks)?.message
  const isSent = remote !== undefined && (error === undefined || failedRemotely(error))
  return { risks, assumptions, agentPayment, balances: messages.balances, isIdle: false, isSent, inEffect }
}

function idleRun({ flow, expected }: Plan, lastError: string | undefined): Pick<Execution, 'isIdle' | 'risks'> {
  const error = lastError?.startsWith('invalid feedback loop') ? lastError : undefined
  if (expected?.error !== undefined) return { isIdle: false, risks: [failure('dryRunFailed', expected.error)] }
  if (error !== undefined) return { isIdle: false, risks: [failure('failsAgain', error)] }
  const { feedbackLoops, ...others } = flow.conditions
  const isAlone = Object.values(others).every(list => !Array.isArray(list) || list.length === 0)
  const isCertain = isAlone && feedbackLoops.every(({ icqConfig, flowId }) => !icqConfig && isOwn(flow, flowId))
  return { isIdle: true, risks: [{ kind: 'loopOnFirstMessage', certainty: isCertain ? 'certain' : 'likely' }] }
}

function isOwn(flow: Flow, flowId: string): boolean {
  return ownId(flow, flowId) === flow.id
}

interface Result {
  risk?: RunRisk | undefined
  /** The index of the message that fails. */
  failed?: number
  assumption?: ForecastAssumption | undefined
}

function runMessages(
  plan: Plan,
  progress: Progress,
  { now, isTopUp }: World,
  ofLoop: RunRisk | undefined,
): Result & { inEffect?: readonly number[] } {
  const { messages, loans, parts } = plan
  // With loans, the account receives the coins that the dry run lacked.
  const hasReceived = loans !== undefined || messages.balances.some(({ amount, initial }) => amount > initial)
  const before = amountsOf(messages.balances)
  const undoLoans = loans?.mark()
  const tried = attempt(messages, progress.nextTime, loans)
  const attempted = tried && { ...tried, risk: withLockedCoins(tried.risk, plan, progress, now) }
  const result = compareWithEarlierRuns(plan, progress, attempted, hasReceived)
  const loopFails = ofLoop !== undefined && ofLoop.certainty !== 'unknown'
  // The chain reads the value of a loop after the first part.
  const isOfFirstPart = result.failed !== undefined && result.failed < parts.first
  const { risk, failed = 0, assumption } = loopFails && !isOfFirstPart ? { failed: parts.first } : result
  const fails = loopFails || (risk !== undefined && risk.certainty !== 'unknown')
  // A missing amount is also enough if the run succeeds after all.
  if (attempted || (fails && !isTopUp)) {
    for (const { balance, amount } of before) balance.amount = amount
    undoLoans?.()
    for (const { message, apply } of messages.steps)
      if (takesEffect(parts, message, attempted?.failed ?? failed)) apply(progress.nextTime, loans?.lend)
  }
  if (risk?.certainty === 'unknown' || ofLoop?.certainty === 'unknown') markUncertain(before)
  return {
    ...(risk && { risk }),
    ...(assumption && { assumption }),
    inEffect: fails ? messagesInEffect(parts, failed) : [],
  }
}

const day = 86_400_000

/** If the next run is soon, too few coins unlock before it, unless a dry run could spend enough. */
function withLockedCoins(risk: RunRisk, { dryRun }: Plan, { index, nextTime }: Progress, now: number): RunRisk {
  if (risk.certainty !== 'unknown' || risk.held === undefined) return risk
  const isSoon = index === 0 && nextTime - now < day
  if (isSoon && dryRun?.result !== 'succeeded') return { ...risk, certainty: 'likely' }
  return { kind: 'factsMissing', certainty: 'unknown', ...(risk.address && { address: risk.address }) }
}

interface Attempt {
  risk: RunRisk
  failed: number
}

function attempt({ steps, balances }: Effects, time: number, loans: Loans | undefined): Attempt | undefined {
  for (const balance of balances) balance.beforeMessages = balance.amount
  for (const { message, apply } of steps) {
    const risk = apply(time, loans?.lend)
    if (risk) return { risk, failed: message }
  }
  return undefined
}

/**
 * Dry runs and earlier runs show causes that the simulated messages don't show.
 *
 * @param attempted the failure that the simulated messages show
 */
function compareWithEarlierRuns(
  { flow, messages, remote, isConditional, expected, hasSucceeded, parts, newest, dryRun: newestDryRun }: Plan,
  { index, lastError }: Progress,
  attempted: Attempt | undefined,
  hasReceived: boolean,
): Result {
  const simulated = attempted?.risk
  const { lacksFacts, isOpaque, canFailLater } = messages
  // A dry run before the coins were received hasn't tried all messages.
  const dryRun = index > 0 || (hasReceived && lackedCoins(newestDryRun)) ? undefined : newestDryRun
  // If earlier runs succeeded, the signer must be right.
  const isRefuted = simulated?.kind === 'wrongSigner' && hasSucceeded
  // A dry run shows whether a message can be repeated, and whether enough coins are unlocked.
  const isKnownBetter =
    (simulated?.kind === 'messageFails' && (dryRun !== undefined || expected?.error !== undefined)) ||
    (simulated?.certainty === 'unknown' && dryRun?.result === 'failed')
  if (attempted && simulated && !isRefuted && !isKnownBetter) {
    const isSure = simulated.kind === 'grantExpires' && !remote && !isConditional
    return { risk: isSure ? { ...simulated, certainty: 'certain' } : simulated, failed: attempted.failed }
  }
  if (expected?.error !== undefined)
    return { risk: failure('dryRunFailed', expected.error), failed: expected.failedMessage ?? 0 }
  if (dryRun?.result === 'failed')
    return { risk: failure('dryRunFailed', dryRun.message), failed: dryRun.messageIndex ?? 0 }
  if (dryRun?.result === 'succeeded' && (isOpaque || lacksFacts || lastError))
    return { assumption: 'messagesLikeDryRun' }
  if (lastError && isRepeated(lastError, flow, messages))
    return { risk: failure('failsAgain', lastError), failed: newest?.executed ? parts.first : 0 }
  if (lacksFacts) return { risk: { kind: remote ? 'otherChain' : 'factsMissing', certainty: 'unknown' } }
  if (!isOpaque) return {}
  const isUncertain = !hasSucceeded || (canFailLater && index > 0)
  return {
    risk: isUncertain ? { kind: 'factsMissing', certainty: 'unknown' } : undefined,
    // A flow without runs has no last run.
    assumption: newest && 'messagesLikeLastRun',
  }
}

function lackedCoins(dryRun: FlowDryRun | undefined): boolean {
  return dryRun?.result === 'failed' && dryRun.problem === 'insufficientFunds'
}

function failure(kind: 'dryRunFailed' | 'failsAgain', message: string): RunRisk {
  return { kind, certainty: 'likely', message }
}

function isRepeated(error: string, flow: Flow, { isOpaque, lacksFacts, balances }: Effects): boolean {
  switch (executionProblem(error)) {
    case 'other':
    case 'wrongSigner':
      return true
    case 'insufficientFunds':
      return lacksFacts || (isOpaque && balances.length === 0)
    case 'noGrant':
      return lacksFacts || isOpaque
    case 'otherChain':
      return lacksFacts || isOpaque || !isCodeOfKnownCause(error, flow)
    default:
      return false
  }
}

function isCodeOfKnownCause(error: string, { msgs }: Flow): boolean {
  const [, code] = /ABCI code: (\d+)/.exec(error) ?? []
  return code === '5' || (code === '2' && msgs.every(message => nameOf(message) === 'MsgExec'))
}

function failedRemotely(error: string): boolean {
  return executionProblem(error) === 'otherChain'
}
