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

/** The current time for the flows and entries below. */
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

/** Creates a flow. By default, it is an hourly payment that started yesterday and runs in half an hour. */
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

/** Creates a history entry. By default, the execution succeeded half an hour ago. */
export function entryOf(changes: Partial<FlowHistoryEntry> = {}): FlowHistoryEntry {
  return historyEntry(changes, now)
}

/** Returns the time that is this many minutes after `now`, as an RFC 3339 string. */
export function minutes(from: number): string {
  return new Date(now + from * 60_000).toISOString()
}

/** A flow needs this interchain account for the outcomes below that involve another chain. */
export const interchain = { selfHostedIca: { portId: 'icacontroller-into1', connectionId: 'connection-0' } }
const nothing = { executed: false, execFee: [], msgResponses: [] }
const sent = { ...nothing, execFee: [{ denom: 'uinto', amount: '27920' }], packetSequences: ['7'] }
export const went = {
  succeeded: {},
  failed: { ...nothing, errors: ['msg handling error: could not execute local flow: insufficient funds'] },
  feeNotCollected: { errors: ['distribution error: spendable balance is smaller: insufficient funds'] },
  unpaid: { ...nothing, errors: ['balance too low to deduct expected fee'] },
  failedThere: { ...sent, errors: ['error handling packet on host chain: ABCI code: 5'] },
  timedOut: { ...sent, timedOut: true },
  skipped: nothing,
  sent,
} satisfies Record<string, Partial<FlowHistoryEntry>>

/** Creates a history with these outcomes, newest first. The newest run is at the flow's `execTime`. */
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
/** Default conditions. Tests override single fields. */
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
