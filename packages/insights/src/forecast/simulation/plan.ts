import type { Flow, FlowHistoryEntry, TrustlessAgent } from '@flow-query/core'
import { executionProblem } from '@flow-query/core'
import { lookUp } from '@flow-query/core/parts/decode'
import { clockTime, outcomeAt } from '@flow-query/core/parts/runs'
import type { DeadQuery, ResponseShape } from '@flow-query/rules'
import { deadQueryIn } from '../../health/dead-query.js'
import { newestRuns } from '../../health/runs.js'
import {
  type ExpectedRun,
  type FlowDryRun,
  type FlowsForecastFacts,
  type IcaChannel,
  interchainAccountOf,
  isInterchain,
} from '../forecast-facts.js'
import { type Effects, effectsOf } from './effects.js'
import { expectedResponses } from './expected-responses.js'
import { estimateGas } from './money/gas.js'
import type { Balance } from './money/ledger.js'
import type { Loans } from './money/loans.js'
import { balancesOfFunding, type Funding, fundingOf } from './money/payments.js'
import { appliesTo, partsOf, type RunParts } from './parts.js'
import type { RunRisk } from './risk.js'
import { type Schedule, scheduleOf } from './schedule.js'
import type { World } from './world.js'

/** The facts about a flow that don't change between its simulated runs, except for the amounts of the balances. */
export type Plan = Readonly<{
  flow: Flow
  /** Flows with the same time run in the order of their IDs. */
  order: bigint
  schedule: Schedule
  number: number | null
  newest: FlowHistoryEntry | undefined
  hasSucceeded: boolean
  /** The error of the newest run that wasn't skipped, if the flow wasn't updated since. */
  lastError: string | undefined
  /** Why no query starts a run of the flow. */
  deadQuery: DeadQuery | undefined
  isConditional: boolean
  /** Whether only a transaction can change the result of the next run. */
  isPredictable: boolean
  funding: Funding
  /** Undefined for a flow that runs on this chain. */
  remote: { connectionId: string | undefined; risk: RunRisk | undefined } | undefined
  messages: Effects
  responses: readonly (ResponseShape | undefined)[]
  parts: RunParts
  dryRun: FlowDryRun | undefined
  /** Only set for a flow that doesn't exist yet. */
  expected: ExpectedRun | undefined
  balances: readonly Balance[]
  /** Only set if the simulation computes a missing amount. */
  loans: Loans | undefined
}>

export function planOf(flow: Flow, facts: FlowsForecastFacts, world: World, loans: Loans | undefined): Plan {
  const { id, owner, conditions, trustlessAgent } = flow
  const { now, ledger, otherLedgers } = world
  const { entries, runAt } = newestRuns(lookUp(facts.histories, id) ?? [])
  const sinceUpdate = entriesSinceUpdate(flow, entries)
  const attempted = sinceUpdate.find(entry => outcomeAt(entry, flow, now) !== 'skipped')
  const schedule = scheduleOf(flow)
  const isConditional = Object.values(conditions).some(list => Array.isArray(list) && list.length > 0)
  const isPredictable = !isConditional && schedule.first >= now
  const expected = lookUp(facts.expectedRuns, id)
  const dryRun = lookUp(facts.dryRuns, id)

  const agentAddress = trustlessAgent?.agentAddress
  const agent = agentAddress ? lookUp(facts.agents, agentAddress) : undefined
  const costs = {
    // The last run also pays a commission, so its fee isn't comparable.
    entries: sinceUpdate.filter(({ scheduledExecTime }) => scheduledExecTime !== flow.endTime),
    gas: estimateGas(flow, facts, dryRun, expected?.gas),
    failedGas: expected?.failedGas,
  }
  const funding = fundingOf(flow, agent, isPredictable, costs, world)

  const isRemote = isInterchain(flow)
  const account = interchainAccountOf(flow, agent)
  const channel = account && lookUp(facts.channels, account.key)
  const clientStatus = account && lookUp(facts.clientStatuses, account.connectionId)
  const remoteRisk = isRemote ? remoteRiskOf(agentAddress, agent, channel, clientStatus, isPredictable) : undefined
  const signer = isRemote ? (channel?.address ?? undefined) : owner
  const accounts = isRemote ? otherLedgers.get(account?.connectionId ?? '') : ledger
  const parts = partsOf(flow, facts.namedFlows)
  const hasWorked = attempted?.executed === true && attempted.errors.length === 0
  const messages = effectsOf(accounts, parts.msgs, signer, hasWorked, parts.changed)

  return {
    flow,
    order: BigInt(id),
    schedule,
    number: runAt(-1).number,
    newest: entries[0],
    hasSucceeded: expected?.succeeds || sinceUpdate.some(({ executed }) => executed),
    lastError: attempted?.errors.find(error => executionProblem(error) !== 'feeNotCollected'),
    deadQuery: deadQueryIn(flow, entries),
    isConditional,
    isPredictable,
    funding,
    remote: isRemote ? { connectionId: account?.connectionId, risk: remoteRisk } : undefined,
    messages,
    parts,
    responses: expectedResponses(flow),
    dryRun: dryRun && !isRemote && appliesTo(parts, dryRun) ? dryRun : undefined,
    expected,
    balances: Array.from(new Set([...balancesOfFunding(funding), ...messages.balances])),
    loans,
  }
}

function entriesSinceUpdate({ updateHistory }: Flow, entries: readonly FlowHistoryEntry[]): FlowHistoryEntry[] {
  const updated = updateHistory.reduce((newest, time) => Math.max(newest, clockTime(time) || 0), 0)
  return entries.filter(({ actualExecTime }) => !updated || clockTime(actualExecTime) > updated)
}

function remoteRiskOf(
  address: string | undefined,
  agent: TrustlessAgent | null | undefined,
  channel: IcaChannel | null | undefined,
  clientStatus: string | undefined,
  isPredictable: boolean,
): RunRisk | undefined {
  if (address && agent === null)
    return { kind: 'agentNotFound', certainty: isPredictable ? 'certain' : 'likely', address }
  if (address && !agent) return { kind: 'factsMissing', certainty: 'unknown', address }
  if (channel === undefined) return { kind: 'factsMissing', certainty: 'unknown' }
  if (channel?.state !== 'STATE_OPEN') return { kind: 'noOpenChannel', certainty: 'likely' }
  return clientStatus && clientStatus !== 'Active' ? { kind: 'clientExpired', certainty: 'likely' } : undefined
}

/** Index 0 is the next run before the simulation. */
export function runAt({ number, schedule }: Plan, index: number): { number: number | null; time: string } {
  return { number: number === null ? null : number + index, time: schedule.timeOf(index) }
}

/** A shortage is certain in the next run, if no earlier run of another flow has changed the balances that pay. */
export function ifUnchanged(risk: RunRisk, { isPredictable, funding }: Plan, index: number): RunRisk {
  const isUnchanged = balancesOfFunding(funding).every(({ amount, initial }) => amount === initial)
  const isCertain = risk.certainty === 'likely' && isPredictable && index === 0 && isUnchanged
  return isCertain ? { ...risk, certainty: 'certain' } : risk
}
