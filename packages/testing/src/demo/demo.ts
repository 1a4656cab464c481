import { isDecidedByAccounts } from '../chain/accounts/payments.js'
import { nsToTime, timeToNs } from '../chain/blocks/time.js'
import type { Behavior, Execution } from '../chain/execution.js'
import type { ChainState, Flow, HistoryEntry } from '../chain/state.js'
import { decodeBech32, encodeBech32 } from '../go/bech32.js'
import { type Exchange, stateFromRecording } from '../recording.js'
import { demoAccountsState } from './account-state.js'
import { accountOn, hub, osmosis, quiet } from './accounts.js'
import { agentAccounts, demoAgents } from './agents.js'
import { randomFlows } from './random/random-flows.js'
import { bodies, headers } from './recorded.js'
import { nora, situationOwners } from './situations/people.js'
import { newestSituations, olderSituations, situationFlows } from './situations/situations.js'

export interface Demo {
  state: ChainState
  behave: Behavior
  scheduled: (flow: Flow) => boolean
}

const initialHeight = 110_000_000

/** The state of a recorded `v1` node with a connection to a second chain. */
export const recordedExchanges: readonly Exchange[] = Object.entries(bodies).map(([path, body]) => ({
  request: { method: 'GET', path },
  response: { status: 200, headers, body },
}))

/** The account of recorded flows on the second chain. When they were recorded, this was another Intento chain. */
const recordedAccount = 'into1tmlt8wdw83h4ms9f25mqxutkp24jycwqd3gjjznlahaemjv78kesqcdz46'

/** Replaces the second chain of the recording with Osmosis, where addresses have another prefix. */
function onOsmosis({ request, response }: Exchange): Exchange {
  const account = encodeBech32('osmo', decodeBech32(recordedAccount).bytes)
  return { request, response: { ...response, body: response.body.replaceAll(recordedAccount, account) } }
}

/**
 * Creates a chain that resembles a real one at `now`, which is in milliseconds since 1970. The recorded flows come first, shifted
 * as if they had just been recorded. They start in the past, so their histories are simulated.
 */
export function demoState(now: number, seed: number): Demo {
  const recorded = stateFromRecording(recordedExchanges.map(onOsmosis))
  const shift = BigInt(Math.round(now)) * 1_000_000n - timeToNs(recorded.time)
  const moved = (time: string) => nsToTime(timeToNs(time) + shift)
  const flows = recorded.flows.map(flow => movedFlow(flow, moved))
  const older = situationFlows(olderSituations, { now, firstId: flows.length + 1 })
  const recordedAgents = recorded.interchainAccounts.filter(({ owner }) =>
    recorded.trustlessAgents.some(({ agentAddress }) => agentAddress === owner),
  )
  const random = randomFlows({
    now,
    seed,
    firstId: flows.length + older.flows.length + 1,
    agents: [...agentAccounts, ...recordedAgents],
  })
  const firstNewest = flows.length + older.flows.length + random.flows.length + 1
  const newest = situationFlows(newestSituations, { now, firstId: firstNewest })
  const added = [...older.flows, ...random.flows, ...newest.flows]
  const owners = new Set(added.map(({ owner }) => owner))
  const due = new Set([
    ...flows.filter(flow => timeToNs(flow.execTime) > BigInt(Math.round(now)) * 1_000_000n),
    ...added,
  ])
  const interchainAccounts = [
    ...recorded.interchainAccounts,
    ...agentAccounts,
    ...[...owners].map(owner => accountOn(osmosis, owner)),
    ...situationOwners.map(owner => accountOn(hub, owner)),
    accountOn(quiet, nora),
  ]
  return {
    state: {
      ...recorded,
      accounts: demoAccountsState([...flows, ...added], interchainAccounts, now),
      height: initialHeight,
      time: moved(recorded.time),
      flows: [...flows, ...added],
      history: Object.fromEntries(
        Object.entries(recorded.history).map(([id, entries]) => [id, entries.map(entry => movedEntry(entry, moved))]),
      ),
      interchainAccounts,
      trustlessAgents: [...recorded.trustlessAgents, ...demoAgents],
    },
    behave(flow, sequence) {
      const execution = older.behave(flow, sequence) ?? random.behave(flow, sequence) ?? newest.behave(flow, sequence)
      const isPast = timeToNs(flow.execTime) <= BigInt(Math.round(now)) * 1_000_000n
      return isPast || !execution ? execution : decidedByAccounts(execution)
    },
    scheduled: flow => due.has(flow),
  }
}

/**
 * If a result depends on money and permissions, it is replaced by a success, because the accounts decide it. Earlier runs keep no such
 * result, because the accounts only have the values of the start of the demo.
 */
function decidedByAccounts(execution: Execution): Execution {
  return isDecidedByAccounts(execution.error ?? '') ? { outcome: 'succeeded' } : execution
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
