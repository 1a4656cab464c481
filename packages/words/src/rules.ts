import type { Comparison, FeedbackLoop, Flow, IcqConfig } from '@flow-query/core'
import { type Denoms, formatAmount, formatAmounts, knownDenoms, parseCoin } from './amount.js'
import { lookUp } from './lookup.js'
import { formatList, formatNumber } from './number.js'
import type { Phrase } from './phrase.js'

/** What a flow follows, in words. */
export interface Rules {
  /** When it runs, is skipped, stops, and what it takes from other answers; empty for one that just runs. */
  conditions: Phrase[]
  /** What the owner chose, one sentence each; what was not chosen goes without saying, but for where fees come from. */
  configuration: string[]
}

/** `Runs only while Amount.[0] of the last response > 0.000001 INTO`, `Stops after a run that failed`, ... */
export function describeRules(
  flow: Pick<Flow, 'conditions' | 'configuration' | 'trustlessAgent'>,
  denoms: Denoms = knownDenoms,
): Rules {
  return { conditions: describeConditions(flow, denoms), configuration: describeConfiguration(flow) }
}

/** Of a flow without conditions. */
export const noConditions = 'None: it runs whenever it is due.'

function describeConditions(
  { conditions, trustlessAgent }: Pick<Flow, 'conditions' | 'trustlessAgent'>,
  denoms: Denoms,
): Phrase[] {
  const { comparisons, feedbackLoops, useAndForComparisons } = conditions
  return [
    ...comparisons.map((comparison, index) => [
      index && !useAndForComparisons ? 'or while ' : 'Runs only while ',
      ...compared(comparison, denoms),
    ]),
    ...feedbackLoops.map(fed),
    ...conditions.stopOnSuccessOf.map(flow => ['Stops when ', { flow }, ' succeeds']),
    ...conditions.stopOnFailureOf.map(flow => ['Stops when ', { flow }, ' fails']),
    ...conditions.skipOnSuccessOf.map(flow => ['Is skipped when ', { flow }, ' succeeded']),
    ...conditions.skipOnFailureOf.map(flow => ['Is skipped when ', { flow }, ' failed']),
    ...(trustlessAgent?.feeLimit.length
      ? [[`Pays its agent at most ${formatAmounts(trustlessAgent.feeLimit, denoms)} a run`]]
      : []),
  ]
}

function describeConfiguration({ configuration }: Pick<Flow, 'configuration'>): string[] {
  const { stopOnSuccess, stopOnFailure, stopOnTimeout } = configuration
  const stops = [stopOnSuccess && 'succeeded', stopOnFailure && 'failed', stopOnTimeout && 'timed out'].filter(
    stop => stop !== false,
  )
  return [
    stops.length ? `Stops after a run that ${formatList(stops, 'or')}` : 'Goes on whatever becomes of a run',
    configuration.walletFallback
      ? 'Takes fees from the owner’s balance when its own fee account runs dry'
      : 'Takes fees from its own fee account only',
    configuration.saveResponses ? 'Keeps the responses to its messages' : 'Does not keep the responses to its messages',
    configuration.updatingDisabled ? 'Can no longer be changed' : 'Can be changed by its owner',
  ]
}

function compared({ operator, operand, ...source }: Comparison, denoms: Denoms): Phrase {
  const denom = source.icqConfig && balanceDenom(source.icqConfig)
  const amount = denom && /^\d+$/.test(operand) ? operand + denom : operand
  return [...taken(source), ` ${lookUp(operators, operator) ?? operator} ${describeOperand(amount, denoms)}`]
}

/**
 * The denom in which a balance is asked of another chain; null for any other query.
 *
 * The bank's key is a prefix, the address with its length before it, and the denom.
 */
export function balanceDenom({ queryType, queryKey }: Pick<IcqConfig, 'queryType' | 'queryKey'>): string | null {
  if (!/bank/.test(queryType)) return null
  try {
    const key = atob(queryKey)
    return key.slice(2 + key.charCodeAt(1)) || null
  } catch {
    return null
  }
}

/** `1000`, `1uinto` or any text. */
function describeOperand(operand: string, denoms: Denoms): string {
  const coin = parseCoin(operand)
  return coin ? formatAmount(coin, denoms) : formatNumber(operand) || '“”'
}

function fed({ msgKey, msgsIndex, ...source }: FeedbackLoop): Phrase {
  return ['Puts ', ...taken(source), ` into ${msgKey || 'the value'} of message ${msgsIndex + 1}`]
}

type Source = Pick<Comparison, 'flowId' | 'responseIndex' | 'responseKey' | 'differenceMode' | 'icqConfig'>

/** Where a value is read: in an answer of another chain, or in the last response of this flow or of another. */
function taken({ flowId, responseIndex, responseKey, differenceMode, icqConfig }: Source): Phrase {
  const change = differenceMode ? 'the change of ' : ''
  const part = responseKey ? `${responseKey} of ` : ''
  if (icqConfig) return [`${change}${part}${queried(icqConfig)}`]
  const nth = responseIndex ? ` (message ${responseIndex + 1})` : ''
  if (isItself(flowId)) return [`${change}${part}the last response${nth}`]
  return [`${change}${part}the last response of `, { flow: flowId }, nth]
}

/** Whether a source of values means the flow that names it. */
export function isItself(flowId: string): boolean {
  return flowId === '0' || flowId === ''
}

function queried({ chainId, connectionId, queryType }: IcqConfig): string {
  const what = /bank/.test(queryType) ? 'the balance asked of' : 'the answer of'
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
