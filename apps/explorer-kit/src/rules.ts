import type { Comparison, FeedbackLoop, Flow, IcqConfig } from '@flow-query/core'
import { amount, amounts, grouped, listed } from './amount.js'
import { lookup } from './lookup.js'

/** Words in which flows are named: `['Stops when ', { flow: '2' }, ' fails']`. */
export type Phrase = readonly (string | { readonly flow: string })[]

/** When a flow runs, is skipped, stops, and what it takes from other answers; empty for one that just runs. */
export function conditionsInWords({
  conditions,
  trustlessAgent,
}: Pick<Flow, 'conditions' | 'trustlessAgent'>): Phrase[] {
  const { comparisons, feedbackLoops, useAndForComparisons } = conditions
  return [
    ...comparisons.map((comparison, index) => [
      index && !useAndForComparisons ? 'or while ' : 'Runs only while ',
      ...compared(comparison),
    ]),
    ...feedbackLoops.map(fed),
    ...conditions.stopOnSuccessOf.map(flow => ['Stops when ', { flow }, ' succeeds']),
    ...conditions.stopOnFailureOf.map(flow => ['Stops when ', { flow }, ' fails']),
    ...conditions.skipOnSuccessOf.map(flow => ['Is skipped when ', { flow }, ' succeeded']),
    ...conditions.skipOnFailureOf.map(flow => ['Is skipped when ', { flow }, ' failed']),
    ...(trustlessAgent?.feeLimit.length ? [[`Pays its agent at most ${amounts(trustlessAgent.feeLimit)} a run`]] : []),
  ]
}

/** What the owner chose, one sentence each; what was not chosen goes without saying, but for where fees come from. */
export function configurationInWords({ configuration }: Pick<Flow, 'configuration'>): string[] {
  const { stopOnSuccess, stopOnFailure, stopOnTimeout } = configuration
  const stops = [stopOnSuccess && 'succeeded', stopOnFailure && 'failed', stopOnTimeout && 'timed out'].filter(
    it => it !== false,
  )
  return [
    stops.length
      ? `Stops after a run that ${listed(stops).replace(/ and (?=[^ ]+( out)?$)/, ' or ')}`
      : 'Goes on whatever becomes of a run',
    configuration.walletFallback
      ? 'Takes fees from the owner’s balance when its own fee account runs dry'
      : 'Takes fees from its own fee account only',
    configuration.saveResponses ? 'Keeps the responses to its messages' : 'Does not keep the responses to its messages',
    configuration.updatingDisabled ? 'Can no longer be changed' : 'Can be changed by its owner',
  ]
}

function compared({ operator, operand, ...source }: Comparison): Phrase {
  return [...taken(source), ` ${operators.get(operator) ?? operator} ${operandInWords(operand)}`]
}

/** `1000`, `1uinto` or any text. */
function operandInWords(operand: string): string {
  const [, digits, denom] = /^(\d+)([a-z][\w/:.-]{2,127})$/i.exec(operand) ?? []
  return digits && denom ? amount({ denom, amount: digits }).text : grouped(operand) || '“”'
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
  if (flowId === '0' || flowId === '') return [`${change}${part}the last response${nth}`]
  return [`${change}${part}the last response of `, { flow: flowId }, nth]
}

function queried({ chainId, connectionId, queryType }: IcqConfig): string {
  const what = /bank/.test(queryType) ? 'the balance asked of' : 'the answer of'
  return `${what} ${chainId || connectionId || 'another chain'}`
}

const operators = lookup({
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
})
