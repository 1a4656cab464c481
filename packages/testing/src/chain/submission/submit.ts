import { firstRun } from '@flow-query/rules'
import { parseDuration } from '../../go/duration.js'
import { GoError } from '../../go/text.js'
import { address } from '../address.js'
import { nsToDuration, nsToTime } from '../blocks/time.js'
import { MessageError } from '../message-error.js'
import type { Flow, Params } from '../state.js'
import { checkConditions } from './conditions.js'
import { checkSchedule, type Schedule } from './schedule.js'
import { checkSigners } from './signers.js'
import type { Submission } from './submission.js'

export interface SubmissionContext {
  id: string
  params: Params
  /** The time of the block, in nanoseconds since 1970. */
  now: bigint
  /** Moves the fee funds, and throws if the owner doesn't have them. */
  payFeeFunds: (feeAddress: string) => void
}

/** Returns the flow that a submission creates. Throws the node's error text if the chain refuses it. */
export function newFlow(submission: Submission, { id, params, now, payFeeFunds }: SubmissionContext): Flow {
  const { owner, label, msgs, configuration, connectionId, trustlessAgent, conditions } = submission
  const schedule = readSchedule(submission, now)
  const { start, interval, duration } = schedule
  checkSchedule(schedule, params, now)
  checkConditions(submission, schedule)
  const feeAddress = address(`fees of ${id}`)
  payFeeFunds(feeAddress)
  checkSigners(submission)
  const end = start + duration
  return {
    id,
    owner,
    label,
    feeAddress,
    msgs,
    interval: nsToDuration(interval),
    startTime: nsToTime(start),
    execTime: nsToTime(firstRun(start, now, interval, duration)),
    endTime: nsToTime(end),
    updateHistory: [],
    selfHostedIca: { portId: connectionId && `icacontroller-${owner}`, connectionId },
    trustlessAgent,
    configuration,
    conditions,
  }
}

function readSchedule({ duration, interval, startAt }: Submission, now: bigint): Schedule {
  const seconds = BigInt(startAt)
  const start = seconds === 0n ? now : seconds * 1_000_000_000n
  return { start, isCustomStart: seconds > 0n, duration: parse(duration), interval: parse(interval) }
}

function parse(duration: string): bigint {
  if (duration === '') return 0n
  try {
    return parseDuration(duration)
  } catch (error) {
    if (error instanceof GoError) throw new MessageError(error.message, 'baseapp/baseapp.go:1023')
    throw error
  }
}
