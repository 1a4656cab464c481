import type { Flow } from '@flow-query/core'
import { executionProblem } from '@flow-query/core'
import { changesFirstMessage } from '@flow-query/rules'
import type { FlowDryRun } from '../forecast-facts.js'
import { nameOf } from '../messages.js'
import type { ForecastAssumption } from '../result.js'
import type { Effects } from './effects.js'
import { loopRisk, remoteLoopRisk } from './loops.js'
import type { AgentPayment } from './money/agent.js'
import { amountsOf, type Balance } from './money/ledger.js'
import type { Loans } from './money/loans.js'
import { payAgent } from './money/payments.js'
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
}

export function execute(plan: Plan, progress: Progress, world: World): Execution {
  const { flow, funding, remote, messages, loans } = plan
  const { evidence } = world
  const notTried = { agentPayment: undefined, balances: [], isIdle: false, isSent: false }
  if (changesFirstMessage(flow.conditions.feedbackLoops))
    return { ...notTried, isIdle: true, risks: idleRisks(plan, progress.lastError), assumptions: [] }

  const risks: RunRisk[] = []
  const assumptions: ForecastAssumption[] = []
  const agent = funding.agentFee && payAgent(funding.agentFee, funding.unknownPayer, loans)
  const agentPayment = agent?.payment
  if (agent) assumptions.push('agentFeeUnchanged')
  if (agent?.risk) risks.push(ifUnchanged(agent.risk, plan, progress.index))
  if (remote?.risk && !fatalRisk(risks)) risks.push(remote.risk)
  if (fatalRisk(risks)) return { ...notTried, agentPayment, risks, assumptions }

  if (remote) assumptions.push('answersArrive')
  const ofLoop = remote ? remoteLoopRisk(plan) : loopRisk(flow, evidence)
  if (ofLoop) risks.push(ofLoop)
  if (!fatalRisk(risks)) {
    const { risk, assumption } = runMessages(plan, progress, world)
    if (risk) risks.push(risk)
    if (assumption) assumptions.push(assumption)
  }
  const error = fatalRisk(risks)?.message
  const isSent = remote !== undefined && (error === undefined || failedRemotely(error))
  return { risks, assumptions, agentPayment, balances: messages.balances, isIdle: false, isSent }
}

function idleRisks({ expected }: Plan, lastError: string | undefined): RunRisk[] {
  const risks: RunRisk[] = []
  if (expected?.error !== undefined) risks.push(failure('dryRunFailed', expected.error))
  if (lastError?.startsWith('invalid feedback loop')) risks.push(failure('failsAgain', lastError))
  return risks
}

interface Result {
  risk?: RunRisk | undefined
  assumption?: ForecastAssumption
}

function runMessages(plan: Plan, progress: Progress, { now, isTopUp }: World): Result {
  const { messages, remote, loans } = plan
  const hasReceived = messages.balances.some(({ amount, initial }) => amount > initial)
  const undo = undoOf(messages.balances, loans)
  const attempted = attempt(messages, remote !== undefined, progress.nextTime, undo, loans)
  const simulated = attempted && withLockedCoins(attempted, plan, progress, now)
  const result = compareWithEarlierRuns(plan, progress, simulated, hasReceived)
  // A missing amount is also enough if the run succeeds after all.
  if (!simulated && !isTopUp && result.risk && fatalRisk([result.risk])) undo()
  return result
}

const day = 86_400_000

/** If the next run is soon, too few coins unlock before it, unless a dry run could spend enough. */
function withLockedCoins(risk: RunRisk, { dryRun }: Plan, { index, nextTime }: Progress, now: number): RunRisk {
  if (risk.certainty !== 'unknown' || risk.held === undefined) return risk
  const isSoon = index === 0 && nextTime - now < day
  if (isSoon && dryRun?.result !== 'succeeded') return { ...risk, certainty: 'likely' }
  return { kind: 'factsMissing', certainty: 'unknown', ...(risk.address && { address: risk.address }) }
}

function undoOf(balances: readonly Balance[], loans: Loans | undefined): () => void {
  const before = amountsOf(balances)
  const undoLoans = loans?.mark()
  return () => {
    for (const { balance, amount } of before) balance.amount = amount
    undoLoans?.()
  }
}

/** If one message fails, none has an effect, except for transfers on this chain. */
function attempt(
  { steps, transfers, balances }: Effects,
  isRemote: boolean,
  time: number,
  undo: () => void,
  loans: Loans | undefined,
): RunRisk | undefined {
  for (const balance of balances) balance.beforeMessages = balance.amount
  for (const [index, step] of steps.entries()) {
    const risk = step(time, loans?.lend)
    if (!risk) continue
    undo()
    if (!isRemote) for (const done of steps.slice(0, index)) if (transfers.has(done)) done(time)
    return risk
  }
  return undefined
}

/**
 * Dry runs and earlier runs show causes that the simulated messages don't show.
 *
 * @param simulated the risk that the simulated messages show
 */
function compareWithEarlierRuns(
  { flow, messages, remote, isConditional, expected, hasSucceeded, dryRun: newestDryRun }: Plan,
  { index, lastError }: Progress,
  simulated: RunRisk | undefined,
  hasReceived: boolean,
): Result {
  const { lacksFacts, isOpaque, canFailLater } = messages
  // A dry run before the coins were received hasn't tried all messages.
  const dryRun = index > 0 || (hasReceived && lackedCoins(newestDryRun)) ? undefined : newestDryRun
  // If earlier runs succeeded, the signer must be right.
  const isRefuted = simulated?.kind === 'wrongSigner' && hasSucceeded
  // A dry run shows whether a message can be repeated, and whether enough coins are unlocked.
  const isKnownBetter =
    (simulated?.kind === 'messageFails' && (dryRun !== undefined || expected?.error !== undefined)) ||
    (simulated?.certainty === 'unknown' && dryRun?.result === 'failed')
  if (simulated && !isRefuted && !isKnownBetter) {
    const isSure = simulated.kind === 'grantExpires' && !remote && !isConditional
    return { risk: isSure ? { ...simulated, certainty: 'certain' } : simulated }
  }
  if (expected?.error !== undefined) return { risk: failure('dryRunFailed', expected.error) }
  if (dryRun?.result === 'failed') return { risk: failure('dryRunFailed', dryRun.message) }
  if (dryRun?.result === 'succeeded' && (isOpaque || lacksFacts || lastError))
    return { assumption: 'messagesLikeDryRun' }
  if (lastError && isRepeated(lastError, flow, messages)) return { risk: failure('failsAgain', lastError) }
  if (lacksFacts) return { risk: { kind: remote ? 'otherChain' : 'factsMissing', certainty: 'unknown' } }
  if (!isOpaque) return {}
  const isUncertain = !hasSucceeded || (canFailLater && index > 0)
  return {
    risk: isUncertain ? { kind: 'factsMissing', certainty: 'unknown' } : undefined,
    assumption: 'messagesLikeLastRun',
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
