import type { EvaluatedFlow } from '../evaluate.js'
import { type Alert, type AlertKind, idOf, type ResolvedReason } from './alert.js'
import type { Problem } from './problems.js'

export interface Incident {
  alert: Alert
  anchor: string
  openedAt: number
  dueAt: number | null
}

export interface Incidents {
  height: string | null
  checkedAt: number | null
  open: { [key: string]: Incident }
  /** How often incidents with the same base ID were resolved, and when, so that the next one gets another ID. */
  resolved: { [base: string]: { times: number; at: number } }
}

export const noIncidents: Incidents = { height: null, checkedAt: null, open: {}, resolved: {} }

export interface Subject {
  kind: AlertKind
  flow: EvaluatedFlow['flow'] | null
}

export interface IncidentLog extends Pick<Incidents, 'open' | 'resolved'> {
  readonly alerts: () => Alert[]
  readonly find: (subject: Subject) => Incident | undefined
  readonly begin: (subject: Subject, problem: Problem) => void
  readonly end: (incident: Incident, reason: ResolvedReason) => void
}

const memory = 7 * 86_400_000
const mostResolved = 10_000

export function continueLog(before: Incidents, chain: string, time: number): IncidentLog {
  const open = { ...before.open }
  const resolved = recentOnly(before.resolved, time)
  const ended: Alert[] = []
  const began: Alert[] = []
  const at = new Date(time).toISOString()
  const baseOf = (kind: AlertKind, flow: { id: string } | null, anchor: string) =>
    idOf(chain, flow?.id ?? 'node', kind, anchor)

  return {
    open,
    resolved,
    alerts: () => [...ended, ...began],
    find: ({ kind, flow }) => open[keyOf(kind, flow?.id)],
    begin({ kind, flow }, { anchor, dueAt, run, cause, title, text }) {
      const base = baseOf(kind, flow, anchor)
      const times = resolved[base]?.times
      const alert: Alert = {
        id: times === undefined ? base : idOf(base, String(times)),
        kind,
        status: 'open',
        at,
        flow: flow && { id: flow.id, label: flow.label, owner: flow.owner },
        run,
        cause,
        title,
        text,
      }
      open[keyOf(kind, flow?.id)] = { alert, anchor, openedAt: time, dueAt }
      began.push(alert)
    },
    end({ alert, anchor }, reason) {
      delete open[keyOf(alert.kind, alert.flow?.id)]
      const base = baseOf(alert.kind, alert.flow, anchor)
      const times = (resolved[base]?.times ?? 0) + 1
      // The incidents stay sorted by time.
      delete resolved[base]
      resolved[base] = { times, at: time }
      ended.push({ ...alert, status: 'resolved', at, text: resolutions[reason], reason })
    },
  }
}

function recentOnly(resolved: Incidents['resolved'], time: number): Incidents['resolved'] {
  const kept: Incidents['resolved'] = {}
  for (const base of Object.keys(resolved).slice(-mostResolved)) {
    const known = resolved[base]
    if (known && known.at >= time - memory) kept[base] = known
  }
  return kept
}

function keyOf(kind: AlertKind, flowId: string | undefined): string {
  return flowId === undefined ? kind : `${kind} ${flowId}`
}

const resolutions: Record<ResolvedReason, string> = {
  recovered: 'The problem is gone.',
  failed: 'The run has failed as predicted.',
  stopped: 'The flow has stopped, so it won’t run again.',
  over: 'The flow ended a day ago, so it is no longer reported.',
  gone: 'The flow is no longer monitored.',
}
