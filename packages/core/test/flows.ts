import { flow, historyEntry } from '@flow-query/testing'
import type {
  Comparison,
  FeedbackLoop,
  Flow,
  FlowConditions,
  FlowConfiguration,
  FlowHistoryEntry,
  IcqConfig,
} from '../src/index.js'

/** The time at which the flows and entries below are looked at. */
export const now = Date.parse('2026-11-22T12:00:00Z')

const configuration: FlowConfiguration = {
  saveResponses: true,
  updatingDisabled: false,
  stopOnSuccess: false,
  stopOnFailure: false,
  stopOnTimeout: false,
  walletFallback: true,
}

const conditions: FlowConditions = {
  feedbackLoops: [],
  comparisons: [],
  stopOnSuccessOf: [],
  stopOnFailureOf: [],
  skipOnFailureOf: [],
  skipOnSuccessOf: [],
  useAndForComparisons: false,
}

type FlowChanges = Partial<Omit<Flow, 'configuration' | 'conditions'>> & {
  configuration?: Partial<FlowConfiguration>
  conditions?: Partial<FlowConditions>
}

/** A flow as a client reads it: an hourly payment that started yesterday and runs in half an hour, but for what is changed. */
export function flowOf(changes: FlowChanges = {}): Flow {
  return {
    ...flow({}, now),
    selfHostedIca: null,
    trustlessAgent: null,
    ...changes,
    configuration: { ...configuration, ...changes.configuration },
    conditions: { ...conditions, ...changes.conditions },
  }
}

/** The same for an execution: one that went well half an hour ago. */
export function entryOf(changes: Partial<FlowHistoryEntry> = {}): FlowHistoryEntry {
  return historyEntry(changes, now)
}

/** RFC 3339, some minutes from then. */
export function minutes(from: number): string {
  return new Date(now + from * 60_000).toISOString()
}

/** How a run can go, as entries of a flow with this connection. */
export const interchain = { selfHostedIca: { portId: 'icacontroller-into1', connectionId: 'connection-0' } }
const nothing = { executed: false, execFee: [], msgResponses: [] }
const sent = { ...nothing, execFee: [{ denom: 'uinto', amount: '27920' }], packetSequences: ['7'] }
export const went = {
  succeeded: {},
  failed: { ...nothing, errors: ['msg handling error: could not execute local flow: insufficient funds'] },
  unpaid: { ...nothing, errors: ['balance too low to deduct expected fee'] },
  failedThere: { ...sent, errors: ['error handling packet on host chain: ABCI code: 5'] },
  timedOut: { ...sent, timedOut: true },
  skipped: nothing,
  sent,
} satisfies Record<string, Partial<FlowHistoryEntry>>

/** A history of which the last run is the one that the flow was due for, newest first: `last`, the one before, ... */
export function runsOf(flow: Flow, ...newestFirst: (keyof typeof went)[]): FlowHistoryEntry[] {
  const last = Date.parse(flow.execTime)
  return newestFirst.map((outcome, index) => {
    const due = last - index * Number.parseFloat(flow.interval) * 1_000
    return entryOf({
      scheduledExecTime: index === 0 ? flow.execTime : new Date(due).toISOString(),
      actualExecTime: new Date(due + 400).toISOString(),
      ...went[outcome],
    })
  })
}

const response = { flowId: '0', responseIndex: 0, responseKey: '', valueType: 'math.Int', differenceMode: false }
/** Conditions, of which the parts that a test is about are changed. */
export const comparison: Comparison = { ...response, operator: 'LARGER_THAN', operand: '1', icqConfig: null }
export const loop: FeedbackLoop = { ...response, msgsIndex: 0, msgKey: 'Amount', icqConfig: null }
export const query: IcqConfig = {
  connectionId: 'connection-0',
  chainId: 'host-1',
  timeoutPolicy: 'EXECUTE_QUERY_CALLBACK',
  timeoutDuration: '30s',
  queryType: 'store/bank/key',
  queryKey: '',
  response: '',
}
