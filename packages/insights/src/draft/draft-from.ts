import type { Flow } from '@flow-query/core'
import { parseTime } from '@flow-query/core/parts/runs'
import type { FlowDraft } from './draft.js'

/**
 * Returns a draft of a new flow with the messages, the schedule and the rules of an existing flow. The new flow starts as soon as the
 * chain accepts it, and has the same duration as the existing one. Its fee account is empty unless you set `feeFunds`.
 *
 * @example
 * const draft = draftFrom(flow, { label: 'Rent 2027', feeFunds: [{ denom: 'uinto', amount: '5000000' }] })
 */
export function draftFrom(flow: Flow, changes: Partial<FlowDraft> = {}): FlowDraft {
  return {
    owner: flow.owner,
    label: flow.label,
    msgs: flow.msgs,
    duration: durationOf(flow),
    interval: flow.interval,
    startAt: '0',
    feeFunds: [],
    configuration: flow.configuration,
    connectionId: flow.selfHostedIca?.connectionId ?? '',
    trustlessAgent: flow.trustlessAgent,
    conditions: flow.conditions,
    ...changes,
  }
}

/** Subtracts seconds and nanoseconds separately, because a number can't represent three years in nanoseconds. */
function durationOf({ startTime, endTime }: Flow): string {
  const start = parseTime(startTime)
  const end = parseTime(endTime)
  if (!start || !end) return '0s'
  const isBorrowed = end.nanos < start.nanos
  const seconds = end.seconds - start.seconds - (isBorrowed ? 1 : 0)
  const nanos = end.nanos - start.nanos + (isBorrowed ? 1_000_000_000 : 0)
  return nanos === 0 ? `${seconds}s` : `${seconds}.${String(nanos).padStart(9, '0')}s`
}
