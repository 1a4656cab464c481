import type { BlockTime, IcqConfig, Params } from '@flow-query/core'
import { toNanoseconds } from '@flow-query/core/parts/runs'
import { nanoseconds, timeAt } from '../../forecast/simulation/schedule.js'
import { parseAddress, ownPrefix as prefix } from '../address.js'
import type { FlowDraft } from '../draft.js'
import { parseDuration } from '../duration.js'
import type { DraftProblem } from '../result.js'
import { coinListProblems } from './messages.js'

const [mostMessages, mostConditions, mostBytes] = [9, 5, 50]

export function ruleProblems(draft: FlowDraft, params: Params, time: BlockTime): DraftProblem[] {
  const { owner, label, msgs, conditions, feeFunds } = draft
  const problems: DraftProblem[] = []
  const tooMany = (
    kind: 'tooManyMessages' | 'tooManyComparisons' | 'tooManyFeedbackLoops',
    path: string,
    { length: count }: readonly unknown[],
    limit: number,
  ) => {
    if (count > limit) problems.push({ kind, path, effect: 'refused', count, limit })
  }
  const parsed = parseAddress(owner)
  if (parsed?.prefix !== prefix) {
    const kind = parsed ? 'otherChainAddress' : 'invalidAddress'
    problems.push({ kind, path: 'owner', effect: 'refused', address: owner, prefix })
  }
  const bytes = new TextEncoder().encode(label).length
  if (bytes > mostBytes)
    problems.push({ kind: 'labelTooLong', path: 'label', effect: 'refused', bytes, limit: mostBytes })
  if (msgs.length === 0) problems.push({ kind: 'noMessages', path: 'msgs', effect: 'refused' })
  tooMany('tooManyMessages', 'msgs', msgs, mostMessages)
  tooMany('tooManyComparisons', 'conditions.comparisons', conditions.comparisons, mostConditions)
  tooMany('tooManyFeedbackLoops', 'conditions.feedbackLoops', conditions.feedbackLoops, mostConditions)
  const isPaid = feeFunds[0] !== undefined && !/^[+-]?0*$/.test(feeFunds[0].amount)
  return [
    ...problems,
    ...scheduleProblems(draft, params, time),
    ...inputProblems(draft),
    ...(isPaid ? coinListProblems(feeFunds, 'feeFunds', 'refused', false) : []),
  ]
}

const minute = 60_000_000_000n

function scheduleProblems(draft: FlowDraft, params: Params, time: BlockTime): DraftProblem[] {
  const { startAt } = draft
  const [duration, interval] = [parseDuration(draft.duration), parseDuration(draft.interval)]
  const invalid = (['duration', 'interval'] as const).filter(
    field => !(Math.abs(parseDuration(draft[field])) < 2 ** 63),
  )
  if (invalid.length > 0)
    return invalid.map(path => ({ kind: 'invalidDuration', path, effect: 'refused', value: draft[path] }))

  const problems: DraftProblem[] = []
  const limits = {
    least: toNanoseconds(params.minFlowDuration),
    most: toNanoseconds(params.maxFlowDuration),
    interval: toNanoseconds(params.minFlowInterval),
  }
  const outside = (
    kind: 'durationTooShort' | 'durationTooLong' | 'intervalTooShort' | 'intervalTooLong',
    limit: string,
  ) => {
    const path = kind.startsWith('duration') ? 'duration' : 'interval'
    problems.push({ kind, path, effect: 'refused', value: draft[path], limit })
  }
  if (interval !== 0 && interval < limits.interval) outside('intervalTooShort', params.minFlowInterval)
  else if (interval !== 0 && interval > duration) outside('intervalTooLong', draft.duration)
  if (duration !== 0 && duration < limits.least) outside('durationTooShort', params.minFlowDuration)
  if (duration > limits.most) outside('durationTooLong', params.maxFlowDuration)

  const now = nanoseconds(time.block) ?? 0n
  const start = /^\d+$/.test(startAt) ? BigInt(startAt) * 1_000_000_000n : -1n
  if (start === 0n) return problems
  const at = { path: 'startAt', effect: 'refused', value: startAt } as const
  const latest = now + BigInt(limits.most)
  if (start < now + minute) problems.push({ kind: 'startTooSoon', ...at, limit: timeAt(now + minute) })
  else if (duration !== 0 && start > latest) problems.push({ kind: 'startTooLate', ...at, limit: timeAt(latest) })
  // The chain refuses an interval of 0, but not an empty one.
  if (interval === 0 && draft.interval !== '')
    problems.push({ kind: 'startWithoutInterval', path: 'interval', effect: 'refused' })
  else if (interval === 0 && duration !== 0)
    problems.push({ kind: 'runsInEveryBlock', path: 'interval', effect: 'losesMoney' })
  return problems
}

const base64 = /^(?:[\w+/]{4})*(?:[\w+/]{2}==|[\w+/]{3}=)?$/

function inputProblems({ msgs, conditions, duration, interval }: FlowDraft): DraftProblem[] {
  const problems: DraftProblem[] = []
  const count = msgs.length
  const incomplete = (path: string) => problems.push({ kind: 'incompleteCondition', path, effect: 'refused' })
  const checkIndex = (kind: 'responseIndexTooHigh' | 'messageIndexTooHigh', path: string, index: number) => {
    if (index >= count) problems.push({ kind, path, effect: 'refused', index, count })
  }
  const { comparisons, feedbackLoops } = conditions
  // The chain only sends the queries of a flow if one of its lists starts with a query.
  const isSent = [comparisons[0], feedbackLoops[0]].some(input => input?.icqConfig)
  const checkQuery = (config: IcqConfig | null, path: string) => {
    if (!config) return
    // The chain doesn't set the time of the timeout, so every response counts as late.
    if (isSent && config.timeoutPolicy === 'REJECT_QUERY_RESPONSE')
      problems.push({ kind: 'queryResponseRejected', path: `${path}.timeoutPolicy`, effect: 'everyRunFails' })
    if (isSent && !base64.test(config.queryKey))
      problems.push({ kind: 'invalidQueryKey', path: `${path}.queryKey`, effect: 'everyRunFails' })
    const timeout = toNanoseconds(config.timeoutDuration)
    const [most, each] = [parseDuration(duration), parseDuration(interval)]
    for (const field of ['chainId', 'queryKey'] as const) if (!config[field]) incomplete(`${path}.${field}`)
    if (!timeout) incomplete(`${path}.timeoutDuration`)
    else if (timeout > most || (each && timeout > each))
      problems.push({
        kind: 'queryTimeoutTooLong',
        path: `${path}.timeoutDuration`,
        effect: 'refused',
        value: config.timeoutDuration,
        limit: timeout > most ? duration : interval,
      })
  }
  conditions.comparisons.forEach(({ valueType, responseIndex: index, icqConfig }, position) => {
    const path = `conditions.comparisons[${position}]`
    if (!valueType) incomplete(`${path}.valueType`)
    if (!icqConfig) checkIndex('responseIndexTooHigh', `${path}.responseIndex`, index)
    checkQuery(icqConfig, `${path}.icqConfig`)
  })
  conditions.feedbackLoops.forEach(({ valueType, msgKey, responseIndex, msgsIndex, icqConfig }, position) => {
    const path = `conditions.feedbackLoops[${position}]`
    if (!valueType) incomplete(`${path}.valueType`)
    if (!msgKey) incomplete(`${path}.msgKey`)
    checkIndex('responseIndexTooHigh', `${path}.responseIndex`, responseIndex)
    checkIndex('messageIndexTooHigh', `${path}.msgsIndex`, msgsIndex)
    checkQuery(icqConfig, `${path}.icqConfig`)
  })
  return problems
}
