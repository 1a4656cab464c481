import type { BlockTime, Comparison, FeedbackLoop, Params } from '@flow-query/core'
import { toNanoseconds } from '@flow-query/core/parts/runs'
import { coinOf } from '../../coins.js'
import { nanoseconds, timeAt } from '../../forecast/simulation/schedule.js'
import { parseAddress } from '../address.js'
import type { FlowDraft } from '../draft.js'
import { parseDuration } from '../duration.js'
import type { DraftProblem, LimitProblem } from '../result.js'
import { coinListProblems, isExec, type MessageAt } from './messages.js'

export interface Refused {
  draft: FlowDraft
  messages: readonly MessageAt[]
  known: readonly DraftProblem[]
  params: Params
  time: BlockTime
}

/** A node only returns the first error that it finds. */
export function explainRefusal(message: string, refused: Refused): DraftProblem {
  for (const [error, kind, path, limitOf] of limits) {
    const [match, limit = ''] = error.exec(message) ?? []
    if (match !== undefined) return { kind, path, effect: 'refused', limit: limitOf?.(refused) ?? limit }
  }
  for (const [kind, error] of Object.entries(otherErrors)) {
    const match = error.exec(message)
    const problem = match && problemOf(kind as keyof typeof otherErrors, match.slice(1), refused)
    if (problem) return { ...problem, effect: 'refused' }
  }
  return { kind: 'nodeRefuses', path: '', effect: 'refused', message }
}

/** Without a function, the limit is a group of the error. */
type Limit = readonly [error: RegExp, kind: LimitProblem['kind'], path: string, limitOf?: (refused: Refused) => string]

/** The errors are the same since release 1.0.7. */
const limits: readonly Limit[] = [
  [/^cannot execute more than (\d+)/, 'tooManyMessages', 'msgs'],
  [/^cannot create more than (\d+) Comparisons/, 'tooManyComparisons', 'conditions.comparisons'],
  [/^cannot create more than (\d+) feedbackloops/, 'tooManyFeedbackLoops', 'conditions.feedbackLoops'],
  [/^label must be shorter than (\d+)/, 'labelTooLong', 'label'],
  [/^duration: .* longer than/, 'durationTooShort', 'duration', ({ params }) => params.minFlowDuration],
  [/^duration: .* shorter than/, 'durationTooLong', 'duration', ({ params }) => params.maxFlowDuration],
  [/^custom start time/, 'startTooSoon', 'startAt', ({ time }) => timeAfter(time, '60s')],
  [/^start time/, 'startTooLate', 'startAt', ({ time, params }) => timeAfter(time, params.maxFlowDuration)],
]

/** A delay of 12 days, or the current time in seconds, is a time in 1970 if it is read as milliseconds since 1970. */
const misreadStart = { atLeast: 1_000_000n, below: 1_000_000_000n }

/** A form can contain a time before 1970, which isn't a valid number for a node. */
export function startProblems({ startAt }: FlowDraft, time: BlockTime): DraftProblem[] {
  const problem = { path: 'startAt', effect: 'refused' } as const
  const earliest = timeAfter(time, '60s')
  if (startAt.startsWith('-')) return [{ ...problem, kind: 'startTooSoon', limit: earliest }]
  const start = /^\d+$/.test(startAt) ? BigInt(startAt) : 0n
  if (start >= misreadStart.atLeast && start < misreadStart.below) return [{ ...problem, kind: 'startBefore2001' }]
  const isTooSoon = start > 0n && start * 1_000_000_000n < (nanoseconds(earliest) ?? 0n)
  return isTooSoon ? [{ ...problem, kind: 'startTooSoon', limit: earliest }] : []
}

function timeAfter({ block }: BlockTime, duration: string): string {
  return timeAt((nanoseconds(block) ?? 0n) + BigInt(toNanoseconds(duration)))
}

const otherErrors = {
  noMessages: /^msg\.Msgs is empty/,
  startWithoutInterval: /^interval must be/,
  intervalTooShort: /^interval: /,
  invalidDuration: /^time: .* duration "(.*)"/,
  incompleteCondition: /^(?:condition )?(\w+) (ICQ Config )?fields are not/,
  responseIndexTooHigh: /^(?:(Comparisons): )?response index:? (\d+)/,
  messageIndexTooHigh: /^FeedbackLoop (MsgsIndex) (\d+)/,
  queryTimeoutTooLong: /^(\w+) TimeoutDuration .* flow (duration|interval)/,
  wrongSigner: /^signer address (\w+)/,
  invalidAddress: /^failed to parse owner/,
  unsupportedMessage: /^failed to get message signers: .* message (\S+);|unknown message type "(\S+)"/,
  onlyExec: /^only MsgExec/,
  feeFundsNotHeld: /^spendable balance (\d+)(\S+) is smaller than (\d+)/,
  invalidCoins: /: invalid coins: fee account/,
} as const

type WithoutEffect<Problem> = Problem extends DraftProblem ? Omit<Problem, 'effect'> : never

/** Returns undefined if the draft doesn't contain what the error is about. */
function problemOf(
  kind: keyof typeof otherErrors,
  [first = '', second = '', third = '']: readonly string[],
  { draft, messages, known, params }: Refused,
): WithoutEffect<DraftProblem> | undefined {
  const { owner, interval, duration, msgs, feeFunds } = draft
  const [index, count] = [Number(second), msgs.length]
  switch (kind) {
    case 'noMessages':
      return { kind, path: 'msgs' }
    case 'startWithoutInterval':
      return { kind, path: 'interval' }
    case 'intervalTooShort':
      return parseDuration(interval) < toNanoseconds(params.minFlowInterval)
        ? { kind, path: 'interval', limit: params.minFlowInterval }
        : { kind: 'intervalTooLong', path: 'interval', limit: duration }
    case 'invalidDuration':
      return { kind, path: first === interval ? 'interval' : 'duration', value: first }
    case 'incompleteCondition':
      return { kind, path: pathOfInput(draft, first, input => emptyField(input, second !== '')) }
    case 'responseIndexTooHigh': {
      const path = pathOfInput(draft, first, ({ responseIndex }) => responseIndex === index && 'responseIndex')
      return { kind, path, index, count }
    }
    case 'messageIndexTooHigh': {
      const path = pathOfInput(draft, first, ({ msgsIndex }) => msgsIndex === index && 'msgsIndex')
      return { kind, path, index, count }
    }
    case 'queryTimeoutTooLong': {
      const limit = second === 'interval' ? interval : duration
      const isTooLong = ({ icqConfig }: Input) => toNanoseconds(icqConfig?.timeoutDuration ?? '') > parseDuration(limit)
      return { kind, path: pathOfInput(draft, first, input => isTooLong(input) && 'icqConfig.timeoutDuration'), limit }
    }
    case 'wrongSigner': {
      const signer = parseAddress(first)
      const isSigner = (value: unknown) => typeof value === 'string' && parseAddress(value)?.account === signer?.account
      for (const { message, path } of signer ? messages : [])
        for (const [field, value] of Object.entries(message))
          if (isSigner(value) && !receivers.test(field))
            return { kind, path: `${path}.${field}`, address: `${value}`, owner }
      return undefined
    }
    case 'invalidAddress':
      return known.find(problem => problem.kind === kind)
    case 'unsupportedMessage': {
      const at = messages.find(({ message }) => message['@type'] === `/${first || second}`)
      return at && { kind, path: at.path, type: at.message['@type'] }
    }
    case 'onlyExec': {
      const at = messages.find(({ message, depth }) => depth === 0 && !isExec(message))
      return at && { kind, path: at.path, type: at.message['@type'] }
    }
    case 'feeFundsNotHeld': {
      const [held, needed] = [coinOf(second, BigInt(first)), coinOf(second, BigInt(third))]
      return { kind, path: 'feeFunds', address: owner, held, needed }
    }
    case 'invalidCoins':
      return coinListProblems(feeFunds, 'feeFunds', 'refused', false)[0]
  }
}

/** These fields of a message don't contain its signer. */
const receivers = /^(to_address|recipient|withdraw_address|grantee)$/

type Input = Partial<Comparison & FeedbackLoop>

function pathOfInput(
  { conditions }: FlowDraft,
  label: string,
  fieldOf: (input: Input) => string | false | undefined,
): string {
  const list = label.startsWith('Comparison') ? 'comparisons' : 'feedbackLoops'
  const fields = conditions[list].map(fieldOf)
  const position = fields.findIndex(Boolean)
  return position < 0 ? `conditions.${list}` : `conditions.${list}[${position}].${fields[position]}`
}

function emptyField({ valueType, msgKey, icqConfig }: Input, isOfQuery: boolean): string | undefined {
  const { chainId, queryKey, timeoutDuration } = icqConfig ?? {}
  const fields = isOfQuery ? { chainId, queryKey, timeoutDuration } : { valueType, msgKey }
  const [field] = Object.entries(fields).find(([, value]) => value === '' || value === '0s') ?? []
  return field && (isOfQuery ? `icqConfig.${field}` : field)
}
