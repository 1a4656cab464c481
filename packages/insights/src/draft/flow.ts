import type { BlockTime, Coin, Flow } from '@flow-query/core'
import { lookUp } from '@flow-query/core/parts/decode'
import { firstRun } from '@flow-query/rules'
import { interchainAccountOf } from '../forecast/forecast-facts.js'
import { nanoseconds, timeAt } from '../forecast/simulation/schedule.js'
import type { FlowDraft } from './draft.js'
import type { DraftFacts } from './draft-facts.js'
import { parseDuration } from './duration.js'

/** The highest ID, because existing flows run first. */
export const draftId = '18446744073709551615'

/** The fee account has no address before the flow exists. */
export const feeAddress = ''

/** Returns undefined if the schedule is invalid. */
export function flowOfDraft(draft: FlowDraft, time: BlockTime): Flow | undefined {
  const now = nanoseconds(time.block)
  const duration = parseDuration(draft.duration)
  const interval = parseDuration(draft.interval)
  if (now === undefined || !isDuration(duration) || !isDuration(interval) || !/^\d{1,11}$/.test(draft.startAt))
    return undefined
  const start = BigInt(draft.startAt) * 1_000_000_000n || now
  const first = firstRun(start, now, BigInt(interval), BigInt(duration))
  const { owner, label, msgs, configuration, conditions, connectionId, trustlessAgent } = draft
  return {
    id: draftId,
    owner,
    label,
    feeAddress,
    msgs,
    interval: secondsOf(interval),
    startTime: timeAt(start),
    execTime: timeAt(first),
    endTime: timeAt(start + BigInt(duration)),
    updateHistory: [],
    selfHostedIca: connectionId ? { portId: `icacontroller-${owner}`, connectionId } : null,
    trustlessAgent: trustlessAgent?.agentAddress
      ? { ...trustlessAgent, feeLimit: trustlessAgent.feeLimit.filter(isNumber) }
      : null,
    configuration,
    conditions,
  }
}

/** Returns the account that executes the messages on another chain, if it is known. */
export function accountOnOtherChain(
  flow: Flow | undefined,
  { agents, channels }: Pick<DraftFacts, 'agents' | 'channels'>,
): string | undefined {
  const account = flow && interchainAccountOf(flow, lookUp(agents, flow.trustlessAgent?.agentAddress ?? ''))
  return (account && lookUp(channels, account.key)?.address) ?? undefined
}

function isNumber({ amount }: Coin): boolean {
  return /^[+-]?\d+$/.test(amount)
}

/** Go's durations have 64 bits. */
function isDuration(nanoseconds: number): boolean {
  return nanoseconds >= 0 && nanoseconds < 2 ** 63
}

function secondsOf(nanoseconds: number): string {
  const decimals = String(nanoseconds % 1e9).padStart(9, '0')
  return `${Math.floor(nanoseconds / 1e9)}.${decimals}s`
}
