import type { AnyMessage, FeedbackLoop, Flow } from '@flow-query/core'
import { lookUp } from '@flow-query/core/parts/decode'
import { changesFirstMessage, countBeforeLoops, createLoopRules, sendsSecondPart } from '@flow-query/rules'
import { ownId } from '../../conditions/evidence.js'
import { type FlowDryRun, type FlowsForecastFacts, isInterchain } from '../forecast-facts.js'
import { nameOf } from '../messages.js'
import { fatalRisk, type RunRisk } from './risk.js'

/** How the chain divides the messages of a run. */
export interface RunParts {
  /** The messages that the chain executes. */
  msgs: readonly AnyMessage[]
  /** How many of them it executes first. If a later one fails, these still take effect. */
  first: number
  /** The indexes of transfers on this chain, which take effect even if a later message fails. */
  transfers: ReadonlySet<number>
  /** The indexes of the messages that feedback loops change. */
  changed: ReadonlySet<number>
  /** Whether a feedback loop changes the first message, so that the chain executes none. */
  isIdle: boolean
  /** The risk of a feedback loop that reads the response of another flow. */
  loopRisk: RunRisk | undefined
}

type NamedFlows = FlowsForecastFacts['namedFlows']

export function partsOf(flow: Flow, namedFlows: NamedFlows): RunParts {
  const { msgs, conditions, configuration } = flow
  const risks = conditions.feedbackLoops.map(loop => riskOfNamedFlow(loop, flow, namedFlows))
  const feedbackLoops = conditions.feedbackLoops.filter((_, index) => risks[index]?.kind !== 'messageFails')
  const loopRisk = fatalRisk(risks.filter(risk => risk !== undefined)) ?? risks.find(risk => risk !== undefined)
  // Without a valid feedback loop, the chain executes nothing.
  if (feedbackLoops.length === 0 && loopRisk)
    return { msgs: [], first: 0, transfers: new Set(), changed: new Set(), isIdle: false, loopRisk }
  const isRemote = isInterchain(flow)
  const loops = { msgs, feedbackLoops, saveResponses: configuration.saveResponses }
  const first = countBeforeLoops(loops)
  const executed = isRemote && first < msgs.length && !sendsSecondPart(loops) ? msgs.slice(0, first) : msgs
  const { changedMessage } = createLoopRules(loops)
  const changed = feedbackLoops.map(loop => (isRemote ? loop.msgsIndex : changedMessage(loop)))
  return {
    msgs: executed,
    first,
    transfers: new Set(
      isRemote ? [] : msgs.flatMap((message, index) => (nameOf(message) === 'MsgTransfer' ? index : [])),
    ),
    changed: new Set(changed.filter(index => index !== undefined)),
    isIdle: changesFirstMessage(feedbackLoops),
    loopRisk,
  }
}

/** The chain compares the index of a feedback loop with the messages of the flow whose response it reads. */
function riskOfNamedFlow(
  { flowId, msgsIndex }: FeedbackLoop,
  flow: Flow,
  namedFlows: NamedFlows = {},
): RunRisk | undefined {
  if (ownId(flow, flowId) === flow.id) return undefined
  const named = lookUp(namedFlows, flowId)
  if (named === undefined) return { kind: 'factsMissing', certainty: 'unknown' }
  if (named && msgsIndex < named.msgs.length) return undefined
  const message = named
    ? `invalid feedback loop MsgsIndex: ${msgsIndex} (only ${named.msgs.length} messages in flow ${flowId})`
    : `invalid feedback loop FlowID: ${flowId} (not found)`
  return { kind: 'messageFails', certainty: 'likely', message }
}

/** @param failed the index of the message that fails */
export function takesEffect({ first, transfers }: RunParts, message: number, failed: number): boolean {
  return message < failed && (transfers.has(message) || (message < first && failed >= first))
}

/** Returns the indexes of the messages that take effect although a later message fails. */
export function messagesInEffect(parts: RunParts, failed: number): number[] {
  return Array.from(parts.msgs.keys()).filter(message => takesEffect(parts, message, failed))
}

/** A dry run doesn't execute feedback loops, so it only shows what happens to the messages before the first changed one. */
export function appliesTo({ changed }: Pick<RunParts, 'changed'>, dryRun: FlowDryRun): boolean {
  const failed = dryRun.result === 'failed' ? (dryRun.messageIndex ?? 0) : Number.POSITIVE_INFINITY
  return Array.from(changed).every(index => index > failed)
}
