import {
  type BlockTime,
  type Flow,
  type FlowHistoryPage,
  type FlowQueryError,
  type FlowStatus,
  flowStatus,
} from '@flow-query/core'
import { type FlowHealth, type FlowVerdict, flowVerdict, type Run, verdictOf } from '@flow-query/insights'
import type { FlowForecast, Packet } from '@flow-query/insights/forecast'

/** A flow with its health and its forecast. */
export interface EvaluatedFlow {
  flow: Flow
  status: FlowStatus
  /** The worse of health and forecast, from core's `flowVerdict`. */
  verdict: FlowVerdict
  /** The health from core's `flowHealth`, or the state `unknown` if the flow's runs have not been read. */
  health: FlowHealth
  /** The newest series of failures, or null if the newest result isn't a failure. */
  failures: FailureSeries | null
  /** The newest runs, newest first, or undefined if they have not been read. */
  newest: FlowHistoryPage | undefined
  /** The forecast from core's `forecastFlows`, or null if the flow is over or the facts could not be read. */
  forecast: FlowForecast | null
  /** The packets of runs with unclear results, from core's `readPackets`. Empty if the client's `chains` lack the other chain. */
  packets: readonly Packet[]
}

/** A series of failures without a success in between. */
export interface FailureSeries {
  since: Run
  /** Whether older runs are unknown, so that the series may have started before `since`. */
  orEarlier: boolean
}

export interface NodeState {
  /** The height of the newest block, or null if the node has not reported it. */
  height: string | null
  /** The time of the newest block in milliseconds since 1970, or null if the node has not reported it. */
  blockTime: number | null
  /**
   * The last block that a later response has confirmed, with its time in milliseconds since 1970, or null. If it is lower and later than
   * an earlier one, the chain was reset.
   */
  confirmedBlock: { height: number; time: number } | null
  /** When requests began to fail, in milliseconds since 1970, or null if the last request was answered. */
  unreachableSince: number | null
  /** When the newest block arrived, in milliseconds since 1970. Null unless the next block is overdue. */
  silentSince: number | null
  /**
   * How far the newest block is behind the clock of this machine, in milliseconds. Negative if the block is ahead, and null while it is
   * unknown which block is the newest one.
   */
  lag: number | null
  /** The error of the last request, or null if it was answered. */
  error: FlowQueryError | null
}

/** The health and the forecasts of all monitored flows at one time, and the state of the node. */
export interface Evaluation {
  /** The time of the evaluation, in milliseconds since 1970. It follows the blocks of the node, so a node that lags behind can't make flows look overdue. */
  now: number
  /** The flows, in order of their IDs. */
  flows: EvaluatedFlow[]
  /**
   * Whether all flows, runs and facts have been read. The first evaluation is never complete, because the next one must confirm the
   * newest block.
   */
  isComplete: boolean
  node: NodeState
}

export interface EvaluationInput {
  flows: Iterable<Flow>
  /** The newest runs, by flow ID. */
  histories: ReadonlyMap<string, FlowHistoryPage>
  /** The health of ended flows whose runs are no longer in memory, by flow ID. */
  endedHealth?: ReadonlyMap<string, FlowHealth>
  /** The forecasts, by flow ID. */
  forecasts?: ReadonlyMap<string, FlowForecast>
  /** Returns a flow's newest series of failures. By default, only `histories` are searched. */
  failures?: (id: string) => FailureSeries | null
}

const neverRan: FlowHistoryPage = { history: [], nextKey: null, total: null }

/**
 * Evaluates flows with core's policies, without requests.
 *
 * @param time the newest block when the flows were read
 */
export function evaluateFlows(
  { flows, histories, endedHealth, forecasts, failures }: EvaluationInput,
  time: BlockTime,
): EvaluatedFlow[] {
  return Array.from(flows, flow => {
    const newest = histories.get(flow.id)
    // The last run of an ended flow is the one at its `execTime`.
    const lastRun = endedHealth?.has(flow.id) ? { scheduledExecTime: flow.execTime } : undefined
    const status = flowStatus(flow, time, { newest: newest?.history[0] ?? lastRun })
    const isOver = status === 'completed' || status === 'stopped'
    const read = newest ?? (status === 'scheduled' ? neverRan : undefined)
    const forecast = isOver ? null : (forecasts?.get(flow.id) ?? null)
    const verdict = read
      ? flowVerdict(flow, read, forecast, time)
      : verdictOf(flow, endedHealth?.get(flow.id) ?? { state: 'unknown' }, forecast, time)
    const { health } = verdict
    return {
      flow,
      status,
      verdict,
      health,
      failures: failures ? failures(flow.id) : failuresOf(health),
      newest,
      forecast,
      packets: [],
    }
  })
}

export function blockAt(now: number): BlockTime {
  return { block: new Date(now).toISOString() }
}

export function failuresOf(health: FlowHealth): FailureSeries | null {
  if (health.state !== 'failing' && health.state !== 'ended') return null
  const since = health.state === 'failing' ? health.since : health.failingSince
  return since && { since, orEarlier: health.orEarlier }
}
