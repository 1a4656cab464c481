import type { EvaluatedFlow, NodeState } from '../evaluate.js'
import { type Alert, type AlertKind, idOf, type ResolvedReason } from './alert.js'
import type { Problem } from './problems.js'

export interface Incident {
  alert: Alert
  anchor: string
  openedAt: number
  dueAt: number | null
  /** The balance of the account that was too low when the incident began. */
  balance?: string
}

export interface Incidents {
  block: NodeState['confirmedBlock']
  checkedAt: number | null
  open: { [key: string]: Incident }
  /** How often incidents with the same base ID were resolved, oldest first, so that the next one gets another ID. */
  resolved: { [base: string]: number }
  /** How often entries of `resolved` were removed. It is a part of later IDs, because they could repeat the ID of a removed entry. */
  removals: number
}

export const noIncidents: Incidents = { block: null, checkedAt: null, open: {}, resolved: {}, removals: 0 }

export interface Subject {
  kind: AlertKind
  flow: EvaluatedFlow['flow'] | null
}

export interface IncidentLog extends Pick<Incidents, 'open' | 'resolved' | 'removals'> {
  readonly alerts: () => Alert[]
  readonly find: (subject: Subject) => Incident | undefined
  readonly begin: (subject: Subject, problem: Problem) => void
  readonly end: (incident: Incident, reason: ResolvedReason) => void
}

const mostResolved = 20_000

export function continueLog(before: Incidents, chain: string, time: number): IncidentLog {
  const open = { ...before.open }
  const resolved = newestOf(before.resolved)
  const removals = before.removals + (Object.keys(before.resolved).length > mostResolved ? 1 : 0)
  const ended: Alert[] = []
  const began: Alert[] = []
  const at = new Date(time).toISOString()
  const baseOf = (kind: AlertKind, flow: { id: string } | null, anchor: string) =>
    idOf(chain, flow?.id ?? 'node', kind, anchor)

  return {
    open,
    resolved,
    removals,
    alerts: () => [...ended, ...began],
    find: ({ kind, flow }) => open[keyOf(kind, flow?.id)],
    begin({ kind, flow }, { anchor, dueAt, balance, run, cause, title, text }) {
      const base = baseOf(kind, flow, anchor)
      const times = resolved[base] ?? 0
      const alert: Alert = {
        id: removals + times === 0 ? base : idOf(base, `${removals}`, `${times}`),
        kind,
        status: 'open',
        at,
        flow: flow && { id: flow.id, label: flow.label, owner: flow.owner },
        run,
        cause,
        title,
        text,
      }
      open[keyOf(kind, flow?.id)] = { alert, anchor, openedAt: time, dueAt, ...(balance !== undefined && { balance }) }
      began.push(alert)
    },
    end({ alert, anchor }, reason) {
      delete open[keyOf(alert.kind, alert.flow?.id)]
      const base = baseOf(alert.kind, alert.flow, anchor)
      const times = (resolved[base] ?? 0) + 1
      // The newest entry stays the last one.
      delete resolved[base]
      resolved[base] = times
      ended.push({ ...alert, status: 'resolved', at, text: resolutions[reason], reason })
    },
  }
}

function newestOf(resolved: Incidents['resolved']): Incidents['resolved'] {
  return Object.fromEntries(Object.entries(resolved).slice(-mostResolved))
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
