import { toDate } from '@flow-query/core'
import type { EvaluatedFlow, Evaluation } from '../evaluate.js'
import { type Alert, type AlertKind, idOf, type ResolvedReason } from './alert.js'
import { endedFor, type Finding, type Problem, problemsOf, problemsOfNode, type Thresholds } from './problems.js'

/** A problem whose alert was raised, and that has not been resolved. */
interface Incident {
  alert: Alert
  /** The `anchor` of the problem. */
  anchor: string
  /** In milliseconds since 1970. */
  openedAt: number
  /** When the affected run is due, in milliseconds since 1970. */
  dueAt: number | null
}

/** The memory of a monitor: open and resolved problems. */
export interface Incidents {
  /** The height of the newest block. A far lower one means that the chain has started again. */
  height: string | null
  /** The time of the last complete evaluation, in milliseconds since 1970. Null before the first one. */
  checkedAt: number | null
  /** The open incidents, by kind and flow. */
  open: { [key: string]: Incident }
  /** How often an incident with the same anchor was resolved, and when, so that the next one gets another ID. */
  resolved: { [base: string]: { times: number; at: number } }
}

export const noIncidents: Incidents = { height: null, checkedAt: null, open: {}, resolved: {} }

/** How long resolved incidents are remembered, in milliseconds. */
const memory = 2_592_000_000

export interface IncidentsArgs {
  /** The name of the chain, which is part of each ID. */
  chain: string
  thresholds: Thresholds
  /** The time of this machine, in milliseconds since 1970. */
  time: number
}

/**
 * Compares an evaluation with the known incidents. Returns the new incidents, and the alerts that begin and end them.
 *
 * An unknown fact neither begins nor ends an incident. So a node that fails, lags behind or answers only some requests causes no
 * alerts about flows.
 */
export function updateIncidents(
  before: Incidents,
  evaluation: Evaluation,
  { chain, thresholds, time }: IncidentsArgs,
): { incidents: Incidents; alerts: Alert[] } {
  const { now, flows, node, isComplete } = evaluation
  const open: Incidents['open'] = { ...before.open }
  const resolved: Incidents['resolved'] = { ...before.resolved }
  const ended: Alert[] = []
  const began: Alert[] = []

  function begin(key: string, kind: AlertKind, flow: EvaluatedFlow['flow'] | null, problem: Problem): void {
    const base = idOf(chain, flow?.id ?? 'node', kind, problem.anchor)
    const { times = 0 } = resolved[base] ?? {}
    const alert: Alert = {
      id: times === 0 ? base : idOf(base, String(times)),
      kind,
      status: 'open',
      at: new Date(time).toISOString(),
      flow: flow && { id: flow.id, label: flow.label, owner: flow.owner },
      run: problem.run,
      cause: problem.cause,
      title: problem.title,
      text: problem.text,
    }
    open[key] = { alert, anchor: problem.anchor, openedAt: time, dueAt: problem.dueAt }
    began.push(alert)
  }

  function end(key: string, reason: ResolvedReason): void {
    const incident = open[key]
    if (!incident) return
    delete open[key]
    const { alert, anchor } = incident
    const base = idOf(chain, alert.flow?.id ?? 'node', alert.kind, anchor)
    resolved[base] = { times: (resolved[base]?.times ?? 0) + 1, at: time }
    ended.push({ ...alert, status: 'resolved', at: new Date(time).toISOString(), text: resolutions[reason], reason })
  }

  function update(key: string, kind: AlertKind, evaluated: EvaluatedFlow | null, finding: Finding): void {
    const incident = open[key]
    if (finding === undefined || (incident && evaluated && isUndecided(incident, evaluated, now))) return
    const flow = evaluated?.flow ?? null
    if (finding === null) {
      end(key, evaluated && incident ? reasonFor(incident, evaluated) : 'recovered')
      return
    }
    if (!incident) {
      begin(key, kind, flow, finding)
      return
    }
    if (incident.anchor === finding.anchor) return
    // Another run is affected. It is a new problem if the predicted run is over, or if the flow failed or stopped again.
    const isRepeated = finding.isExact && incident.dueAt === null && timeOf(finding.anchor) > incident.openedAt
    const isOver = incident.dueAt !== null && incident.dueAt <= now
    if (!isRepeated && !isOver) return
    end(key, 'recovered')
    begin(key, kind, flow, finding)
  }

  if (isNewChain(before, evaluation)) {
    for (const key of Object.keys(open)) end(key, 'gone')
    for (const base of Object.keys(resolved)) delete resolved[base]
  }
  for (const [kind, finding] of Object.entries(problemsOfNode(evaluation, time)))
    update(kind, kind as AlertKind, null, finding)

  const isReachable = node.unreachableSince === null
  if (isReachable) {
    const lookback = Math.min(before.checkedAt ?? Number.POSITIVE_INFINITY, now - endedFor)
    for (const evaluated of flows) {
      for (const [kind, finding] of Object.entries(problemsOf(evaluated, now, thresholds))) {
        const key = `${kind} ${evaluated.flow.id}`
        const known = open[key]
        if (evaluated.health.state === 'ended' && finding) {
          const endedAt = timeOf(evaluated.flow.execTime)
          if (known && time >= Math.max(known.openedAt + endedFor, endedAt + endedFor)) end(key, 'over')
          if (!open[key] && (known || endedAt < lookback)) continue
        }
        update(key, kind as AlertKind, evaluated, finding)
      }
    }
    if (isComplete) {
      const ids = new Set(flows.map(({ flow }) => flow.id))
      for (const [key, { alert }] of Object.entries(open)) if (alert.flow && !ids.has(alert.flow.id)) end(key, 'gone')
    }
  }

  for (const [base, { at }] of Object.entries(resolved)) if (at < time - memory) delete resolved[base]
  return {
    incidents: {
      height: node.height ?? before.height,
      checkedAt: isReachable && isComplete ? now : before.checkedAt,
      open,
      resolved,
    },
    alerts: [...ended, ...began],
  }
}

/** How many blocks a node can lag behind another one. With a lower height, the chain has started again. */
const largestLag = 1_000

/** Returns whether the chain has started again since the last evaluation, so that nothing about it is true anymore. */
function isNewChain({ height }: Pick<Incidents, 'height'>, { node }: Pick<Evaluation, 'node'>): boolean {
  return height !== null && node.height !== null && Number(node.height) + largestLag < Number(height)
}

/** Returns whether a predicted run is due, but its result is not known yet. */
function isUndecided({ dueAt }: Incident, { status, newest }: EvaluatedFlow, now: number): boolean {
  if (dueAt === null || dueAt > now || status === 'completed' || status === 'stopped') return false
  return timeOf(newest?.history[0]?.scheduledExecTime ?? '') < dueAt
}

function reasonFor({ alert }: Incident, { health }: EvaluatedFlow): ResolvedReason {
  const hasStopped = health.state === 'ended' && health.stopped !== null
  if (alert.kind === 'flow.will_fail') {
    const failed = health.state === 'failing' || health.state === 'ended' ? health.failedRun?.number : undefined
    return failed != null && alert.run !== null && failed >= alert.run ? 'failed' : 'recovered'
  }
  return hasStopped && alert.kind !== 'flow.stopped' ? 'stopped' : 'recovered'
}

const resolutions: Record<ResolvedReason, string> = {
  recovered: 'The problem is gone.',
  failed: 'The run has failed as predicted.',
  stopped: 'The flow has stopped, so it won’t run again.',
  over: 'The flow ended a day ago, so it is no longer reported.',
  gone: 'The flow is no longer monitored.',
}

function timeOf(time: string): number {
  return toDate(time)?.getTime() ?? 0
}
