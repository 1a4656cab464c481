import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Alert, AlertKind } from './alert.js'
import { continueLog, type IncidentLog, type Incidents, noIncidents } from './incident-log.js'
import type { Problem } from './problems.js'

const problem: Problem = {
  anchor: 'run 1',
  run: 1,
  cause: null,
  title: 'Failing',
  text: null,
  dueAt: null,
  isExact: true,
}

function begin(log: IncidentLog, anchor: string, kind: AlertKind = 'flow.low_funds'): void {
  log.begin({ kind, flow: null }, { ...problem, anchor })
}

function saved({ open, begun }: IncidentLog): Incidents {
  return { ...noIncidents, open, begun }
}

function update(
  before: Incidents,
  change: (log: IncidentLog) => void,
  time = 0,
): { incidents: Incidents; alerts: Alert[] } {
  const log = continueLog(before, 'test-1', time)
  change(log)
  return { incidents: saved(log), alerts: log.alerts() }
}

test('no two alerts have the same ID, no matter what begins again and when the monitor crashes', () => {
  const kinds: AlertKind[] = ['flow.low_funds', 'flow.failing']
  const change = fc.record({ kind: fc.constantFrom(...kinds), anchor: fc.constantFrom(null, 'run 1', 'run 2') })
  const check = fc.record({ changes: fc.array(change, { maxLength: 4 }), crashes: fc.boolean() })
  fc.assert(
    fc.property(fc.array(check, { maxLength: 30 }), checks => {
      let state = noIncidents
      const sent = new Set<string>()
      for (const { changes, crashes } of checks) {
        const { incidents, alerts } = update(state, log => {
          for (const { kind, anchor } of changes) {
            const incident = log.find({ kind, flow: null })
            if (incident) log.end(incident, 'recovered')
            if (anchor !== null) begin(log, anchor, kind)
          }
        })
        // Alerts are sent after the state was saved, so a crash before that sends nothing.
        if (crashes) continue
        state = incidents
        for (const { id, status } of alerts) {
          expect(sent).not.toContain(`${status} ${id}`)
          sent.add(`${status} ${id}`)
        }
      }
    }),
  )
})

test('after the state was lost, the same alert has another ID', () => {
  const idAt = (time: number) => update(noIncidents, log => begin(log, 'run 1'), time).alerts[0]?.id
  expect(idAt(1)).not.toBe(idAt(2))
})
