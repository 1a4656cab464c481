import { createHash } from 'node:crypto'
import {
  executionOutcome,
  executionProblem,
  type Flow,
  type FlowHistoryEntry,
  FlowQueryError,
  type TrustlessAgent,
} from '@flow-query/core'
import type { Row, Value } from '../store.js'
import { durationNanoseconds, timeNanoseconds, timeText } from './time.js'

export interface Source {
  chain: string
  height: number
}

/** Times are nanoseconds since 1970. */
export interface KnownExecutions {
  executions: number
  nextExecTime: bigint | null
  lastExecTime: bigint | null
  unansweredSince: number | null
}

export function flowRow(flow: Flow, known: KnownExecutions, isWhole: boolean, { chain, height }: Source): Row {
  if (!isInteger(flow.id))
    throw new FlowQueryError('decode', `The ID ${flow.id} is too large, because databases store 63 bits`)
  const whole = json(flow)
  const { connectionId } = flow.selfHostedIca ?? flow.trustlessAgent ?? { connectionId: '' }
  return {
    chain,
    flow_id: flow.id,
    owner: clean(flow.owner),
    label: clean(flow.label),
    fee_address: clean(flow.feeAddress),
    message_types: flow.msgs.map(message => clean(message['@type'])),
    connection_id: clean(connectionId) || null,
    agent_address: clean(flow.trustlessAgent?.agentAddress ?? '') || null,
    interval_ns: text(durationNanoseconds(flow.interval)),
    start_time: text(timeNanoseconds(flow.startTime)),
    exec_time: text(timeNanoseconds(flow.execTime)),
    end_time: text(timeNanoseconds(flow.endTime)),
    next_exec_time: text(known.nextExecTime),
    last_exec_time: text(known.lastExecTime),
    executions: `${known.executions}`,
    unanswered_since: text(known.unansweredSince),
    flow: whole,
    digest: isWhole ? digestOf(whole) : null,
    height: `${height}`,
  }
}

/** A value that is too large for its column is null, and `raw` contains it. */
export function executionRow(flow: Flow, entry: FlowHistoryEntry, sequence: number, { chain, height }: Source): Row {
  const scheduled = timeNanoseconds(entry.scheduledExecTime)
  const actual = timeNanoseconds(entry.actualExecTime)
  const delay = scheduled === null || actual === null ? '' : `${actual - scheduled}`
  const fees = entry.execFee.map(({ amount }) => (isAmount(amount) ? amount : null))
  const packets = entry.packetSequences.map(packet => (isInteger(packet) ? packet : null))
  const raw = {
    ...(fees.includes(null) && { execFee: entry.execFee }),
    ...(packets.includes(null) && { packetSequences: entry.packetSequences }),
    ...(isLost(entry.scheduledExecTime, scheduled) && { scheduledExecTime: entry.scheduledExecTime }),
    ...(isLost(entry.actualExecTime, actual) && { actualExecTime: entry.actualExecTime }),
  }
  const outcome = outcomeOf(entry, flow)
  return {
    chain,
    flow_id: flow.id,
    sequence: `${sequence}`,
    scheduled_exec_time: text(scheduled),
    actual_exec_time: text(actual),
    delay_ns: isInteger(delay) ? delay : null,
    outcome,
    problem: problemOf(entry, outcome),
    executed: `${entry.executed}`,
    timed_out: `${entry.timedOut}`,
    errors: entry.errors.map(clean),
    fee_denoms: entry.execFee.map(({ denom }) => clean(denom)),
    fee_amounts: fees,
    packet_sequences: packets,
    query_responses: entry.queryResponses.map(clean),
    msg_responses: json(entry.msgResponses),
    raw: rawOf(raw),
    height: `${height}`,
  }
}

export function executionOf(row: Row, flow: Flow): FlowHistoryEntry {
  const amounts = textsOf(row.fee_amounts)
  const entry: FlowHistoryEntry = {
    scheduledExecTime: timeOf(row.scheduled_exec_time, flow),
    actualExecTime: timeOf(row.actual_exec_time, flow),
    executed: row.executed === 'true',
    timedOut: row.timed_out === 'true',
    errors: textsOf(row.errors),
    execFee: textsOf(row.fee_denoms).map((denom, index) => ({ denom, amount: amounts[index] ?? '0' })),
    packetSequences: textsOf(row.packet_sequences),
    queryResponses: textsOf(row.query_responses),
    msgResponses: JSON.parse(`${row.msg_responses}`),
  }
  return typeof row.raw === 'string' ? { ...entry, ...JSON.parse(row.raw) } : entry
}

/** Formats a time. A time that equals the flow's `execTime` gets the same text, because core compares these times as text. */
function timeOf(value: Value | undefined, { execTime }: Flow): string {
  if (typeof value !== 'string') return ''
  const nanoseconds = BigInt(value)
  return nanoseconds === timeNanoseconds(execTime) ? execTime : timeText(nanoseconds)
}

function textsOf(value: Value | undefined): string[] {
  return Array.isArray(value) ? value.map(item => `${item}`) : []
}

/** With this time, no run counts as unacknowledged. The view `runs` decides that later. */
const longAgo = { block: '1970-01-01T00:00:00Z' }

export type Outcome = Parameters<typeof executionOutcome>

export function outcomeOf(entry: Outcome[0], flow: Outcome[1]): string | null {
  const outcome = executionOutcome(entry, flow, longAgo)
  return outcome === 'pending' || outcome === 'unacknowledged' ? null : outcome
}

export function problemOf({ errors }: Pick<FlowHistoryEntry, 'errors'>, outcome: string | null): string | null {
  if (outcome === 'timedOut' || outcome === 'idle') return outcome
  const problems = errors.map(executionProblem)
  return problems.find(problem => problem !== 'feeNotCollected') ?? problems[0] ?? null
}

export function agentRow({ agentAddress, icaConfig, feeConfig }: TrustlessAgent, { chain, height }: Source): Row {
  const amounts = feeConfig.feeCoinsSupported.map(({ amount }) => (isAmount(amount) ? amount : null))
  const raw = {
    ...(agentAddress.length > longestAddress && { agentAddress }),
    ...(amounts.includes(null) && { feeCoinsSupported: feeConfig.feeCoinsSupported }),
  }
  return {
    chain,
    agent_address: clean(agentAddress.slice(0, longestAddress)),
    connection_id: clean(icaConfig.connectionId),
    port_id: clean(icaConfig.portId),
    fee_admin: clean(feeConfig.feeAdmin),
    fee_denoms: feeConfig.feeCoinsSupported.map(({ denom }) => clean(denom)),
    fee_amounts: amounts,
    raw: rawOf(raw),
    height: `${height}`,
  }
}

/** Bech32 addresses have at most 90 characters, and Postgres rejects long keys. */
const longestAddress = 256
const largestInteger = 2n ** 63n - 1n
const longestAmount = 38

function isInteger(number: string): boolean {
  if (!/^-?\d{1,19}$/.test(number)) return false
  return BigInt(number) <= largestInteger && BigInt(number) >= -largestInteger
}

export function isAmount(amount: string): boolean {
  return /^\d+$/.test(amount) && amount.length <= longestAmount
}

function isLost(time: string, nanoseconds: bigint | null): boolean {
  return nanoseconds === null && time !== '' && !time.startsWith('0001-01-01T00:00:00')
}

function rawOf(values: Record<string, unknown>): string | null {
  return Object.keys(values).length > 0 ? json(values) : null
}

export function digestOf(flow: string): string {
  return createHash('sha256').update(flow).digest('base64url')
}

export function text(number: bigint | number | null): string | null {
  return number === null ? null : `${number}`
}

const replacement = '\ufffd'

/** Replaces NUL characters, which Postgres rejects, and lone surrogates with �. */
export function clean(text: string): string {
  return text.replace(/[\0\p{Surrogate}]/gu, replacement)
}

export function json(value: unknown): string {
  const text = JSON.stringify(value)
  if (!text.includes('\\u')) return text
  // In JSON, these characters are `\u0000` and `\ud800`. The pattern consumes escaped backslashes before such a sequence.
  return text.replace(/\\(u0000|ud[89a-f]..|.)/g, (all, what: string) => (what.length > 1 ? replacement : all))
}
