import { chance } from './chain/random.js'
import type { ChainState, Flow, HistoryEntry, Params, TrustlessAgent } from './chain/state.js'
import { nsToTime } from './chain/time.js'
import { encodeBech32 } from './go/bech32.js'

/** A valid address that the seed decides: an account's of 20 bytes, or a contract's or agent's of 32. */
export function address(seed: string | number = 1, prefix = 'into', bytes: 20 | 32 = 20): string {
  const letters = Array.from(String(seed), letter => letter.charCodeAt(0))
  const account = new Uint8Array(bytes)
  for (let byte = 0; byte < bytes; byte++) account[byte] = Math.floor(256 * chance(byte, ...letters))
  return encodeBech32(prefix, account)
}

const OWNER = address('owner')
const RECEIVER = address('receiver')

/**
 * A whole flow from a few of its fields: by default an hourly payment that started yesterday and runs in half an hour
 * (of `now`, milliseconds since 1970), for another month.
 */
export function flow(changes: Partial<Flow> = {}, now = Date.now()): Flow {
  const id = changes.id ?? '1'
  const owner = changes.owner ?? OWNER
  return {
    id,
    owner,
    label: 'Pay rent',
    feeAddress: changes.feeAddress ?? address(`fees of ${id}`),
    msgs: [
      {
        '@type': '/cosmos.bank.v1beta1.MsgSend',
        from_address: owner,
        to_address: RECEIVER,
        amount: [{ denom: 'uinto', amount: '1000' }],
      },
    ],
    interval: '3600s',
    startTime: changes.startTime ?? timeAt(now, -24 * 60),
    execTime: changes.execTime ?? timeAt(now, 30),
    endTime: changes.endTime ?? timeAt(now, 30 * 24 * 60),
    updateHistory: [],
    selfHostedIca: { portId: '', connectionId: '' },
    trustlessAgent: { agentAddress: '', feeLimit: [], connectionId: '' },
    configuration: {
      saveResponses: true,
      updatingDisabled: false,
      stopOnSuccess: false,
      stopOnFailure: false,
      stopOnTimeout: false,
      walletFallback: true,
    },
    conditions: {
      feedbackLoops: [],
      comparisons: [],
      stopOnSuccessOf: [],
      stopOnFailureOf: [],
      skipOnFailureOf: [],
      skipOnSuccessOf: [],
      useAndForComparisons: false,
    },
    ...changes,
  }
}

/** A whole execution from a few of its fields: by default one that went well half an hour ago. */
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

/** The parameters of the recorded chain, but for what is changed. */
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

/** A whole agent from a few of its fields: by default one that takes 10 uinto for an execution on `connection-0`. */
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

/** What {@link state} takes: flows, executions and agents need not be whole. */
export interface StateChanges extends Partial<Omit<ChainState, 'flows' | 'history' | 'trustlessAgents'>> {
  flows?: readonly Partial<Flow>[]
  history?: Readonly<Record<string, readonly Partial<HistoryEntry>[]>>
  /** Each has an address of its own where none is given. */
  trustlessAgents?: readonly Partial<TrustlessAgent>[]
}

/** A whole state from a few of its parts. Flows get their ids by their place in the list. */
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

/** `flow()` says `1` where nothing else is asked for. */
function idAt(index: number, id = '1'): string {
  const expected = String(index + 1)
  if (id !== '1' && id !== expected)
    throw new RangeError(`Flow ${id} cannot stand at place ${expected}: ids are dense from 1.`)
  return expected
}

function timeAt(now: number, minutes: number, milliseconds = 0): string {
  return nsToTime(BigInt(Math.round(now + minutes * 60_000 + milliseconds)) * 1_000_000n)
}
