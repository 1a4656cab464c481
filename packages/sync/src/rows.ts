import { createHash } from 'node:crypto'
import {
  type Coin,
  executionOutcome,
  executionProblem,
  type Flow,
  type FlowHistoryEntry,
  FlowQueryError,
  type TrustlessAgent,
} from '@flow-query/core'
import type { Row } from './store.js'
import { durationNanoseconds, timeNanoseconds } from './time.js'

/** Where a row is from. */
export interface Source {
  chain: string
  height: number
}

/** What is known of a flow's executions, as a flow's row has it. */
export interface KnownExecutions {
  /** How many there are. */
  executions: number
  /** Nanoseconds since 1970. */
  nextExecTime: bigint | null
  lastExecTime: bigint | null
  /** The first execution that another chain may still have something to say about. */
  unansweredSince: number | null
}

/** @param isWhole whether all executions of the flow are known */
export function flowRow(flow: Flow, known: KnownExecutions, isWhole: boolean, { chain, height }: Source): Row {
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

export function executionRow(flow: Flow, entry: FlowHistoryEntry, sequence: number, { chain, height }: Source): Row {
  const scheduled = timeNanoseconds(entry.scheduledExecTime)
  const actual = timeNanoseconds(entry.actualExecTime)
  const fees = coins(entry.execFee, `Execution ${sequence} of flow ${flow.id}`)
  // Of these two only the time tells which it is.
  const outcome = executionOutcome(entry, flow, 0)
  const [error] = entry.errors
  return {
    chain,
    flow_id: flow.id,
    sequence: `${sequence}`,
    scheduled_exec_time: text(scheduled),
    actual_exec_time: text(actual),
    delay_ns: scheduled !== null && actual !== null ? `${actual - scheduled}` : null,
    outcome: outcome === 'pending' || outcome === 'unanswered' ? null : outcome,
    problem: entry.timedOut ? 'timedOut' : error === undefined ? null : executionProblem(error),
    executed: `${entry.executed}`,
    timed_out: `${entry.timedOut}`,
    errors: entry.errors.map(clean),
    ...fees,
    packet_sequences: entry.packetSequences,
    query_responses: entry.queryResponses.map(clean),
    msg_responses: json(entry.msgResponses),
    height: `${height}`,
  }
}

export function agentRow({ agentAddress, icaConfig, feeConfig }: TrustlessAgent, { chain, height }: Source): Row {
  return {
    chain,
    agent_address: clean(agentAddress),
    connection_id: clean(icaConfig.connectionId),
    port_id: clean(icaConfig.portId),
    fee_admin: clean(feeConfig.feeAdmin),
    ...coins(feeConfig.feeCoinsSupported, `Agent ${agentAddress}`),
    height: `${height}`,
  }
}

/** Tells whether a flow is still what it was, without its whole JSON. */
export function digestOf(flow: string): string {
  return createHash('sha256').update(flow).digest('base64url')
}

function coins(coins: readonly Coin[], of: string): { fee_denoms: string[]; fee_amounts: string[] } {
  for (const { denom, amount } of coins)
    if (!/^\d{1,38}$/.test(amount))
      throw new FlowQueryError('decode', `${of} has a fee of ${amount} ${denom}, not of up to 38 digits`)
  return { fee_denoms: coins.map(({ denom }) => clean(denom)), fee_amounts: coins.map(({ amount }) => amount) }
}

function text(number: bigint | number | null): string | null {
  return number === null ? null : `${number}`
}

const replacement = '\ufffd'

/** What no engine need keep becomes �: the character 0, which Postgres refuses, and halves of characters. */
function clean(text: string): string {
  return text.replace(/[\0\p{Surrogate}]/gu, replacement)
}

/** In JSON they are written out as `\u0000` and `\ud800`; a backslash that is itself escaped begins nothing. */
export function json(value: unknown): string {
  const text = JSON.stringify(value)
  if (!text.includes('\\u')) return text
  return text.replace(/\\(u0000|ud[89a-f]..|.)/g, (all, what: string) => (what.length > 1 ? replacement : all))
}
