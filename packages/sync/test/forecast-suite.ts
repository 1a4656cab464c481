import { createFlowClient, type Flow } from '@flow-query/core'
import { scanFlows } from '@flow-query/core/scan'
import { expectedFailures, forecastFlows, readForecastFacts } from '@flow-query/insights/forecast'
import type { Lcd } from '@flow-query/testing'
import { chainTimeAt } from '@flow-query/testing'
import { createDemoLcd } from '@flow-query/testing/demo'
import { expect } from 'vitest'
import { type Database, sync } from '../src/index.js'
import { chainOf, resultOf, rowsOf } from './truth.js'

const day = 86_400_000
/** Runs that are due within the test may happen before the view is queried. */
const tolerance = 300_000

/** Checks the forecasts of the demo chain against forecasts from the node's own responses. */
export async function expectCorrectForecasts(database: Database): Promise<void> {
  const now = Date.now()
  const lcd = createDemoLcd({ clock: () => now })
  emptyAccounts(lcd)
  const { height, forecasts } = await sync(chainOf(lcd), { to: database, forecastWithin: day })
  const expected = await forecastsAt(chainOf(lcd), height, now)
  expect(forecasts).toBe(expected.length)
  const nextRuns = expected.map(([, nextRun]) => nextRun)
  expect(nextRuns).toContain('likely')
  expect(nextRuns.filter(nextRun => nextRun === 'willFail').length).toBeGreaterThan(2)

  const rows = await rowsOf(database, 'forecasts')
  const stored = rows.map(row => {
    const isNextRun = row.expected_failure === 'true' && row.risk_time === row.exec_time
    const missing = isNextRun && row.missing_amount !== null ? `${row.missing_amount}${row.missing_denom}` : null
    return [`${row.flow_id}`, row.next_run, isNextRun ? row.risk : null, missing]
  })
  expect(stored.sort(byId)).toEqual(expected.sort(byId))

  const failing = rows.filter(row => row.expected_failure === 'true' && millisecondsOf(row.risk_time) > now + tolerance)
  const upcoming = await resultOf(database, 'SELECT flow_id, sentence FROM upcoming_failures')
  const soonestFirst = failing.sort(
    (a, b) => Number(BigInt(`${a.risk_time}`) - BigInt(`${b.risk_time}`)) || Number(a.flow_id) - Number(b.flow_id),
  )
  const wanted = new Set(soonestFirst.map(({ flow_id }) => `${flow_id}`))
  expect(upcoming.map(({ flow_id }) => `${flow_id}`).filter(id => wanted.has(id))).toEqual([...wanted])
  for (const { sentence } of upcoming) expect(sentence).toMatch(/\.$/)

  expect(await sync(chainOf(lcd), { to: database, forecastWithin: day })).toMatchObject({ forecasts: 0 })
}

/**
 * Leaves almost nothing in the accounts that pay for every tenth flow, so that several runs will fail, regardless of the balances of the
 * demo chain. A payment to an empty account would cost more.
 */
function emptyAccounts({ state, accounts }: Lcd): void {
  for (const { id, feeAddress, owner } of state.flows) {
    if (!id.endsWith('0')) continue
    accounts.balances[feeAddress] = [{ denom: 'uinto', amount: '1' }]
    accounts.balances[owner] = [{ denom: 'uinto', amount: '1' }]
  }
}

type Expected = [id: string, nextRun: string, failure: string | null, missing: string | null]

/** The next run of each due flow, and the failure that is expected for it. */
async function forecastsAt(chain: ReturnType<typeof chainOf>, height: number, now: number): Promise<Expected[]> {
  const client = createFlowClient({ ...chain, allowHeight: true })
  const owners = new Map<string, Flow[]>()
  const all: Flow[] = []
  for await (const flow of scanFlows(client, { height })) {
    all.push(flow)
    const due = Date.parse(flow.execTime)
    if (due <= now || due > now + day) continue
    const { history } = await client.flowHistory({ id: flow.id, limit: 1, reverse: true, height })
    if (history[0]?.scheduledExecTime === flow.execTime) continue
    owners.set(flow.owner, [...(owners.get(flow.owner) ?? []), flow])
  }
  const forecasts = await Promise.all(
    Array.from(owners.values(), async flows =>
      forecastFlows(
        await readForecastFacts(client, { flows, otherFlows: all, height, time: chainTimeAt(now) }),
        chainTimeAt(now),
      ),
    ),
  )
  return forecasts.flat().map(forecast => {
    const { flow, nextRun } = forecast
    const failure = expectedFailures(forecast).find(({ risk }) => risk.at === flow.execTime)
    const { kind = null, missing } = failure?.risk ?? {}
    return [flow.id, nextRun, kind, missing ? missing.amount + missing.denom : null]
  })
}

function millisecondsOf(nanoseconds: unknown): number {
  return Number(BigInt(`${nanoseconds}`) / 1_000_000n)
}

function byId(one: readonly unknown[], other: readonly unknown[]): number {
  return Number(one[0]) - Number(other[0])
}
