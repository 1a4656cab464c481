import {
  createFlowClient,
  executionOutcome,
  executionProblem,
  type Flow,
  type FlowHistoryEntry,
  scanFlowHistory,
  scanFlows,
} from '@flow-query/core'
import { createLcd } from '@flow-query/testing'
import { expect } from 'vitest'
import { type Database, sync } from '../src/index.js'
import { chainOf } from './truth.js'

/** A flow with its executions, from the node. */
interface Ran {
  flow: Flow
  history: FlowHistoryEntry[]
}

/** Milliseconds of the database's clock that pass until it has answered, at most: what changes within them is not compared. */
const patience = 300_000

/** The views of a lively chain say what can be counted in what the node says. */
export async function expectTrueViews(database: Database): Promise<void> {
  const now = Date.now()
  const lcd = createLcd({ clock: () => now })
  const { height } = await sync(chainOf(lcd), { to: database })
  const chain: Ran[] = []
  const client = createFlowClient(chainOf(lcd))
  for await (const flow of scanFlows(client, { height })) {
    const history: FlowHistoryEntry[] = []
    for await (const entry of scanFlowHistory(client, { id: flow.id, height })) history.push(entry)
    chain.push({ flow, history })
  }

  const store = await database.open()
  const select = async (query: string) => (await store.select(query)).map(row => Object.values(row))
  try {
    const expected = chain.flatMap(ran => expectedRuns(ran, now))
    const undecided = new Set(
      expected.filter(({ isDecided }) => !isDecided).map(({ row: [id, run] }) => `${id}/${run}`),
    )
    const runs = await select('SELECT flow_id, sequence, outcome, problem, owner, label FROM runs')
    expectRows(
      runs.filter(([id, run]) => !undecided.has(`${id}/${run}`)),
      expected.filter(({ isDecided }) => isDecided).map(({ row }) => row),
    )
    const fees = await select('SELECT flow_id, sequence, denom, amount FROM fees')
    expectRows(fees, chain.flatMap(expectedFees))
    const days = await select('SELECT day, denom, total, executions FROM fees_by_day')
    expectRows(
      days.map(([day, ...rest]) => [dayOf(day), ...rest]),
      feesByDay(chain),
    )
    const causes = await select('SELECT problem, failures, flows FROM problems_by_cause')
    expectRows(causes, problemsByCause(chain))
    const failing = await select('SELECT flow_id, failures, since_sequence, problem FROM failing_flows')
    expectRows(failing, chain.flatMap(expectedFailing))
    const owners = await select('SELECT owner, flows, executions, failures FROM owners')
    expectRows(owners, expectedOwners(chain))
    for (const [owner, running] of await select('SELECT owner, running FROM owners')) {
      const theirs = chain.filter(({ flow }) => flow.owner === owner)
      expect(Number(running)).toBeGreaterThanOrEqual(countDueAfter(theirs, now + patience))
      expect(Number(running)).toBeLessThanOrEqual(countDueAfter(theirs, now))
    }
    const upcoming = (await select('SELECT flow_id FROM upcoming_runs')).map(([id]) => `${id}`)
    const isNear = ({ flow }: Ran) => Math.abs(Date.parse(flow.execTime) - now) < patience
    const near = new Set(chain.filter(isNear).map(({ flow }) => flow.id))
    const due = new Map(
      chain
        .filter(({ flow }) => Date.parse(flow.execTime) > now)
        .map(({ flow }) => [flow.id, Date.parse(flow.execTime)]),
    )
    expect(upcoming.filter(id => !near.has(id)).sort()).toEqual([...due.keys()].filter(id => !near.has(id)).sort())
    const times = upcoming.map(id => due.get(id) ?? 0)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  } finally {
    await store.close()
  }
}

type Rows = readonly (readonly unknown[])[]

/** The same rows in any order; told by a few that differ. */
function expectRows(stored: Rows, expected: Rows): void {
  const texts = (rows: Rows) => rows.map(row => row.join('|'))
  const [there, wanted] = [new Set(texts(stored)), new Set(texts(expected))]
  const missing = [...wanted].filter(row => !there.has(row)).slice(0, 5)
  const extra = [...there].filter(row => !wanted.has(row)).slice(0, 5)
  expect({ missing, extra, rows: stored.length }).toEqual({ missing: [], extra: [], rows: expected.length })
}

/** Postgres' driver makes dates of days. */
function dayOf(day: unknown): string {
  return day instanceof Date ? day.toISOString().slice(0, 10) : `${day}`
}

function problemOf({ timedOut, errors }: FlowHistoryEntry): string | null {
  if (timedOut) return 'timedOut'
  return errors[0] === undefined ? null : executionProblem(errors[0])
}

function isFailure(entry: FlowHistoryEntry): boolean {
  return entry.timedOut || entry.errors.length > 0
}

function expectedRuns({ flow, history }: Ran, now: number) {
  return history.map((entry, index) => {
    const outcome = executionOutcome(entry, flow, now)
    return {
      row: [flow.id, index + 1, outcome, problemOf(entry), flow.owner, flow.label],
      isDecided: outcome === executionOutcome(entry, flow, now + patience),
    }
  })
}

function expectedFees({ flow, history }: Ran) {
  return history.flatMap((entry, index) =>
    entry.execFee.map(({ denom, amount }) => [flow.id, index + 1, denom, amount]),
  )
}

function feesByDay(chain: readonly Ran[]) {
  const days = new Map<string, { total: bigint; executions: number }>()
  for (const { history } of chain)
    for (const { actualExecTime, execFee } of history)
      for (const { denom, amount } of execFee) {
        const key = `${actualExecTime.slice(0, 10)}|${denom}`
        const { total, executions } = days.get(key) ?? { total: 0n, executions: 0 }
        days.set(key, { total: total + BigInt(amount), executions: executions + 1 })
      }
  return [...days].map(([key, { total, executions }]) => [key, total, executions])
}

function problemsByCause(chain: readonly Ran[]) {
  const causes = new Map<string, { failures: number; flows: Set<string> }>()
  for (const { flow, history } of chain)
    for (const entry of history) {
      const problem = problemOf(entry)
      if (problem === null) continue
      const cause = causes.get(problem) ?? { failures: 0, flows: new Set() }
      cause.failures++
      cause.flows.add(flow.id)
      causes.set(problem, cause)
    }
  return [...causes].map(([problem, { failures, flows }]) => [problem, failures, flows.size])
}

function expectedFailing({ flow, history }: Ran) {
  const since = history.findLastIndex(entry => entry.executed && !isFailure(entry)) + 1
  const failures = history
    .map((entry, index) => ({ entry, index }))
    .filter(({ entry, index }) => index >= since && isFailure(entry))
  const [first] = failures
  const last = failures.at(-1)
  return first && last ? [[flow.id, failures.length, first.index + 1, problemOf(last.entry)]] : []
}

function expectedOwners(chain: readonly Ran[]) {
  const owners = new Map<string, Ran[]>()
  for (const ran of chain) owners.set(ran.flow.owner, [...(owners.get(ran.flow.owner) ?? []), ran])
  return [...owners].map(([owner, theirs]) => {
    const history = theirs.flatMap(({ history }) => history)
    return [owner, theirs.length, history.length, history.filter(isFailure).length]
  })
}

function countDueAfter(chain: readonly Ran[], time: number): number {
  return chain.filter(({ flow }) => Date.parse(flow.execTime) > time).length
}
