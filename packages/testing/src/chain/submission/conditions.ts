import { messageName, messagesIn } from '@flow-query/rules'
import { printDuration } from '../../go/duration.js'
import { durationToNs } from '../blocks/time.js'
import { MessageError } from '../message-error.js'
import type { IcqConfig } from '../state.js'
import type { Schedule } from './schedule.js'
import type { Submission } from './submission.js'

export function checkConditions({ conditions, msgs }: Submission, schedule: Schedule): void {
  for (const { msgsIndex, icqConfig } of conditions.feedbackLoops) {
    if (msgsIndex >= msgs.length) throw outOfBounds(msgsIndex, msgs)
    checkTimeout('FeedbackLoop', icqConfig, schedule)
  }
  for (const { responseIndex, icqConfig } of conditions.comparisons) {
    if (responseIndex >= msgs.length && icqConfig === null)
      throw new MessageError(
        `Comparisons: response index ${responseIndex} out of bounds (len: ${msgs.length}): invalid request`,
        '/build:479',
      )
    checkTimeout('Comparison', icqConfig, schedule)
  }
}

function outOfBounds(index: number, msgs: Submission['msgs']): MessageError {
  const [first] = msgs
  const inner = first && messageName(first) === 'MsgExec' ? messagesIn(first).length : Number.POSITIVE_INFINITY
  const bounds = index >= inner ? `MsgExec (len: ${inner})` : `msgMsgs (len: ${msgs.length})`
  return new MessageError(
    `FeedbackLoop MsgsIndex ${index} out of bounds for ${bounds}: invalid feedback loop`,
    '/build:519',
  )
}

function checkTimeout(of: string, config: IcqConfig | null, { duration, interval }: Schedule) {
  if (!config) return
  const timeout = durationToNs(config.timeoutDuration)
  const refused = (limit: string, value: bigint, line: number) =>
    new MessageError(
      `${of} TimeoutDuration (${printDuration(timeout)}) exceeds flow ${limit} (${printDuration(value)}): invalid icq timeout`,
      `/build:${line}`,
    )
  if (timeout > duration) throw refused('duration', duration, 533)
  if (interval !== 0n && timeout > interval) throw refused('interval', interval, 537)
}
