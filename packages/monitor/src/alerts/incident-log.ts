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
  /** Since when the forecast expects no problem, in milliseconds since 1970. */
  clearSince?: number
  /** Whether the last complete evaluation didn't contain the flow. */
  isMissing?: true
}

export interface Incidents {
  block: NodeState['confirmedBlock']
  checkedAt: number | null
  open: { [key: string]: Incident }
  /** How many incidents have begun. It is a part of their IDs. */
  begun: number
}

export const noIncidents: Incidents = { block: null, checkedAt: null, open: {}, begun: 0 }

export interface Subject {
  kind: AlertKind
  flow: EvaluatedFlow['flow'] | null
}

export interface IncidentLog extends Pick<Incidents, 'open' | 'begun'> {
  readonly alerts: () => Alert[]
  readonly find: (subject: Subject) => Incident | undefined
  readonly begin: (subject: Subject, problem: Problem) => void
  /** Sets since when the forecast expects no problem, or that it expects one again. */
  readonly setClear: (incident: Incident, since: number | undefined) => void
  readonly end: (incident: Incident, reason: ResolvedReason) => void
}

export function continueLog(before: Incidents, chain: string, time: number): IncidentLog {
  const open = { ...before.open }
  let { begun } = before
  const ended: Alert[] = []
  const began: Alert[] = []
  const at = new Date(time).toISOString()

  return {
    open,
    get begun() {
      return begun
    },
    alerts: () => [...ended, ...began],
    find: ({ kind, flow }) => open[keyOf(kind, flow?.id)],
    begin({ kind, flow }, { anchor, dueAt, balance, run, cause, title, text, stops = false }) {
      begun++
      const alert: Alert = {
        // The count is lost together with the state, but not the time. The time can be set back, but not the count.
        id: idOf(chain, flow?.id ?? 'node', kind, at, `${begun}`),
        kind,
        status: 'open',
        at,
        flow: flow && { id: flow.id, label: flow.label, owner: flow.owner },
        run,
        cause,
        title,
        text,
        stops,
      }
      open[keyOf(kind, flow?.id)] = { alert, anchor, openedAt: time, dueAt, ...(balance !== undefined && { balance }) }
      began.push(alert)
    },
    setClear({ clearSince: _, ...incident }, since) {
      const { kind, flow } = incident.alert
      open[keyOf(kind, flow?.id)] = { ...incident, ...(since !== undefined && { clearSince: since }) }
    },
    end({ alert }, reason) {
      delete open[keyOf(alert.kind, alert.flow?.id)]
      ended.push({ ...alert, status: 'resolved', at, text: resolutions[reason], reason })
    },
  }
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
