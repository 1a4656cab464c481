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

function endAll(log: IncidentLog): void {
  for (const incident of Object.values(log.open)) log.end(incident, 'recovered')
}

function saved({ open, resolved, removals }: IncidentLog): Incidents {
  return { ...noIncidents, open, resolved, removals }
}

function update(before: Incidents, change: (log: IncidentLog) => void): { incidents: Incidents; alerts: Alert[] } {
  const log = continueLog(before, 'test-1', 0)
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

test('an alert that begins again has another ID, although its entry was removed', () => {
  const ids: string[] = []
  const repeat = (before: Incidents) => {
    const { incidents, alerts } = update(before, log => {
      begin(log, 'run 1')
      endAll(log)
    })
    ids.push(...alerts.filter(({ status }) => status === 'open').map(({ id }) => id))
    return incidents
  }
  const others = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`incident ${index}`, 1]))
  let incidents = repeat(repeat(noIncidents))
  for (let count = 0; count < 3; count++)
    incidents = repeat({ ...incidents, resolved: { ...incidents.resolved, ...others } })
  expect(new Set(ids).size).toBe(5)
  expect(Object.keys(continueLog(incidents, 'test-1', 0).resolved)).toHaveLength(20_000)
})
