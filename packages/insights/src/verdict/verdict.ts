import type { BlockTime, Flow } from '@flow-query/core'
import { executionOutcome } from '@flow-query/core'
import { clockTime } from '@flow-query/core/parts/runs'
import {
  type ExpectedFailure,
  expectedFailures,
  type ReportedFailures,
  reportedFailures,
  verdictHorizon,
} from '../forecast/failures.js'
import type { FlowForecast } from '../forecast/result.js'
import { needsAttention as isProblem, startOf } from '../health/attention.js'
import { type FlowHealth, flowHealth, tookEffect } from '../health/health.js'
import { type NewestEntries, newestRuns } from '../health/runs.js'

/** The state of a flow, from {@link flowVerdict}. Its failures are those that the forecast expects within a day or within three runs. */
export interface FlowVerdict extends ReportedFailures {
  flow: Flow
  /** The newest block, to which the verdict refers. Null if it is unknown, as is the health in this case. */
  time: VerdictTime | null
  /**
   * The worse of the health and the forecast:
   * - `willStop`: the flow will stop for good, for a reason that its owner didn't choose
   * - `willFail`: a run will fail
   * - all other states: the state of the health, because the forecast isn't worse
   */
  state: FlowHealth['state'] | 'willStop' | 'willFail'
  /**
   * Whether the owner should look into the flow. True for:
   * - flows that will fail or stop
   * - failing and stuck flows
   * - ended flows whose last result is a failure
   * - flows that stopped early for a reason that their owner didn't choose
   */
  needsAttention: boolean
  health: FlowHealth
  /** The newest runs that have a result. */
  results: RunResults | null
  /** Null without a forecast, and if the flow has run since. */
  forecast: FlowForecast | null
}

/** A block, and when a node reported it, in milliseconds since 1970 by the reader's clock. The result of core's `chainTime` has both. */
export interface VerdictTime extends BlockTime {
  readAt?: number
}

/** How many of the newest runs succeeded. */
export interface RunResults {
  attempted: number
  /** The number of runs whose messages took effect. */
  succeeded: number
  /** Whether these are all runs of the flow. */
  isWhole: boolean
}

/**
 * Returns the worse of a flow's health and of its forecast for a day or for the next three runs.
 *
 * @example
 * const time = await chainTime(client)
 * const facts = await readForecastFacts(client, { flows, time })
 * const verdicts = forecastFlows(facts, time).map(forecast => {
 *   const { flow } = forecast
 *   return flowVerdict(flow, facts.histories?.[flow.id], forecast, time)
 * })
 * const worst = verdicts.filter(({ needsAttention }) => needsAttention).sort(compareVerdicts)
 *
 * @param history the newest runs. Five are usually enough. If undefined, the health is unknown
 * @param forecast the forecast. Pass a dry run to the forecast, so that it changes the verdict. If null or undefined, the verdict is the
 * health
 * @param time the newest block, from `chainTime`. Read it before the runs
 * @throws {FlowQueryError} with kind `argument` if `time` isn't the time of a block
 */
export function flowVerdict(
  flow: Flow,
  history: NewestEntries | null | undefined,
  forecast: FlowForecast | null | undefined,
  time: VerdictTime,
): FlowVerdict {
  const health: FlowHealth = history ? flowHealth(flow, history, time) : { state: 'unknown' }
  const results = history ? resultsOf(flow, history, time) : null
  return { ...verdictOf(flow, health, forecast, time), results }
}

export function unknownVerdict(flow: Flow): FlowVerdict {
  const health: FlowHealth = { state: 'unknown' }
  return {
    flow,
    time: null,
    state: 'unknown',
    needsAttention: false,
    health,
    results: null,
    forecast: null,
    failure: null,
    stop: null,
  }
}

/** Returns the verdict of a flow whose health is already known. */
export function verdictOf(
  flow: Flow,
  health: FlowHealth,
  forecast: FlowForecast | null | undefined,
  time: VerdictTime,
): FlowVerdict {
  const current = forecast?.flow.execTime === flow.execTime ? forecast : null
  const isOver = health.state === 'ended' || health.state === 'stuck'
  const failures = current && !isOver ? soonFailures(current, verdictHorizon(flow, time)) : []
  const { failure, stop } = reportedFailures(failures, health)
  const state = stop ? 'willStop' : failure && health.state !== 'failing' ? 'willFail' : health.state
  const needsAttention = failure !== null || isProblem(health)
  return { flow, time, state, needsAttention, health, results: null, forecast: current, failure, stop }
}

/** On another chain, a failed run stops the flow one run later, so this stop belongs to the last failure that is soon. */
function soonFailures(forecast: FlowForecast, until: number): ExpectedFailure[] {
  const all = expectedFailures(forecast)
  const soon = all.filter(({ at }) => clockTime(at) <= until)
  const next = all[soon.length]
  return soon.length > 0 && next?.risk.kind === 'stopsAfterFailure' ? [...soon, next] : soon
}

function resultsOf(flow: Flow, history: NewestEntries, time: BlockTime): RunResults {
  const { entries, isWhole } = newestRuns(history)
  const outcomes = entries.map(entry => executionOutcome(entry, flow, time))
  const attempted = outcomes.filter(outcome => outcome !== 'skipped' && outcome !== 'pending')
  return { attempted: attempted.length, succeeded: attempted.filter(tookEffect).length, isWhole }
}

/**
 * Compares two verdicts for sorting, worst flow first:
 *
 * - Flows that will stop, starting with the soonest failure
 * - Failing and stuck flows, starting with the longest failing one
 * - Flows that will fail, soonest first
 * - Ended flows that need attention, starting with the most recent one
 * - Waiting flows, flows with unknown health, healthy flows, and all other ended flows
 */
export function compareVerdicts(one: FlowVerdict, other: FlowVerdict): number {
  const [rank, otherRank] = [rankOf(one), rankOf(other)]
  if (rank !== otherRank) return rank - otherRank
  const [time, otherTime] = [timeOf(one), timeOf(other)]
  return one.state === 'ended' ? otherTime - time : time - otherTime
}

function rankOf({ state, needsAttention }: FlowVerdict): number {
  return state === 'ended' && !needsAttention ? ranks.ended + 4 : ranks[state]
}

const ranks: Record<FlowVerdict['state'], number> = {
  willStop: 0,
  failing: 1,
  stuck: 1,
  willFail: 2,
  ended: 3,
  waiting: 4,
  unknown: 5,
  healthy: 6,
}

function timeOf({ state, health, failure }: FlowVerdict): number {
  return failure && state !== 'failing' ? clockTime(failure.at) : startOf(health)
}
