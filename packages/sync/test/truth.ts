import { type FlowClientOptions, v1, v1beta1 } from '@flow-query/core'
import {
  address,
  type ChainState,
  createClock,
  createLcd,
  type Flow,
  type HistoryEntry,
  type Lcd,
} from '@flow-query/testing'
import { expect } from 'vitest'
import type { Database, Row } from '../src/index.js'
import type { TableName } from '../src/schema.js'
import { openTables } from '../src/tables.js'

/** The options of `sync` for an in-memory node. */
export function chainOf(lcd: Lcd): FlowClientOptions {
  const { url, fetch, rpc, WebSocket } = lcd
  return { lcd: url, fetch, rpc, WebSocket, chainId: 'test-1', versions: [v1, v1beta1], timeout: 300_000 }
}

export const start = '2026-11-21T12:00:00Z'

/** Creates a chain with all kinds of flows, which are due within minutes. Its clock advances only when a test does it. */
export function createTestLcd(options: { flows?: number; keep?: number; seed?: number } = {}) {
  const { flows = 40, ...rest } = options
  const clock = createClock(start)
  const lcd = createLcd({
    flows: Array.from({ length: flows }, (_, index) => testFlow(index)),
    clock: clock.now,
    ...rest,
  })
  return { clock, lcd }
}

function testFlow(index: number): Partial<Flow> {
  const isInterchain = index % 4 === 1
  return {
    owner: address(`owner ${index % 5}`),
    label: `Flow ${index + 1}`,
    interval: index % 7 === 6 ? '0s' : `${30 + index}s`,
    startTime: start,
    execTime: at(5 + index),
    endTime: at(index % 3 === 0 ? 120 : 86_400),
    ...(isInterchain && { selfHostedIca: { portId: 'icacontroller-x', connectionId: 'connection-0' } }),
  }
}

/** Creates a chain on the real clock with flows whose next run is days away, so that only the test changes them. */
export function distantLcd(flows: number): Lcd {
  return createLcd({ flows: Array.from({ length: flows }, distantFlow), clock: () => Date.now() })
}

export function distantFlow(): Partial<Flow> {
  const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  return { interval: '864000s', startTime: later(-1), execTime: later(10), endTime: later(100) }
}

export async function rowsOf(database: Database, table: TableName, where = '1 = 1'): Promise<Row[]> {
  const tables = await openTables(await database.open())
  try {
    return await tables.readRows(table, where)
  } finally {
    await tables.close()
  }
}

export async function resultOf(database: Database, query: string): Promise<Row[]> {
  const store = await database.open()
  try {
    return await store.select(query)
  } finally {
    await store.close()
  }
}

/** Runs statements. */
export async function define(database: Database, statements: string[]): Promise<void> {
  const store = await database.open()
  await store.define(statements)
  await store.close()
}

export async function setSchemaVersion(database: Database, version: number): Promise<void> {
  const tables = await openTables(await database.open())
  const [state] = await tables.readRows('sync_state', '1 = 1')
  await tables.write({
    sync_state: [{ ...state, schema_version: `${version}`, writes: `${Number(state?.writes) + 1}` }],
  })
  await tables.close()
}

/** Changes the entries of a response for a history. */
export function rewriteEntries(changes: object) {
  return (body: Record<string, unknown>) => ({
    ...body,
    history: [body.history].flat().map(entry => ({ ...Object(entry), ...changes })),
  })
}

/** The time this many seconds after the start. */
export function at(seconds: number): string {
  return new Date(Date.parse(start) + seconds * 1_000).toISOString()
}

/** Checks that a database matches a node. It doesn't use `checkSync`, because it tests that function too. */
export async function expectSame(database: Database, lcd: Lcd): Promise<void> {
  const { state } = lcd
  const isOld = lcd.version === 'v1beta1'
  const [executions, flows] = [await rowsOf(database, 'executions'), await rowsOf(database, 'flows')]
  expect(byKey(executions.map(storedExecution))).toEqual(byKey(expectedExecutions(state, isOld)))
  expect(byKey(flows.map(storedFlow))).toEqual(byKey(state.flows.map(flow => expectedFlow(flow, state))))
}

function byKey(items: readonly { key: string }[]): Record<string, object> {
  return Object.fromEntries(items.map(({ key, ...rest }) => [key, rest]))
}

function storedExecution(row: Row) {
  const { flow_id, sequence, scheduled_exec_time, actual_exec_time, executed, timed_out, errors } = row
  const { fee_denoms, fee_amounts, packet_sequences, query_responses, msg_responses } = row
  return {
    key: `${flow_id}/${sequence}`,
    ...{ scheduled_exec_time, actual_exec_time, executed, timed_out, errors },
    ...{ fee_denoms, fee_amounts, packet_sequences, query_responses },
    msg_responses: JSON.parse(`${msg_responses}`),
  }
}

function expectedExecutions({ history }: ChainState, isOld: boolean) {
  return Object.entries(history).flatMap(([id, entries]) =>
    entries.map((entry, index) => ({
      key: `${id}/${index + 1}`,
      scheduled_exec_time: nanoseconds(entry.scheduledExecTime),
      actual_exec_time: nanoseconds(entry.actualExecTime),
      executed: `${entry.executed}`,
      timed_out: `${entry.timedOut}`,
      errors: entry.errors,
      fee_denoms: entry.execFee.map(({ denom }) => denom),
      fee_amounts: entry.execFee.map(({ amount }) => amount),
      packet_sequences: isOld ? [] : entry.packetSequences,
      query_responses: entry.queryResponses,
      msg_responses: entry.msgResponses,
    })),
  )
}

function storedFlow({ flow_id, owner, label, start_time, exec_time, end_time, executions, last_exec_time, flow }: Row) {
  const { msgs } = JSON.parse(`${flow}`)
  return { key: `${flow_id}`, owner, label, start_time, exec_time, end_time, executions, last_exec_time, msgs }
}

function expectedFlow({ id, owner, label, startTime, execTime, endTime, msgs }: Flow, { history }: ChainState) {
  const entries: readonly HistoryEntry[] = history[id] ?? []
  const newest = entries.at(-1)
  return {
    key: id,
    ...{ owner, label, msgs },
    start_time: nanoseconds(startTime),
    exec_time: nanoseconds(execTime),
    end_time: nanoseconds(endTime),
    executions: `${entries.length}`,
    last_exec_time: newest ? nanoseconds(newest.actualExecTime) : null,
  }
}

function nanoseconds(time: string): string {
  const [seconds = '', fraction = ''] = time.replace('Z', '').split('.')
  return `${Date.parse(`${seconds}Z`) / 1_000}${fraction.padEnd(9, '0')}`
}
