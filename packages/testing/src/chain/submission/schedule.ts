import { printDuration, printTime } from '../../go/duration.js'
import { durationToNs } from '../blocks/time.js'
import { MessageError } from '../message-error.js'
import type { Params } from '../state.js'

/** All times are in nanoseconds, `start` since 1970. */
export interface Schedule {
  start: bigint
  isCustomStart: boolean
  duration: bigint
  interval: bigint
}

const minute = 60_000_000_000n

export function checkSchedule(schedule: Schedule, params: Params, now: bigint) {
  const { start, isCustomStart, duration, interval } = schedule
  const refused = (why: string, line: number) => new MessageError(`${why}: invalid scheduling`, `/build:${line}`)
  if (isCustomStart && start < now + minute)
    throw refused(
      `custom start time: ${printTime(start)} must be at least a minute into the future upon block submission: ${printTime(now + minute)}`,
      422,
    )
  const minInterval = durationToNs(params.minFlowInterval)
  const [min, max] = [durationToNs(params.minFlowDuration), durationToNs(params.maxFlowDuration)]
  if (interval !== 0n && (interval < minInterval || interval > duration))
    throw refused(
      `interval: ${printDuration(interval)}  must be longer than minimum interval:  ${printDuration(minInterval)}, and longer than duration: ${printDuration(duration)}`,
      431,
    )
  if (duration === 0n) return
  const text = `duration: ${printDuration(duration)} must be`
  if (duration > max) throw refused(`${text} shorter than maximum duration: ${printDuration(max)}`, 435)
  if (duration < min) throw refused(`${text} longer than minimum duration: ${printDuration(min)}`, 437)
  if (start > now + max)
    throw refused(
      `start time: ${printTime(start)} must be before current time and max duration: ${printTime(now + duration)}`,
      439,
    )
}
