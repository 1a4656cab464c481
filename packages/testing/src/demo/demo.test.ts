import { createFlowClient } from '@flow-query/core'
import { draftFrom, draftMessage } from '@flow-query/insights/draft'
import { describe, expect, test } from 'vitest'
import { durationToNs, timeToNs } from '../chain/blocks/time.js'
import { burntBy } from '../chain/history-entry.js'
import { createDemoLcd } from '../demo.js'
import { createClock, type HistoryEntry, stateFromRecording } from '../index.js'
import { retiredAgent } from './agents.js'
import { recordedExchanges } from './demo.js'

const initialTime = '2027-03-01T12:00:00Z'
const lcd = createDemoLcd({ clock: createClock(initialTime).now })

describe('the demo chain', () => {
  const { flows, history } = lcd.state
  const entries: HistoryEntry[] = Object.values(history).flat()

  test('starts with the recorded flows, shifted to the current time, followed by the hand-written ones', () => {
    expect(flows.slice(0, 21).map(({ label }) => label)).toContain('Only while the other account holds more than 1,000')
    expect(flows[21]).toMatchObject({ id: '22', label: 'Salary of Mia' })
    expect(flows[13]).toMatchObject({ id: '14', label: 'Every 5s' })
    expect(lcd.history(14)).toHaveLength(240)
    expect(Date.parse(lcd.flow(4)?.execTime ?? '')).toBeGreaterThan(Date.parse(initialTime))
  })

  test('has executions of every outcome, in order and none in the future', () => {
    expect(entries.some(({ timedOut }) => timedOut)).toBe(true)
    expect(entries.some(({ errors }) => errors.some(error => error.includes('host chain')))).toBe(true)
    expect(entries.some(({ errors }) => errors.includes('balance too low to deduct expected fee'))).toBe(true)
    expect(entries.some(({ executed, queryResponses }) => !executed && queryResponses.length > 0)).toBe(true)
    expect(entries.some(({ executed, packetSequences }) => executed && packetSequences.length > 0)).toBe(true)
    for (const list of Object.values(history)) {
      const times = list.map(({ actualExecTime }) => Date.parse(actualExecTime))
      expect(times).toEqual([...times].sort((a, b) => a - b))
      expect(times.at(-1) ?? 0).toBeLessThanOrEqual(Date.parse(initialTime) + 1)
    }
  })

  test('has labels of every kind and an owner with more than one page of flows', () => {
    const labels = new Set(flows.map(({ label }) => label))
    for (const label of ['', 'x'.repeat(50), '<script>alert(1)</script>', 'a "quoted" label\nwith a line', 'Pay rent'])
      expect(labels).toContain(label)
    const counts = new Map<string, number>()
    for (const { owner } of flows) counts.set(owner, (counts.get(owner) ?? 0) + 1)
    expect(Math.max(...counts.values())).toBeGreaterThan(100)
  })

  test('has ids without gaps and a history for each flow', () => {
    expect(flows.map(({ id }) => id)).toEqual(flows.map((_, index) => String(index + 1)))
    expect(Object.keys(history)).toEqual(flows.map(({ id }) => id))
  })

  test('runs flows between their start and end, one interval apart', () => {
    for (const { id, startTime, endTime, interval } of flows.slice(21)) {
      const due = lcd.history(id).map(({ scheduledExecTime }) => timeToNs(scheduledExecTime))
      const gaps = due.slice(1).map((time, index) => time - (due[index] ?? 0n))
      expect(new Set(gaps).size, `flow ${id}`).toBeLessThanOrEqual(1)
      for (const gap of gaps) expect(gap).toBe(durationToNs(interval))
      for (const time of due) {
        expect(time).toBeGreaterThanOrEqual(timeToNs(startTime))
        expect(time).toBeLessThanOrEqual(timeToNs(endTime))
      }
    }
  })

  test('conditions refer to existing flows', () => {
    const ids = new Set(flows.map(({ id }) => id))
    for (const { id, conditions } of flows) {
      if (!conditions) continue
      const { comparisons, feedbackLoops, useAndForComparisons: _, ...dependencies } = conditions
      const sources = [...comparisons, ...feedbackLoops].map(({ flowId }) => flowId).filter(flowId => flowId !== '0')
      for (const other of [...sources, ...Object.values(dependencies).flat()]) {
        expect(ids).toContain(other)
        expect(other).not.toBe(id)
      }
    }
  })

  test("each packet belongs to one execution, and owners have accounts on their flows' connections", () => {
    const accounts = lcd.state.interchainAccounts.map(({ owner, connectionId }) => `${owner} ${connectionId}`)
    expect(new Set(accounts).size).toBe(accounts.length)
    const packets: string[] = []
    for (const { id, owner, selfHostedIca, trustlessAgent } of flows.slice(21)) {
      const sent = lcd.history(id).flatMap(({ packetSequences }) => packetSequences)
      packets.push(...sent.map(sequence => `${trustlessAgent?.agentAddress || owner} ${sequence}`))
      if (sent.length > 0 && selfHostedIca?.connectionId)
        expect(accounts).toContain(`${owner} ${selfHostedIca.connectionId}`)
    }
    expect(packets.length).toBeGreaterThan(1_000)
    expect(new Set(packets).size).toBe(packets.length)
  })

  test('total_burnt is the sum over all executions', () => {
    const { totalBurnt, params } = lcd.state
    let burnt = BigInt(stateFromRecording(recordedExchanges).totalBurnt.amount)
    for (const flow of flows.slice(21))
      for (const entry of lcd.history(flow.id)) burnt += burntBy(flow, entry, params.burnFeePerMsg)
    expect(totalBurnt).toEqual({ denom: 'uinto', amount: String(burnt) })
  })

  test('agents execute flows for a fee, and only the retired agent is not registered', () => {
    const { trustlessAgents } = lcd.state
    const used = new Set(flows.flatMap(({ trustlessAgent }) => trustlessAgent?.agentAddress || []))
    expect(trustlessAgents.length).toBeGreaterThan(3)
    const registered = new Set(trustlessAgents.map(({ agentAddress }) => agentAddress))
    expect([...used].filter(address => !registered.has(address))).toEqual([retiredAgent.owner])
    expect(used.size).toBeGreaterThan(3)
    const admins = trustlessAgents.map(({ feeConfig }) => feeConfig?.feeAdmin)
    expect(new Set(admins).size).toBeLessThan(admins.length)
  })
})

test('the chain accepts a copy of each flow', async () => {
  const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })
  const { flows } = await client.flows({ limit: 1_000 })
  const refusals = await Promise.all(
    flows.map(async flow => {
      const sequence = String(flows.filter(({ owner }) => owner === flow.owner).length)
      const body = { messages: [draftMessage(draftFrom(flow))] }
      const tx = { body, auth_info: { signer_infos: [{ sequence }] } }
      const url = `${lcd.url}/cosmos/tx/v1beta1/simulate`
      const response = await lcd.fetch(url, { method: 'POST', body: JSON.stringify({ tx }) })
      return response.ok ? [] : [`${flow.id} ${flow.label}: ${(await response.json()).message}`]
    }),
  )
  expect(refusals.flat()).toEqual([])
})

test('the same seed and time create the same chain in both versions, and another seed a different one', async () => {
  const clock = createClock(initialTime)
  const [v1, v1beta1] = [createDemoLcd({ clock: clock.now }), createDemoLcd({ version: 'v1beta1', clock: clock.now })]
  const path = '/intento/intent/v1beta1/flows?pagination.limit=400'
  const { flow_infos } = await (await v1beta1.fetch(v1beta1.url + path)).json()
  expect(flow_infos.length).toBeGreaterThan(300)
  expect(createDemoLcd({ clock: clock.now, seed: 2 }).state.flows).not.toEqual(v1.state.flows)
  clock.advance(60 * 60_000)
  expect(v1beta1.state).toEqual(v1.state)
})

test('at least one flow runs every minute for more than a day', () => {
  const executions = () => Object.values(lcd.state.history).flat().length
  const runsInTheNextMinute = () => {
    const before = executions()
    lcd.advance(60_000)
    return executions() - before
  }
  for (let minute = 0; minute < 30; minute++) expect(runsInTheNextMinute()).toBeGreaterThan(3)
  lcd.advance(24 * 60 * 60_000)
  expect(runsInTheNextMinute()).toBeGreaterThan(3)
})
