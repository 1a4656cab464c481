import type { Behaviour } from '../chain/executions.js'
import type { ChainState, Flow, HistoryEntry } from '../chain/state.js'
import { nsToTime, timeToNs } from '../chain/time.js'
import { stateFromRecording } from '../recording.js'
import { accountOn, HUB, OSMOSIS } from './accounts.js'
import { AGENT_ACCOUNTS, AGENTS } from './agents.js'
import { CAST, castFlows } from './cast/cast.js'
import { OWNERS } from './cast/people.js'
import { running } from './cast/running.js'
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
 * been recorded just now, behind them the cast and the made ones, which began in the past and so write their own histories.
 */
export function demoState(now: number, seed: number): Demo {
  const recorded = stateFromRecording(recordedExchanges)
  const shift = BigInt(Math.round(now)) * 1_000_000n - timeToNs(recorded.time)
  const moved = (time: string) => nsToTime(timeToNs(time) + shift)
  const flows = recorded.flows.map(flow => movedFlow(flow, moved))
  const cast = castFlows(CAST, { now, firstId: flows.length + 1 })
  const recordedAgents = recorded.interchainAccounts.filter(({ owner }) =>
    recorded.trustlessAgents.some(({ agentAddress }) => agentAddress === owner),
  )
  const made = madeFlows({
    now,
    seed,
    firstId: flows.length + cast.flows.length + 1,
    agents: [...AGENT_ACCOUNTS, ...recordedAgents],
  })
  const newest = castFlows(running, { now, firstId: flows.length + cast.flows.length + made.flows.length + 1 })
  const added = [...cast.flows, ...made.flows, ...newest.flows]
  const owners = new Set(added.map(({ owner }) => owner))
  const due = new Set([
    ...flows.filter(flow => timeToNs(flow.execTime) > BigInt(Math.round(now)) * 1_000_000n),
    ...added,
  ])
  return {
    state: {
      ...recorded,
      height: HEIGHT,
      time: moved(recorded.time),
      flows: [...flows, ...added],
      history: Object.fromEntries(
        Object.entries(recorded.history).map(([id, entries]) => [id, entries.map(entry => movedEntry(entry, moved))]),
      ),
      interchainAccounts: [
        ...recorded.interchainAccounts,
        ...AGENT_ACCOUNTS,
        ...[...owners].map(owner => accountOn(OSMOSIS, owner)),
        ...OWNERS.map(owner => accountOn(HUB, owner)),
      ],
      trustlessAgents: [...recorded.trustlessAgents, ...AGENTS],
    },
    behave: (flow, run) => cast.behave(flow, run) ?? made.behave(flow, run) ?? newest.behave(flow, run),
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
