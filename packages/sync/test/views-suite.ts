import {
  type BlockTime,
  chainTime,
  createFlowClient,
  executionOutcome,
  executionProblem,
  type Flow,
  type FlowHistoryEntry,
  flowStatus,
} from '@flow-query/core'
import { scanFlowHistory, scanFlows } from '@flow-query/core/scan'
import { chainTimeAt } from '@flow-query/testing'
import { createDemoLcd } from '@flow-query/testing/demo'
import { expect } from 'vitest'
import { type Database, sync } from '../src/index.js'
import { timeNanoseconds } from '../src/rows/time.js'
import { chainOf, createTestLcd, resultOf, rowsOf } from './truth.js'

/** A flow of the node with its executions. */
interface Ran {
  flow: Flow
  history: FlowHistoryEntry[]
}

/** Checks the views of the demo chain against results that are calculated from the node's responses. */
export async function expectCorrectViews(database: Database): Promise<void> {
  const now = Date.now()
  const lcd = createDemoLcd({ clock: () => now })
  // Two runs in the same second. Some databases store only the second as a time.
  const second = now - (now % 1_000) + 3_600_000
  for (const run of [second + 900, second + 100]) lcd.addFlow({ execTime: new Date(run).toISOString() })
  const { height } = await sync(chainOf(lcd), { to: database })
  const chain: Ran[] = []
  const client = createFlowClient(chainOf(lcd))
  const time = await chainTime(client)
  for await (const flow of scanFlows(client, { height })) {
    const history: FlowHistoryEntry[] = []
    for await (const entry of scanFlowHistory(client, { id: flow.id, height })) history.push(entry)
    chain.push({ flow, history })
  }

  const store = await database.open()
  const select = async (query: string) => (await store.select(query)).map(row => Object.values(row))
  try {
    const runs = await select('SELECT flow_id, sequence, outcome, problem, owner, label FROM runs')
    expectRows(
      runs,
      chain.flatMap(ran => expectedRuns(ran, time)),
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
    const running = chain.filter(({ flow, history }) => {
      // The views don't consider the timeouts of queries to other chains.
      const status = flowStatus(flow, time, { newest: history.at(-1), grace: 60_000 })
      return status === 'scheduled' || status === 'active'
    })
    for (const [owner, count] of await select('SELECT owner, running FROM owners'))
      expect(Number(count)).toBe(running.filter(({ flow }) => flow.owner === owner).length)
    const upcoming = (await select('SELECT flow_id FROM upcoming_runs')).map(([id]) => `${id}`)
    const due = new Map(running.map(({ flow }) => [flow.id, Date.parse(flow.execTime)]))
    expect(upcoming.toSorted()).toEqual([...due.keys()].sort())
    const times = upcoming.map(id => due.get(id) ?? 0)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  } finally {
    await store.close()
  }
}

/** Checks views of a chain that has made no blocks for days. */
export async function expectTimeOfBlock(database: Database): Promise<void> {
  const { lcd, clock } = createTestLcd({ flows: 8 })
  lcd.execute(2, { outcome: 'unacknowledged' })
  lcd.execute(3, { outcome: 'failed', error: 'insufficient funds' })
  const client = createFlowClient(chainOf(lcd))
  const { flows } = await client.flows()
  const { block } = await chainTime(client)
  const { height } = await sync(chainOf(lcd), { to: database })
  const store = await database.open()
  const select = async (query: string) => (await store.select(query)).map(row => Object.values(row).map(String))
  try {
    const [state] = await rowsOf(database, 'sync_state')
    expect(state).toMatchObject({ height: `${height}`, block_time: `${timeNanoseconds(block)}` })
    expect(await select('SELECT outcome FROM runs WHERE flow_id = 2')).toEqual([['pending']])
    expect(await select('SELECT sum(running) FROM owners')).toEqual([['8']])
    expect(await select('SELECT flow_id FROM failing_flows WHERE running')).toEqual([['3']])
    const upcoming = await select('SELECT flow_id FROM upcoming_runs')
    expect(upcoming.flat().sort()).toEqual(flows.map(({ id }) => id))
  } finally {
    await store.close()
  }
  clock.advance(3_600_000)
  await sync(chainOf(lcd), { to: database })
  const [outcome] = await resultOf(database, 'SELECT outcome FROM runs WHERE flow_id = 2 AND sequence = 1')
  expect(outcome).toEqual({ outcome: 'unacknowledged' })
}

type Rows = readonly (readonly unknown[])[]

/** Compares rows in any order. If the rows differ, the error shows at most five missing and five additional rows. */
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
function problemOf(entry: FlowHistoryEntry, flow: Flow): string | null {
  const outcome = executionOutcome(entry, flow, chainTimeAt(0))
  if (outcome === 'timedOut' || outcome === 'idle') return outcome
  const { errors } = entry
  const isFee = (error: string) => error.startsWith('distribution error')
  const error = errors.find(error => !isFee(error)) ?? errors[0]
  return error === undefined ? null : executionProblem(error)
}

function isFailure(entry: FlowHistoryEntry, flow: Flow): boolean {
  return ['failed', 'timedOut', 'idle'].includes(executionOutcome(entry, flow, chainTimeAt(0)))
}

function needsAttention(entry: FlowHistoryEntry, flow: Flow): boolean {
  return isFailure(entry, flow) || executionOutcome(entry, flow, chainTimeAt(0)) === 'feeNotCollected'
}

function expectedRuns({ flow, history }: Ran, time: BlockTime) {
  return history.map((entry, index) => {
    const outcome = executionOutcome(entry, flow, time)
    return [flow.id, index + 1, outcome, problemOf(entry, flow), flow.owner, flow.label]
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
      const problem = problemOf(entry, flow)
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
  return first && last ? [[flow.id, failures.length, first.index + 1, problemOf(last.entry, flow)]] : []
}

function expectedOwners(chain: readonly Ran[]) {
  const owners = new Map<string, Ran[]>()
  for (const ran of chain) owners.set(ran.flow.owner, [...(owners.get(ran.flow.owner) ?? []), ran])
  return [...owners].map(([owner, theirs]) => {
    const runs = theirs.flatMap(({ flow, history }) => history.map(entry => ({ flow, entry })))
    return [owner, theirs.length, runs.length, runs.filter(({ flow, entry }) => isFailure(entry, flow)).length]
  })
}
