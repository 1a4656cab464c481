import type { Behaviour } from '../chain/executions.js'
import type { ChainState, Flow, HistoryEntry } from '../chain/state.js'
import { nsToTime, timeToNs } from '../chain/time.js'
import { stateFromRecording } from '../recording.js'
import { madeAgents } from './agents.js'
import { madeFlows } from './made.js'
import { recordedExchanges } from './recorded.js'

/** A state and what it takes to keep it going. */
export interface Demo {
  state: ChainState
  behave: Behaviour
  scheduled: (flow: Flow) => boolean
}

/** A little under two years of blocks. */
const HEIGHT = 110_000_000

/**
 * A chain that looks and lives like a real one at `now` (milliseconds since 1970): the recorded flows as if they had
 * been recorded just now, and the made ones behind them, which start in the past and so write their own histories.
 */
export function demoState(now: number, seed: number): Demo {
  const recorded = stateFromRecording(recordedExchanges)
  const shift = BigInt(Math.round(now)) * 1_000_000n - timeToNs(recorded.time)
  const moved = (time: string) => nsToTime(timeToNs(time) + shift)
  const flows = recorded.flows.map(flow => movedFlow(flow, moved))
  const agents = madeAgents()
  const recordedAgents = recorded.interchainAccounts.filter(({ owner }) =>
    recorded.trustlessAgents.some(({ agentAddress }) => agentAddress === owner),
  )
  const agentAccounts = [...recordedAgents, ...agents.interchainAccounts]
  const made = madeFlows({ now, seed, firstId: flows.length + 1, agents: agentAccounts })
  const due = new Set([
    ...flows.filter(flow => timeToNs(flow.execTime) > BigInt(Math.round(now)) * 1_000_000n),
    ...made.flows,
  ])
  return {
    state: {
      ...recorded,
      height: HEIGHT,
      time: moved(recorded.time),
      flows: [...flows, ...made.flows],
      history: Object.fromEntries(
        Object.entries(recorded.history).map(([id, entries]) => [id, entries.map(entry => movedEntry(entry, moved))]),
      ),
      interchainAccounts: [...recorded.interchainAccounts, ...agents.interchainAccounts, ...made.interchainAccounts],
      trustlessAgents: [...recorded.trustlessAgents, ...agents.trustlessAgents],
    },
    behave: made.behave,
    scheduled: flow => due.has(flow),
  }
}

function movedFlow(flow: Flow, moved: (time: string) => string): Flow {
  return {
    ...flow,
    startTime: moved(flow.startTime),
    execTime: moved(flow.execTime),
    endTime: moved(flow.endTime),
    updateHistory: flow.updateHistory.map(moved),
  }
}

function movedEntry(entry: HistoryEntry, moved: (time: string) => string): HistoryEntry {
  return {
    ...entry,
    scheduledExecTime: moved(entry.scheduledExecTime),
    actualExecTime: moved(entry.actualExecTime),
  }
}
