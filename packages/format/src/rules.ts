import type { Comparison, FeedbackLoop, Flow, IcqConfig } from '@flow-query/core'
import { type Denoms, formatAmount, formatAmounts, knownDenoms, parseCoin } from './amount.js'
import { lookUp } from './lookup.js'
import { formatList, formatNumber } from './number.js'
import type { Phrase } from './phrase.js'

export interface Rules {
  /** When the flow runs, is skipped or stops, and which values it copies from responses. */
  conditions: Phrase[]
  /** The flow's settings, one sentence each. */
  configuration: string[]
}

type RuledFlow = Pick<Flow, 'conditions' | 'configuration' | 'selfHostedIca' | 'trustlessAgent'>

/**
 * Describes a flow's conditions and configuration, such as `Runs only while Amount.[0] of the last response > 0.000001 INTO`, or
 * `Stops after a run that failed`.
 */
export function describeRules(flow: RuledFlow, denoms: Denoms = knownDenoms): Rules {
  return { conditions: describeConditions(flow, denoms), configuration: describeConfiguration(flow) }
}

/** The text for a flow without conditions. */
export const noConditions = 'None. It runs on schedule.'

function describeConditions({ conditions, configuration, trustlessAgent }: RuledFlow, denoms: Denoms): Phrase[] {
  const { comparisons, feedbackLoops, useAndForComparisons } = conditions
  const hasNoResponse = ({ flowId, icqConfig }: Comparison | FeedbackLoop): boolean =>
    !icqConfig && isItself(flowId) && !configuration.saveResponses
  const skips = comparisons.length + conditions.skipOnSuccessOf.length + conditions.skipOnFailureOf.length
  return [
    ...comparisons.map((comparison, index) => [
      index && !useAndForComparisons ? 'or while ' : 'Runs only while ',
      ...compared(comparison, denoms),
      ...(hasNoResponse(comparison) ? [`. ${alwaysPasses}`] : []),
    ]),
    ...feedbackLoops.map(loop => [...fed(loop), ...(hasNoResponse(loop) ? [`. ${keepsValue}`] : [])]),
    ...conditions.stopOnSuccessOf.map(flow => ['Stops when ', { flow }, ' succeeds']),
    ...conditions.stopOnFailureOf.map(flow => ['Stops when ', { flow }, ' fails']),
    ...conditions.skipOnSuccessOf.map(flow => ['Skips a run if ', { flow }, ' succeeded']),
    ...conditions.skipOnFailureOf.map(flow => ['Skips a run if ', { flow }, ' failed']),
    ...(skips && countsSkips({ conditions, configuration }) ? [[stopsAfterSkips]] : []),
    ...(trustlessAgent?.feeLimit.length
      ? [[`Pays its agent at most ${formatAmounts(trustlessAgent.feeLimit, denoms)} per run`]]
      : []),
  ]
}

const alwaysPasses = 'No responses are saved, so this condition always passes (on v1beta1, every run fails instead)'
const keepsValue = 'No responses are saved, so the message doesn’t change'
const stopsAfterSkips = 'Stops for good after two skipped runs in a row (since chain release 1.0.5)'

export const secondSkip = 'Since chain release 1.0.5, a flow stops for good if two runs in a row are skipped.'

/** The chain doesn't count skipped runs that have responses to queries. */
export function countsSkips({ conditions, configuration }: Pick<Flow, 'conditions' | 'configuration'>): boolean {
  const inputs = [...conditions.comparisons, ...conditions.feedbackLoops]
  return !(configuration.saveResponses && inputs.some(({ icqConfig }) => icqConfig))
}

function describeConfiguration(flow: RuledFlow): string[] {
  const { configuration } = flow
  return [
    ...describeStops(configuration, isInterchain(flow)),
    configuration.walletFallback
      ? 'Pays fees from the owner’s wallet if the fee account holds too little'
      : 'Pays fees from its fee account only',
    configuration.saveResponses ? 'Saves the responses to its messages' : 'Does not save the responses to its messages',
    configuration.updatingDisabled ? 'Can’t be updated anymore' : 'Can be updated by its owner',
  ]
}

/** If both `stopOnSuccess` and `stopOnFailure` are set, the chain ignores both. Failures on another chain stop a flow one run later. */
function describeStops(
  { stopOnSuccess, stopOnFailure, stopOnTimeout }: Flow['configuration'],
  runsOnOtherChain: boolean,
): string[] {
  const timeout = stopOnTimeout ? ['Stops after a run that timed out'] : []
  if (stopOnSuccess && stopOnFailure)
    return [
      ...timeout,
      'Keeps running after successes and failures, because the chain ignores the stop settings if both are on',
    ]
  if (runsOnOtherChain && stopOnFailure) return ['Stops one run after a run that failed on the other chain', ...timeout]
  if (runsOnOtherChain && stopOnSuccess)
    return ['Stops after the first run that it sends to the other chain, even if the run fails there', ...timeout]
  const stops = [stopOnSuccess && 'succeeded', stopOnFailure && 'failed', stopOnTimeout && 'timed out'].filter(
    stop => stop !== false,
  )
  return [stops.length ? `Stops after a run that ${formatList(stops, 'or')}` : 'Keeps running after failures']
}

function compared({ operator, operand, ...source }: Comparison, denoms: Denoms): Phrase {
  const denom = source.icqConfig && balanceDenom(source.icqConfig)
  const amount = denom && /^\d+$/.test(operand) ? operand + denom : operand
  return [...taken(source), ` ${lookUp(operators, operator) ?? operator} ${describeOperand(amount, denoms)}`]
}

/** The key of a balance consists of a prefix, the length of the address, the address and the denom. */
export function balanceDenom({ queryType, queryKey }: Pick<IcqConfig, 'queryType' | 'queryKey'>): string | null {
  if (!/bank/.test(queryType)) return null
  try {
    const key = atob(queryKey)
    return key.slice(2 + key.charCodeAt(1)) || null
  } catch {
    return null
  }
}

function describeOperand(operand: string, denoms: Denoms): string {
  const coin = parseCoin(operand)
  return coin ? formatAmount(coin, denoms) : formatNumber(operand) || '“”'
}

function fed({ msgKey, msgsIndex, ...source }: FeedbackLoop): Phrase {
  return [`Sets ${msgKey || 'the value'} of message ${msgsIndex + 1} to `, ...taken(source)]
}

type Source = Pick<Comparison, 'flowId' | 'responseIndex' | 'responseKey' | 'differenceMode' | 'icqConfig'>

function taken({ flowId, responseIndex, responseKey, differenceMode, icqConfig }: Source): Phrase {
  const change = differenceMode ? 'the change of ' : ''
  const part = responseKey ? `${responseKey} of ` : ''
  if (icqConfig) return [`${change}${part}${queried(icqConfig)}`]
  const nth = responseIndex ? ` (message ${responseIndex + 1})` : ''
  if (isItself(flowId)) return [`${change}${part}the last response${nth}`]
  return [`${change}${part}the last response of `, { flow: flowId }, nth]
}

export function isInterchain({
  selfHostedIca,
  trustlessAgent,
}: Pick<Flow, 'selfHostedIca' | 'trustlessAgent'>): boolean {
  // A node sends objects with empty fields for a flow on its own chain, and core's decoder turns them into null.
  return Boolean(selfHostedIca?.connectionId || selfHostedIca?.portId || trustlessAgent?.agentAddress)
}

export function isItself(flowId: string): boolean {
  return flowId === '0' || flowId === ''
}

function queried({ chainId, connectionId, queryType }: IcqConfig): string {
  const what = /bank/.test(queryType) ? 'the balance on' : 'the query result from'
  return `${what} ${chainId || connectionId || 'another chain'}`
}

const operators: Readonly<Record<string, string>> = {
  EQUAL: '=',
  NOT_EQUAL: '≠',
  CONTAINS: 'contains',
  NOT_CONTAINS: 'does not contain',
  SMALLER_THAN: '<',
  LARGER_THAN: '>',
  GREATER_EQUAL: '≥',
  LESS_EQUAL: '≤',
  STARTS_WITH: 'starts with',
  ENDS_WITH: 'ends with',
}
