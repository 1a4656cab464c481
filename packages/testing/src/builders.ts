import { address } from './chain/address.js'
import { conditions, trustlessAgentConfig } from './chain/api/messages.js'
import { msToTime } from './chain/blocks/time.js'
import type { ChainState, Flow, HistoryEntry, Params, TrustlessAgent } from './chain/state.js'

const defaultOwner = address('owner')
const defaultReceiver = address('receiver')

/** Builds the time of a newest block, which was created and read at `now`, in milliseconds since 1970. */
export function chainTimeAt(now = Date.now()): { block: string; height: string; readAt: number } {
  return { block: msToTime(now), height: '1', readAt: now }
}

/**
 * Builds a complete flow from some of its fields. By default, the flow is an hourly payment. It started 24 hours before `now`, is next
 * due 30 minutes after `now`, and ends 30 days after `now`. `now` is in milliseconds since 1970.
 */
export function flow(changes: Partial<Flow> = {}, now = Date.now()): Flow {
  return { ...storedFlow(changes, now), selfHostedIca: null, trustlessAgent: null, ...changes }
}

/** Builds a flow like {@link flow}. A flow on its own chain has an account and an agent with empty fields, as on a node. */
export function storedFlow(changes: Partial<Flow> = {}, now = Date.now()): Flow {
  const id = changes.id ?? '1'
  const owner = changes.owner ?? defaultOwner
  return {
    id,
    owner,
    label: 'Pay rent',
    feeAddress: changes.feeAddress ?? address(`fees of ${id}`),
    msgs: [
      {
        '@type': '/cosmos.bank.v1beta1.MsgSend',
        from_address: owner,
        to_address: defaultReceiver,
        amount: [{ denom: 'uinto', amount: '1000' }],
      },
    ],
    interval: '3600s',
    startTime: changes.startTime ?? timeAt(now, -24 * 60),
    execTime: changes.execTime ?? timeAt(now, 30),
    endTime: changes.endTime ?? timeAt(now, 30 * 24 * 60),
    updateHistory: [],
    selfHostedIca: { portId: '', connectionId: '' },
    trustlessAgent: trustlessAgentConfig.empty(),
    configuration: {
      saveResponses: true,
      updatingDisabled: false,
      stopOnSuccess: false,
      stopOnFailure: false,
      stopOnTimeout: false,
      walletFallback: true,
    },
    conditions: conditions.empty(),
    ...changes,
  }
}

/** Builds a complete execution from some of its fields. By default, it succeeded half an hour before `now`. */
export function historyEntry(changes: Partial<HistoryEntry> = {}, now = Date.now()): HistoryEntry {
  return {
    scheduledExecTime: timeAt(now, -30),
    actualExecTime: timeAt(now, -30, 400),
    execFee: [{ denom: 'uinto', amount: '19200' }],
    executed: true,
    timedOut: false,
    errors: [],
    msgResponses: [{ '@type': '/cosmos.bank.v1beta1.MsgSendResponse' }],
    queryResponses: [],
    packetSequences: [],
    ...changes,
  }
}

/** Builds the parameters of the recorded chain, with `changes` applied. */
export function params(changes: Partial<Params> = {}): Params {
  return {
    flowFundsCommission: '2',
    flowFlexFeeMul: '5',
    burnFeePerMsg: '10000',
    gasFeeCoins: [
      { denom: 'ibc/C4CFF46FD6DE35CA4CF4CE031E643C8FDC9BA4B99AE598E9B0ED98FE3A2319F9', amount: '20' },
      { denom: 'uinto', amount: '80' },
    ],
    maxFlowDuration: '94867200s',
    minFlowDuration: '5s',
    minFlowInterval: '5s',
    connectionRewards: [{ connectionId: 'connection-0', relayerRewards: ['20000', '30000', '40000', '50000'] }],
    ...changes,
  }
}

/**
 * Builds a complete agent from some of its fields. By default, it charges 10 uinto per execution and uses
 * `connection-0`.
 */
export function trustlessAgent(changes: Partial<TrustlessAgent> = {}): TrustlessAgent {
  const agentAddress = changes.agentAddress ?? address('agent', 'into', 32)
  return {
    agentAddress,
    icaConfig: { portId: `icacontroller-${agentAddress}`, connectionId: 'connection-0' },
    feeConfig: {
      feeAdmin: address(`admin of ${agentAddress}`),
      feeCoinsSupported: [{ denom: 'uinto', amount: '10' }],
    },
    ...changes,
  }
}

/** The argument of {@link state}. Flows, executions and agents can omit fields. */
export interface StateChanges extends Partial<Omit<ChainState, 'flows' | 'history' | 'trustlessAgents'>> {
  flows?: readonly Partial<Flow>[]
  history?: Readonly<Record<string, readonly Partial<HistoryEntry>[]>>
  /** An agent without an address gets a unique one. */
  trustlessAgents?: readonly Partial<TrustlessAgent>[]
}

/** Builds a complete state from some of its parts. Flows get ids from their positions in the list. */
export function state(
  { flows = [], history = {}, trustlessAgents = [], ...changes }: StateChanges = {},
  now = Date.now(),
): ChainState {
  return {
    height: 1_000_000,
    time: timeAt(now, 0),
    params: params(),
    interchainAccounts: [],
    totalBurnt: { denom: 'uinto', amount: '5600000' },
    ...changes,
    trustlessAgents: trustlessAgents.map((agent, index) =>
      trustlessAgent({ agentAddress: address(`agent ${index + 1}`, 'into', 32), ...agent }),
    ),
    flows: flows.map((changes, index) => flow({ ...changes, id: idAt(index, changes.id) }, now)),
    history: Object.fromEntries(
      Object.entries(history).map(([id, entries]) => [id, entries.map(entry => historyEntry(entry, now))]),
    ),
  }
}

/** Allows id `1` at any position, because `flow()` uses it as the default. */
function idAt(index: number, id = '1'): string {
  const expected = String(index + 1)
  if (id !== '1' && id !== expected)
    throw new RangeError(`Flow ${id} is at position ${expected} of the list, but ids must start at 1 and have no gaps.`)
  return expected
}

function timeAt(now: number, minutes: number, milliseconds = 0): string {
  return msToTime(now + minutes * 60_000 + milliseconds)
}
