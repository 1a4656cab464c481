import type { Flow, FlowHistoryEntry, TrustlessAgent } from '@flow-query/core'
import { chainTimeAt } from '@flow-query/testing'
import { describe, expect, test } from 'vitest'
import { clientAt } from '../../../../core/test/truth.js'
import { recordedFacts, whatHappened } from '../../../test/recorded-forecast.js'
import { checkFlow, type DraftCost, type DraftFacts, draftFrom } from '../index.js'

// Makes drafts from all recorded flows whose scheduled runs succeeded. The fee account gets the sum that the check names, and must be
// able to pay the recorded fees.

interface Recorded {
  name: string
  flow: Flow
  /** All runs, oldest first. */
  runs: FlowHistoryEntry[]
}

const { facts: forecastFacts, now } = recordedFacts()
const time = chainTimeAt(now)

function flowsOfForecasts(): Recorded[] {
  const { histories } = whatHappened()
  return forecastFacts.flows.map(flow => {
    const before = forecastFacts.histories?.[flow.id]
    const known = before && 'history' in before ? before.history.toReversed() : []
    return { name: `v1-forecast, flow ${flow.id}`, flow, runs: histories[flow.id] ?? known }
  })
}

async function flowsOfTruth(): Promise<Recorded[]> {
  const end = clientAt('end')
  const { flows } = await end.flows({ limit: 1_000 })
  return Promise.all(
    flows.map(async flow => {
      const { history } = await end.flowHistory({ id: flow.id, limit: 1_000 })
      return { name: `v1-truth, flow ${flow.id}`, flow, runs: history }
    }),
  )
}

async function readAgents(flows: readonly Flow[]): Promise<{ [address: string]: TrustlessAgent | null }> {
  const { trustlessAgents } = await clientAt('end').trustlessAgents()
  const known = { ...forecastFacts.agents }
  for (const agent of trustlessAgents) known[agent.agentAddress] = agent
  return Object.fromEntries(
    flows.flatMap(({ trustlessAgent: agent }) =>
      agent ? [[agent.agentAddress, known[agent.agentAddress] ?? null]] : [],
    ),
  )
}

function succeeded({ runs }: Recorded): boolean {
  return (
    runs.length > 1 &&
    runs.every(({ executed, errors, execFee: [fee] }) => executed && errors.length === 0 && fee?.denom === 'uinto')
  )
}

const all = [...flowsOfForecasts(), ...(await flowsOfTruth())].filter(succeeded)
const agents = await readAgents(all.map(({ flow }) => flow))

function costOf({ flow }: Recorded, more: Partial<DraftFacts> = {}): DraftCost {
  const { params, release } = forecastFacts
  const { cost } = checkFlow(draftFrom(flow), { params, release, agents, time, ...more }, time)
  return cost ?? expect.fail()
}

/** Whether a fee account with this balance can pay for all recorded runs. The last run also pays a commission of 2%. */
function pays(balance: bigint, { flow, runs }: Recorded, { check, agent, isReturned }: DraftCost): boolean {
  const toAgent = BigInt(agent.find(({ denom }) => denom === 'uinto')?.amount ?? 0)
  const burnt = 10_000n * BigInt(flow.msgs.length)
  let left = balance
  for (const index of runs.keys()) {
    const isLast = index === runs.length - 1
    const fee = BigInt(runs[isLast ? index - 1 : index]?.execFee[0]?.amount ?? 0)
    if (left < BigInt(check.amount)) return false
    left -= toAgent
    const share = isLast && isReturned && left > burnt ? ((left - burnt) * 2n + 99n) / 100n : 0n
    if (left < fee + share) return false
    left -= fee + share
  }
  return true
}

/** The recipient of this flow had no account before. */
const toNewAccount = 'v1-truth, flow 15'
const complete = all.filter(recorded => costOf(recorded).scheduled === recorded.runs.length)

describe('the sum that pays for all runs', () => {
  test('is compared with many flows', () => {
    expect(complete.length).toBeGreaterThan(30)
    expect(new Set(complete.flatMap(({ flow }) => flow.msgs.map(message => message['@type']))).size).toBeGreaterThan(4)
    expect(complete.some(({ flow }) => flow.trustlessAgent && agents[flow.trustlessAgent.agentAddress])).toBe(true)
  })

  test.each(complete.map(recorded => [recorded.name, recorded] as const))('of %s', (name, recorded) => {
    const { flow, runs } = recorded
    const balances = name === toNewAccount ? { [String(flow.msgs[0]?.to_address)]: [] } : {}
    const similar = {
      otherFlows: [flow],
      histories: { [flow.id]: { history: runs.slice(0, -1).toReversed(), nextKey: null } },
    }
    for (const more of [{ balances }, { balances, ...similar }]) {
      const cost = costOf(recorded, more)
      const fund = BigInt(cost.fund.amount)
      expect(pays(fund, recorded, cost)).toBe(true)
      expect(pays((fund * 95n) / 100n, recorded, cost)).toBe(false)
    }
  })
})

test('a fee account with this sum pays for all runs in the forecast of the draft', () => {
  for (const recorded of complete) {
    const { flow } = recorded
    const { fund } = costOf(recorded)
    const configuration = { ...flow.configuration, walletFallback: false }
    const { params, release } = forecastFacts
    const facts = {
      params,
      release,
      agents,
      time,
      balances: { [flow.owner]: [{ denom: 'uinto', amount: '9000000000000' }] },
    }
    const { runs, problems } = checkFlow(draftFrom(flow, { feeFunds: [fund], configuration }), facts, time)
    expect(runs, recorded.name).toHaveLength(Math.min(100, recorded.runs.length))
    expect(
      problems.filter(({ path }) => path === 'feeFunds'),
      recorded.name,
    ).toEqual([])
  }
})
