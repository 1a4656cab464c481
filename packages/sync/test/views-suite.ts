import {
  createFlowClient,
  executionOutcome,
  executionProblem,
  type Flow,
  type FlowHistoryEntry,
  scanFlowHistory,
  scanFlows,
} from '@flow-query/core'
import { chainTimeAt } from '@flow-query/testing'
import { createDemoLcd } from '@flow-query/testing/demo'
import { expect } from 'vitest'
import { type Database, sync } from '../src/index.js'
import { chainOf } from './truth.js'

/** A flow of the node with its executions. */
interface Ran {
  flow: Flow
  history: FlowHistoryEntry[]
}

/** The maximum duration of the test in milliseconds. Values that depend on the clock and change within it are not compared. */
const tolerance = 300_000

/** Checks the views of the demo chain against results that are calculated from the node's responses. */
export async function expectCorrectViews(database: Database): Promise<void> {
  const now = Date.now()
  const lcd = createDemoLcd({ clock: () => now })
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
      expect(Number(running)).toBeGreaterThanOrEqual(countDueAfter(theirs, now + tolerance))
      expect(Number(running)).toBeLessThanOrEqual(countDueAfter(theirs, now))
    }
    const upcoming = (await select('SELECT flow_id FROM upcoming_runs')).map(([id]) => `${id}`)
    const isNear = ({ flow }: Ran) => Math.abs(Date.parse(flow.execTime) - now) < tolerance
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

/** Compares rows in any order. If they differ, it shows at most five missing and five additional rows. */
function expectRows(stored: Rows, expected: Rows): void {
  const texts = (rows: Rows) => rows.map(row => row.join('|'))
  const [there, wanted] = [new Set(texts(stored)), new Set(texts(expected))]
  const missing = [...wanted].filter(row => !there.has(row)).slice(0, 5)
  const extra = [...there].filter(row => !wanted.has(row)).slice(0, 5)
  expect({ missing, extra, rows: stored.length }).toEqual({ missing: [], extra: [], rows: expected.length })
}

/** Formats a day. The Postgres driver returns a Date. */
function dayOf(day: unknown): string {
  return day instanceof Date ? day.toISOString().slice(0, 10) : `${day}`
}

/** The cause of a failure. An uncollected fee is the cause only if there is no other error. */
function problemOf({ timedOut, errors }: FlowHistoryEntry): string | null {
  if (timedOut) return 'timedOut'
  const isFee = (error: string) => error.startsWith('distribution error')
  const error = errors.find(error => !isFee(error)) ?? errors[0]
  return error === undefined ? null : executionProblem(error)
}

function isFailure(entry: FlowHistoryEntry, flow: Flow): boolean {
  return ['failed', 'timedOut'].includes(executionOutcome(entry, flow, chainTimeAt(0)))
}

function needsAttention(entry: FlowHistoryEntry, flow: Flow): boolean {
  return isFailure(entry, flow) || executionOutcome(entry, flow, chainTimeAt(0)) === 'feeNotCollected'
}

function expectedRuns({ flow, history }: Ran, now: number) {
  return history.map((entry, index) => {
    const outcome = executionOutcome(entry, flow, chainTimeAt(now))
    return {
      row: [flow.id, index + 1, outcome, problemOf(entry), flow.owner, flow.label],
      isDecided: outcome === executionOutcome(entry, flow, chainTimeAt(now + tolerance)),
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
  const since = history.findLastIndex(entry => executionOutcome(entry, flow, chainTimeAt(0)) === 'succeeded') + 1
  const failures = history
    .map((entry, index) => ({ entry, index }))
    .filter(({ entry, index }) => index >= since && needsAttention(entry, flow))
  const [first] = failures
  const last = failures.at(-1)
  return first && last ? [[flow.id, failures.length, first.index + 1, problemOf(last.entry)]] : []
}

function expectedOwners(chain: readonly Ran[]) {
  const owners = new Map<string, Ran[]>()
  for (const ran of chain) owners.set(ran.flow.owner, [...(owners.get(ran.flow.owner) ?? []), ran])
  return [...owners].map(([owner, theirs]) => {
    const runs = theirs.flatMap(({ flow, history }) => history.map(entry => ({ flow, entry })))
    return [owner, theirs.length, runs.length, runs.filter(({ flow, entry }) => isFailure(entry, flow)).length]
  })
}

function countDueAfter(chain: readonly Ran[], time: number): number {
  return chain.filter(({ flow }) => Date.parse(flow.execTime) > time).length
}
