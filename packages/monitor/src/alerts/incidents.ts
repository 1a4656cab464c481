import { toDate } from '@flow-query/core'
import { isReset } from '@flow-query/core/parts/events'
import type { EvaluatedFlow, Evaluation, NodeState } from '../evaluate.js'
import type { Alert, AlertKind, ResolvedReason } from './alert.js'
import { continueLog, type Incident, type IncidentLog, type Incidents, type Subject } from './incident-log.js'
import { endedFor, type Finding, type Problem, problemsOf, problemsOfNode, type Thresholds } from './problems.js'

/** Evaluations without a new block estimate its time, at most this many milliseconds ahead. */
const longestEstimate = 300_000
/**
 * How long a forecast must expect no problem until its alert ends, in milliseconds. A forecast changes with each run of a flow that uses
 * the same account.
 */
const keepOpenFor = 600_000

export interface IncidentsArgs {
  chain: string
  thresholds: Thresholds
  time: number
}

export function updateIncidents(
  before: Incidents,
  evaluation: Evaluation,
  { chain, thresholds, time }: IncidentsArgs,
): { incidents: Incidents; alerts: Alert[] } {
  const { now, flows, node, isComplete } = evaluation
  const isUsable = node.unreachableSince === null && !isBehind(before, now, time)
  const log = continueLog(before, chain, time)

  const isOfNewChain = wasReset(before, node)
  if (isOfNewChain) endAllFlows(log)
  for (const [kind, finding] of Object.entries(problemsOfNode(evaluation, time)))
    updateNode(log, kind as AlertKind, finding)
  if (isUsable) {
    const reportedSince = Math.min(before.checkedAt ?? Number.POSITIVE_INFINITY, now - endedFor)
    for (const evaluated of flows) {
      for (const [kind, finding] of Object.entries(problemsOf(evaluated, now, thresholds))) {
        const subject = { kind: kind as AlertKind, flow: evaluated.flow }
        if (evaluated.health.state === 'ended' && finding)
          updateEndedFlow(log, subject, evaluated, finding, { now, time, reportedSince })
        else updateFlow(log, subject, evaluated, finding, now)
      }
    }
    if (isComplete) endMissing(log, flows)
  }
  return {
    incidents: {
      block: isOfNewChain ? node.confirmedBlock : later(before.block, node.confirmedBlock),
      checkedAt: isUsable && isComplete ? now : before.checkedAt,
      open: log.open,
      begun: log.begun,
    },
    alerts: log.alerts(),
  }
}

function updateNode(log: IncidentLog, kind: AlertKind, finding: Finding): void {
  const subject = { kind, flow: null }
  const incident = log.find(subject)
  if (finding && !incident) log.begin(subject, finding)
  if (finding === null && incident) log.end(incident, 'recovered')
}

function updateFlow(log: IncidentLog, subject: Subject, evaluated: EvaluatedFlow, finding: Finding, now: number): void {
  const incident = log.find(subject)
  if (!incident) {
    if (finding) log.begin(subject, finding)
    return
  }
  const isOver = incident.dueAt !== null && incident.dueAt <= now
  const isClear = finding === null && !mayStillBeShort(incident, evaluated)
  if (isForecast(incident) && !isOver && !hasEnded(evaluated)) {
    const since = isClear ? Math.min(incident.clearSince ?? now, now) : undefined
    if (since !== undefined && now - since >= keepOpenFor) log.end(incident, 'recovered')
    else log.setClear(incident, since)
    return
  }
  if ((finding === undefined && !isOver) || isUndecided(incident, evaluated, now)) return
  if (!finding) {
    log.end(incident, reasonFor(incident, evaluated))
  } else if (isNewProblem(incident, finding, now)) {
    log.end(incident, reasonFor(incident, evaluated))
    log.begin(subject, finding)
  }
}

function updateEndedFlow(
  log: IncidentLog,
  subject: Subject,
  evaluated: EvaluatedFlow,
  finding: Problem,
  { now, time, reportedSince }: { now: number; time: number; reportedSince: number },
): void {
  const incident = log.find(subject)
  const endedAt = timeOf(evaluated.flow.execTime)
  if (incident && time >= Math.max(incident.openedAt, endedAt) + endedFor) log.end(incident, 'over')
  else if (incident || endedAt >= reportedSince) updateFlow(log, subject, evaluated, finding, now)
}

function endAllFlows(log: IncidentLog): void {
  for (const incident of Object.values(log.open)) if (incident.alert.flow) log.end(incident, 'gone')
}

/** A flow must be missing twice in a row, because a single response can come from a node that doesn't have it yet. */
function endMissing(log: IncidentLog, flows: readonly EvaluatedFlow[]): void {
  const ids = new Set(flows.map(({ flow }) => flow.id))
  for (const [key, { isMissing, ...incident }] of Object.entries(log.open)) {
    const { flow } = incident.alert
    if (!flow || ids.has(flow.id)) log.open[key] = incident
    else if (isMissing) log.end(incident, 'gone')
    else log.open[key] = { ...incident, isMissing: true }
  }
}

/** After a restart, the first node can lag behind the last one before the restart. A time after the clock can't be believed. */
function isBehind({ checkedAt }: Incidents, now: number, time: number): boolean {
  return checkedAt !== null && now < Math.min(checkedAt, time) - longestEstimate
}

/** Also finds a reset that happened while no monitor was running. */
function wasReset({ block }: Incidents, { confirmedBlock }: NodeState): boolean {
  return block !== null && confirmedBlock !== null && isReset(block, confirmedBlock)
}

/** After a start, the node can lag behind the block in the state file. */
function later(one: Incidents['block'], other: Incidents['block']): Incidents['block'] {
  return (one?.height ?? 0) > (other?.height ?? 0) ? one : other
}

function isForecast({ alert }: Incident): boolean {
  return alert.kind === 'flow.will_fail' || alert.kind === 'flow.low_funds'
}

function hasEnded({ status }: Pick<EvaluatedFlow, 'status'>): boolean {
  return status === 'completed' || status === 'stopped'
}

function isUndecided({ dueAt }: Incident, { status, newest }: EvaluatedFlow, now: number): boolean {
  if (dueAt === null || dueAt > now || hasEnded({ status })) return false
  return timeOf(newest?.history[0]?.scheduledExecTime ?? '') < dueAt
}

/**
 * Whether the account has received no money since the incident began, and can't pay all runs if they cost a quarter more than expected.
 * An estimate near the limit could otherwise end and begin the incident after each run.
 */
function mayStillBeShort({ balance }: Incident, { forecast }: EvaluatedFlow): boolean {
  if (balance === undefined || !forecast?.funds) return false
  const { runs, scheduled, balance: current, costPerRun, needed } = forecast.funds
  const enough = Number(needed) + 1.25 * Number(costPerRun) * (scheduled - 1)
  return Number(current) <= Number(balance) && (runs.atLeast < scheduled || Number(current) < enough)
}

function isNewProblem({ anchor, dueAt, openedAt }: Incident, finding: Problem, now: number): boolean {
  if (anchor === finding.anchor) return false
  return dueAt === null ? finding.isExact && timeOf(finding.anchor) > openedAt : dueAt <= now
}

function reasonFor({ alert }: Incident, { health }: EvaluatedFlow): ResolvedReason {
  if (alert.kind === 'flow.will_fail') {
    const failed = health.state === 'failing' || health.state === 'ended' ? health.failedRun?.number : undefined
    return failed != null && alert.run !== null && failed >= alert.run ? 'failed' : 'recovered'
  }
  const hasStopped = health.state === 'ended' && health.stopped !== null
  return hasStopped && alert.kind !== 'flow.stopped' ? 'stopped' : 'recovered'
}

function timeOf(time: string): number {
  return toDate(time)?.getTime() ?? 0
}
