import { type BlockTime, type ExecutionOutcome, type Flow, type FlowStatus, flowStatus } from '@flow-query/core'
import type { FlowHealth, FlowVerdict } from '@flow-query/insights'
import type { ForecastOutcome } from '@flow-query/insights/forecast'

/** SVG paths for a 16 by 16 view box, to be drawn as lines with round ends. Each status has a different shape. */
export const statusMarks: Readonly<Record<FlowStatus, string>> = {
  active: 'M8 2.75a5.25 5.25 0 1 1 0 10.5a5.25 5.25 0 1 1 0-10.5',
  scheduled: 'M8 2.25a5.75 5.75 0 1 1 0 11.5a5.75 5.75 0 1 1 0-11.5M8 5v3.25l2 1.25',
  completed: 'M2.75 8.5l3.5 3.5 7-8',
  stopped: 'M3.25 3.25h9.5v9.5h-9.5z',
}

export const outcomeMarks: Readonly<Record<ExecutionOutcome, string>> = {
  succeeded: 'M2.75 8.5l3.5 3.5 7-8',
  feeNotCollected: 'M2.5 9l2.75 3 5-6.5M13.25 3.5v6M13.25 12.75h.01',
  failed: 'M3.75 3.75l8.5 8.5M12.25 3.75l-8.5 8.5',
  timedOut: 'M4 2.5h8M4 13.5h8M5 2.5c0 3.5 6 7.5 6 11M11 2.5c0 3.5-6 7.5-6 11',
  idle: 'M8 2.75a5.25 5.25 0 1 1 0 10.5a5.25 5.25 0 1 1 0-10.5M4.3 11.7l7.4-7.4',
  skipped: 'M3 8h10',
  pending: 'M3 8h.01M8 8h.01M13 8h.01',
  unacknowledged: 'M5.25 5.5a2.75 2.75 0 1 1 4 2.5c-.85.45-1.25 1-1.25 2M8 13.25h.01',
}

/** The icons of future runs. */
export const expectedMarks: Readonly<Record<ForecastOutcome, string>> = {
  succeeded: outcomeMarks.succeeded,
  feeNotCollected: outcomeMarks.feeNotCollected,
  failed: outcomeMarks.failed,
  idle: outcomeMarks.idle,
  skipped: outcomeMarks.skipped,
  unknown: outcomeMarks.unacknowledged,
}

export const icons = {
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z',
  copied: 'M2.75 8.5l3.5 3.5 7-8',
  search: 'M7 2.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9M10.5 10.5l3 3',
  dark: 'M13 9.5A5.5 5.5 0 0 1 6.5 3a5.5 5.5 0 1 0 6.5 6.5z',
  light:
    'M8 5a3 3 0 1 1 0 6a3 3 0 1 1 0-6M8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M3.4 12.6l.7-.7M11.9 4.1l.7-.7',
  endpoint: 'M3 3h10v4H3zM3 9h10v4H3zM5.5 5h.01M5.5 11h.01',
  bell: 'M3.5 11.25c1-1 1-2.25 1-4a3.5 3.5 0 0 1 7 0c0 1.75 0 3 1 4zM6.75 13.75h2.5',
  close: 'M4 4l8 8M12 4l-8 8',
  download: 'M8 2.5v7.5M4.75 7L8 10.25 11.25 7M3 13.25h10',
  bookmark: 'M4.5 2.5h7v11L8 10.75 4.5 13.5z',
  share: 'M8 9.5v-7M5.25 5L8 2.25 10.75 5M4.5 7.5h-1.25v6h9.5v-6H11.5',
  code: 'M5.5 4.5L2 8l3.5 3.5M10.5 4.5L14 8l-3.5 3.5',
  info: 'M8 2.25a5.75 5.75 0 1 1 0 11.5a5.75 5.75 0 1 1 0-11.5M8 7.5v3.25M8 5.25h.01',
  warning: 'M8 2.5l6 11H2zM8 6.5v3M8 11.5h.01',
} as const satisfies Record<string, string>

/** Determines the icon and the color of a verdict. */
export type VerdictTone = FlowHealth['state'] | 'willFail' | 'atRisk'

/** The icons that are shown next to a verdict. */
export const verdictMarks: Readonly<Record<VerdictTone, string>> = {
  healthy: outcomeMarks.succeeded,
  failing: icons.warning,
  stuck: icons.warning,
  willFail: icons.warning,
  atRisk: icons.warning,
  waiting: statusMarks.scheduled,
  ended: outcomeMarks.skipped,
  unknown: outcomeMarks.unacknowledged,
}

/**
 * Returns the tone of a verdict, which determines its color. A flow that ended with a failure looks like a failing flow.
 *
 * @param isOld whether newer data can't be fetched, so a flow that runs again may have run since then
 */
export function verdictTone(verdict: FlowVerdict, isOld = false): VerdictTone {
  const { state, health, failure, stop, needsAttention } = verdict
  if (isOld && state !== 'ended') return 'unknown'
  const isCertain = [failure, stop].some(expected => expected?.risk.certainty === 'certain')
  if (failure && state !== 'failing') return isCertain ? 'willFail' : 'atRisk'
  return needsAttention ? 'failing' : health.state
}

/** Returns a flow's status. The flow's verdict, if known, shows whether it ended early. */
export function knownStatus(flow: Flow, time: BlockTime, verdict: FlowVerdict | undefined): FlowStatus {
  const health = verdict?.health
  if (health?.state === 'ended') return health.stopped ? 'stopped' : 'completed'
  return flowStatus(flow, time)
}

/** Returns the icon of a flow's status. A completed flow that ended with a failure gets no check mark. */
export function statusMark(status: FlowStatus, verdict: FlowVerdict | undefined): string {
  return status === 'completed' && endedBadly(status, verdict) ? verdictMarks.ended : statusMarks[status]
}

/** Whether a flow ended in a way that needs attention. Flows that stopped as intended are not marked red. */
export function endedBadly(status: FlowStatus, verdict: FlowVerdict | undefined): boolean {
  return (status === 'stopped' || status === 'completed') && verdict?.needsAttention === true
}

/** Returns true for flows whose verdict and status would be the same word. */
export function endedAsPlanned({ health }: FlowVerdict): boolean {
  return health.state === 'ended' && !health.stopped && health.outcome === 'succeeded'
}
