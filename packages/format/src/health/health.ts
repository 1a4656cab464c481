import { toDate } from '@flow-query/core'
import type { EndedFlow, FailingFlow, FlowHealth, HealthyFlow, Run, StuckFlow, WaitingFlow } from '@flow-query/insights'
import { formatNumber } from '../number.js'
import { type FlowPart, lowered, type Phrase, type RunPart } from '../phrase.js'
import { nameFailure } from '../problem/problem-names.js'
import { ago } from '../time/time.js'
import { describeStopBriefly } from './stop.js'

export function nameHealth(health: FlowHealth, isForecast = false): string {
  if (health.state === 'failing') return nameFailing(health)
  if (health.state === 'healthy') return nameHealthy(isForecast)
  if (health.state !== 'ended') return names[health.state]
  if (health.stopped) return 'Stopped'
  if (!health.since) return 'Never ran'
  if (health.cause !== null && health.unclear.length) return 'Last run unclear'
  if (health.allFailed) return 'Failed'
  return health.cause === null ? 'Completed' : 'Last run failed'
}

const names: Record<Exclude<FlowHealth['state'], 'healthy' | 'ended' | 'failing'>, string> = {
  waiting: 'Waiting',
  stuck: 'Stuck',
  unknown: 'Unknown',
}

export function describeHealth(health: FlowHealth, isForecast = false): Phrase<FlowPart | RunPart> {
  switch (health.state) {
    case 'healthy':
      return describeHealthy(health, isForecast)
    case 'failing':
      return [describeFailing(health)]
    case 'waiting':
      return ['Waiting for ', ...waitsFor(health)]
    case 'stuck':
      return [describeStuck(health)]
    case 'ended':
      if (health.stopped) return describeStopBriefly(health.stopped)
      return [health.outcome === 'succeeded' ? 'Completed' : describeEnd(health)]
    case 'unknown':
      return ['Health unknown']
  }
}

export function describeStuck({ cause }: StuckFlow): string {
  return `Stuck: ${stuckNames[cause]}`
}

const stuckNames: Record<StuckFlow['cause'], string> = {
  queryResponseRejected: 'the chain drops the responses to its query',
  queryRepeated: 'the chain drops the response to its query',
  invalidQueryKey: 'its query can’t be sent',
  queryUnanswered: 'its query is not answered',
}

/** A flow whose fee can't be collected isn't called failing, because its messages take effect. */
export function nameFailing({ cause }: FailingFlow): string {
  return cause === 'feeNotCollected' ? 'Fee not collected' : 'Failing'
}

export function describeFailing(health: FailingFlow): string {
  const name = nameFailing(health)
  return health.cause === 'feeNotCollected'
    ? `${name}, but the messages took effect`
    : `${name}: ${lowered(nameFailure(health))}`
}

/**
 * Describes the current series of failures, such as `12 runs failed in a row` or `20 or more runs failed in a row`. Null for a
 * single failure.
 */
export function describeFailures(health: FailingFlow): string | null {
  // If only the fee failed, the messages of these runs took effect.
  if (health.cause === 'feeNotCollected') return describeRunsInARow(health)
  return describeRunsInARow(health)?.replace('runs', 'runs failed') ?? null
}

/** Describes the length of the current series of failures, such as `3 runs in a row`. Null for a single failure. */
export function describeRunsInARow({ failures, orEarlier }: FailingFlow): string | null {
  if (failures === 1 && !orEarlier) return null
  return `${formatNumber(failures)}${orEarlier ? ' or more' : ''} runs in a row`
}

export function describeEnd({ since, outcome, cause, message, allFailed, unclear }: EndedFlow): string {
  if (!since) return 'Ended without a run'
  if (cause === 'feeNotCollected') return 'Ended, and the fee of its last attempted run could not be collected'
  if (cause !== null && unclear.length)
    return `Ended, and the result of its last run is unclear: ${lowered(nameFailure({ cause, message }))}`
  if (cause !== null) {
    const attempted = outcome === 'skipped' || outcome === 'pending' ? 'attempted ' : ''
    const runs = since.number === 1 ? 'its only run' : `its last ${attempted}run${allFailed ? 's' : ''}`
    return `Ended, and ${runs} failed: ${lowered(nameFailure({ cause, message }))}`
  }
  if (outcome === 'skipped') return 'Completed, and its last run was skipped'
  if (outcome === 'pending') return 'Completed, and its last run is pending on the other chain'
  return 'Completed, and its last run succeeded'
}

export function waitsFor(health: WaitingFlow, now?: number): Phrase<RunPart> {
  if (health.for === 'start') return ['its first run']
  if (health.for === 'conditions') return ['its conditions', ...sinceRun(health, now)]
  return ['another chain', ...sinceRun(health, now)]
}

/** Mentions the start of the series only if an earlier run was not healthy. */
export function describeHealthy(health: HealthyFlow, isForecast: boolean, now?: number): Phrase<RunPart> {
  const wasOtherwise = !health.orEarlier && health.since.number !== null && health.since.number > 1
  if (!wasOtherwise) return [nameHealthy(isForecast)]
  return [nameHealthy(isForecast), ...(isForecast ? [] : [',']), ...sinceRun(health, now)]
}

/** Without a forecast, a flow is only healthy so far, because past runs don't show whether the next one succeeds. */
function nameHealthy(isForecast: boolean): string {
  return isForecast ? 'Healthy' : 'Healthy so far'
}

export function sinceRun(
  { since, orEarlier }: { since: Run | null; orEarlier: boolean },
  now?: number,
): Phrase<RunPart> {
  if (since === null) return []
  const time = now === undefined ? '' : when(since, now)
  const earlier = orEarlier ? ' or earlier' : ''
  if (since.number === null) return time ? [` since a run${time}${earlier}`] : []
  const rest = time + earlier
  return [' since ', { run: since.number }, ...(rest ? [rest] : [])]
}

export function when(run: Run | null, now: number): string {
  const date = run && toDate(run.time)
  return date ? ` (${ago(date.getTime(), now)})` : ''
}
