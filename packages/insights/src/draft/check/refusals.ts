import type { BlockTime, Comparison, FeedbackLoop, Params } from '@flow-query/core'
import { toNanoseconds } from '@flow-query/core/parts/runs'
import { coinOf } from '../../coins.js'
import { nanoseconds, timeAt } from '../../forecast/simulation/schedule.js'
import { parseAddress } from '../address.js'
import type { FlowDraft } from '../draft.js'
import { parseDuration } from '../duration.js'
import type { DraftProblem } from '../result.js'
import { coinListProblems, isExec, type MessageAt, signerAt } from './messages.js'

/** The node's errors, by the kind of the problem. They are the same since release 1.0.7. */
const errors = {
  noMessages: /^msg\.Msgs is empty/,
  tooManyMessages: /^cannot execute more than (?<limit>\d+)/,
  tooManyComparisons: /^cannot create more than (?<limit>\d+) Comparisons/,
  tooManyFeedbackLoops: /^cannot create more than (?<limit>\d+) feedbackloops/,
  labelTooLong: /^label must be shorter than (?<limit>\d+)/,
  invalidDuration: /^time: .* duration "(?<value>.*)"/,
  intervalTooShort: /^interval: /,
  durationTooShort: /^duration: .* longer than/,
  durationTooLong: /^duration: .* shorter than/,
  startTooSoon: /^custom start time: /,
  startTooLate: /^start time: /,
  startWithoutInterval: /^interval must be greater than 0/,
  incompleteCondition: /^(?:condition )?(?<list>\w+) (?<query>ICQ Config )?fields are not complete/,
  responseIndexTooHigh: /^(?:(?<list>Comparisons): )?response index:? (?<index>\d+)/,
  messageIndexTooHigh: /^FeedbackLoop MsgsIndex (?<index>\d+)/,
  queryTimeoutTooLong: /^(?<list>\w+) TimeoutDuration \((?<value>.*)\) exceeds flow (?<field>duration|interval)/,
  wrongSigner: /^signer address (?<address>\w+) does not match/,
  invalidAddress: /^failed to parse owner address/,
  unsupportedMessage: /^failed to get message signers: .* in message (?<name>\S+);/,
  onlyExec: /^only MsgExec is allowed/,
  feeFundsNotHeld: /^spendable balance (?<held>\d+)(?<denom>\S+) is smaller than (?<needed>\d+)/,
  invalidCoins: /: invalid coins: fee account/,
} as const

export interface Refused {
  draft: FlowDraft
  messages: readonly MessageAt[]
  /** The problems that follow from the draft alone. */
  known: readonly DraftProblem[]
  params: Params
  time: BlockTime
}

/** Returns the problem that the node's error is about. A node only returns the first error that it finds. */
export function explainRefusal(message: string, refused: Refused): DraftProblem {
  for (const [kind, error] of Object.entries(errors)) {
    const match = error.exec(message)
    const problem = match && problemOf(kind as keyof typeof errors, match.groups ?? {}, refused)
    if (problem) return { ...problem, effect: 'refused' }
  }
  return { kind: 'nodeRefuses', path: '', effect: 'refused', message }
}

type WithoutEffect<Problem> = Problem extends DraftProblem ? Omit<Problem, 'effect'> : never

const minute = 60_000_000_000n

/** Returns undefined if the draft doesn't contain what the error is about. */
function problemOf(
  kind: keyof typeof errors,
  groups: { readonly [name: string]: string },
  { draft, messages, known, params, time }: Refused,
): WithoutEffect<DraftProblem> | undefined {
  const { owner, label, msgs, duration, interval, startAt: start, conditions } = draft
  const { value = '', denom = '', held = '', needed = '' } = groups
  const [limit, index, count] = [Number(groups.limit), Number(groups.index), msgs.length]
  switch (kind) {
    case 'noMessages':
      return { kind, path: 'msgs' }
    case 'tooManyMessages':
      return { kind, path: 'msgs', count, limit }
    case 'tooManyComparisons':
      return { kind, path: 'conditions.comparisons', count: conditions.comparisons.length, limit }
    case 'tooManyFeedbackLoops':
      return { kind, path: 'conditions.feedbackLoops', count: conditions.feedbackLoops.length, limit }
    case 'labelTooLong':
      return { kind, path: 'label', bytes: new TextEncoder().encode(label).length, limit }

    case 'invalidDuration':
      return { kind, path: value === interval ? 'interval' : 'duration', value }
    case 'intervalTooShort':
      return parseDuration(interval) < toNanoseconds(params.minFlowInterval)
        ? { kind, path: 'interval', value: interval, limit: params.minFlowInterval }
        : { kind: 'intervalTooLong', path: 'interval', value: interval, limit: duration }
    case 'durationTooShort':
      return { kind, path: 'duration', value: duration, limit: params.minFlowDuration }
    case 'durationTooLong':
      return { kind, path: 'duration', value: duration, limit: params.maxFlowDuration }
    case 'startTooSoon':
      return { kind, path: 'startAt', value: start, limit: timeAfter(time, minute) }
    case 'startTooLate':
      return {
        kind,
        path: 'startAt',
        value: start,
        limit: timeAfter(time, BigInt(toNanoseconds(params.maxFlowDuration))),
      }
    case 'startWithoutInterval':
      return { kind, path: 'interval' }

    case 'incompleteCondition':
      return { kind, path: pathOfInput(draft, groups, groups.query ? emptyQueryField : emptyField) }
    case 'responseIndexTooHigh':
      return {
        kind,
        path: pathOfInput(draft, groups, input => input.responseIndex === index && 'responseIndex'),
        index,
        count,
      }
    case 'messageIndexTooHigh':
      return { kind, path: pathOfInput(draft, groups, input => input.msgsIndex === index && 'msgsIndex'), index, count }
    case 'queryTimeoutTooLong': {
      const limit = groups.field === 'interval' ? interval : duration
      const isTooLong = ({ icqConfig }: Input) => toNanoseconds(icqConfig?.timeoutDuration ?? '') > parseDuration(limit)
      const path = pathOfInput(draft, groups, input => isTooLong(input) && 'icqConfig.timeoutDuration')
      return { kind, path, value, limit }
    }

    case 'wrongSigner': {
      const signer = parseAddress(groups.address ?? '')?.account
      const checked = messages.filter(({ message, depth }) => depth === 1 || (depth === 0 && !isExec(message)))
      const found = checked.map(signerAt).find(({ address }) => parseAddress(address)?.account === signer)
      return found && { kind, ...found, owner }
    }
    case 'invalidAddress':
      return known.find(problem => problem.kind === kind)
    case 'unsupportedMessage': {
      const found = messages.find(({ message }) => message['@type'] === `/${groups.name}`)
      return found && { kind, path: found.path, type: found.message['@type'] }
    }
    case 'onlyExec': {
      const found = messages.find(({ message, depth }) => depth === 0 && !isExec(message))
      return found && { kind, path: found.path, type: found.message['@type'] }
    }
    case 'feeFundsNotHeld':
      return {
        kind,
        path: 'feeFunds',
        address: owner,
        held: coinOf(denom, BigInt(held)),
        needed: coinOf(denom, BigInt(needed)),
      }
    case 'invalidCoins':
      return coinListProblems(draft.feeFunds, 'feeFunds', 'refused', false)[0]
  }
}

function timeAfter({ block }: BlockTime, nanosecondsLater: bigint): string {
  return timeAt((nanoseconds(block) ?? 0n) + nanosecondsLater)
}

type Input = Partial<Comparison & FeedbackLoop>

/** Returns the path of the first condition for which `fieldOf` returns a field. */
function pathOfInput(
  { conditions }: FlowDraft,
  { list = '' }: { readonly [name: string]: string },
  fieldOf: (input: Input) => string | false | undefined,
): string {
  const name = list.startsWith('Comparison') ? 'comparisons' : 'feedbackLoops'
  const fields = conditions[name].map(fieldOf)
  const position = fields.findIndex(Boolean)
  return position < 0 ? `conditions.${name}` : `conditions.${name}[${position}].${fields[position]}`
}

function emptyField({ valueType, msgKey }: Input): string | false {
  return valueType === '' ? 'valueType' : msgKey === '' && 'msgKey'
}

function emptyQueryField({ icqConfig }: Input): string | false {
  const empty = (['chainId', 'queryKey', 'timeoutDuration'] as const).find(name =>
    /^(0s)?$/.test(icqConfig?.[name] ?? '0'),
  )
  return empty !== undefined && `icqConfig.${empty}`
}
