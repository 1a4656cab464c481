import { readFileSync } from 'node:fs'
import { type AnyMessage, type Flow, type FlowHistoryEntry, type TrustlessAgent, v1 } from '@flow-query/core'
import { chainTimeAt } from '@flow-query/testing'
import { describe, expect, test } from 'vitest'
import { recordedClient } from '../../../../core/test/truth.js'
import { recordedFacts, whatHappened } from '../../../test/recorded-forecast.js'
import { checkFlow, type DraftCost, type DraftFacts, draftFrom, type FlowDraft, parseDraft } from '../index.js'

// Checks drafts of all recorded flows. The recorded fees must be in the range that the check names, and a fee account with the sum that it
// names must be able to pay all of them.

interface Recorded {
  name: string
  draft: FlowDraft
  /** Undefined if only the draft is recorded. */
  flow?: Flow
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
    return {
      name: `v1-forecast, flow ${flow.id}`,
      draft: draftFrom(flow),
      flow,
      runs: histories[flow.id] ?? known,
    }
  })
}

async function flowsIn(folder: string): Promise<Recorded[]> {
  const end = recordedClient(`${folder}/end`)
  const { flows } = await end.flows({ limit: 1_000 })
  return Promise.all(
    flows.map(async flow => {
      const { history } = await end.flowHistory({ id: flow.id, limit: 300, reverse: true })
      return { name: `${folder}, flow ${flow.id}`, draft: draftFrom(flow), flow, runs: history.toReversed() }
    }),
  )
}

interface Submitted {
  runs: object[]
  /** If the flow was submitted with another schedule. */
  duration?: string
  interval?: string
}

function submittedDrafts(folder: string): Recorded[] {
  const file = new URL(`../../../../testing/recordings/${folder}/drafts.json`, import.meta.url)
  const lines: { name: string; message: AnyMessage; submitted?: Submitted }[] = JSON.parse(readFileSync(file, 'utf8'))
  return lines.flatMap(({ name, message, submitted }) => {
    if (!submitted) return []
    const { runs, duration = message.duration, interval = message.interval } = submitted
    const page = { history: runs, pagination: { next_key: null, total: '0' } }
    const { history } = v1.mappers.flowHistory(page, false)
    return { name: `${folder}, ${name}`, draft: parseDraft({ ...message, duration, interval }), runs: history }
  })
}

async function readAgents(): Promise<{ [address: string]: TrustlessAgent | null | undefined }> {
  const clients = ['v1-truth', 'v1-truth-2'].map(folder => recordedClient(`${folder}/end`))
  const lists = await Promise.all(clients.map(client => client.trustlessAgents()))
  const found = lists.flatMap(({ trustlessAgents }) => trustlessAgents)
  return { ...forecastFacts.agents, ...Object.fromEntries(found.map(agent => [agent.agentAddress, agent])) }
}

const all = [
  ...flowsOfForecasts(),
  ...(await flowsIn('v1-truth')),
  ...(await flowsIn('v1-truth-2')),
  ...submittedDrafts('v1-drafts'),
  ...submittedDrafts('v1-drafts-2'),
]
const agents = await readAgents()

/** The recipients of these flows had no account before. */
const toNewAccount = ['v1-truth, flow 15', 'v1-drafts-2, newacc-fund']

function costOf({ name, draft }: Recorded, more: Partial<DraftFacts> = {}): DraftCost {
  const { params, release } = forecastFacts
  const balances = toNewAccount.includes(name) ? { [String(draft.msgs[0]?.to_address)]: [] } : {}
  const { cost } = checkFlow(draft, { params, release, agents, balances, time, ...more }, time)
  return cost ?? expect.fail()
}

function isPaid({ executed, errors, execFee: [fee] }: FlowHistoryEntry): boolean {
  return executed && errors.length === 0 && fee?.denom === 'uinto'
}

function kindOf({ draft: { msgs, trustlessAgent, connectionId } }: Recorded): string {
  const nameOf = (message: AnyMessage): string => {
    const inner = Array.isArray(message.msgs) ? `[${message.msgs.map(nameOf)}]` : ''
    return `${message['@type'].split('.').at(-1)}${inner}`
  }
  return `${msgs.map(nameOf)}${trustlessAgent ? ' by an agent' : connectionId ? ' on another chain' : ''}`
}

/** The fees of runs that succeeded, without the last one, which can contain a commission. */
function feesOf({ runs }: Recorded): number[] {
  return runs.slice(0, -1).flatMap(run => (isPaid(run) ? Number(run.execFee[0]?.amount) : []))
}

describe('the range of a fee', () => {
  const ranges = all
    .map(recorded => ({ recorded, fees: feesOf(recorded) }))
    .filter(({ fees }) => fees.length > 0)
    .map(({ recorded, fees }) => {
      const { atLeast, atMost } = costOf(recorded).run
      const inside = fees.filter(fee => Number(atLeast.amount) <= fee && fee <= Number(atMost.amount))
      return { kind: kindOf(recorded), runs: fees.length, inside: inside.length }
    })

  test('contains 95 % of the recorded runs, and all runs of 95 % of the flows', () => {
    const kinds = new Set(ranges.map(({ kind }) => kind))
    const outside = ranges.filter(({ runs, inside }) => inside < runs)
    expect(kinds.size).toBeGreaterThan(25)
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
    expect(sum(ranges.map(({ inside }) => inside))).toBeGreaterThan(0.95 * sum(ranges.map(({ runs }) => runs)))
    expect(outside.length).toBeLessThan(0.05 * ranges.length)
  })
})

/** Whether a fee account with this balance can pay for all recorded runs. The last run also pays a commission of 2%. */
function pays(balance: bigint, { draft, runs }: Recorded, { check, agent, isReturned }: DraftCost): boolean {
  const toAgent = BigInt(agent.find(({ denom }) => denom === 'uinto')?.amount ?? 0)
  const burnt = 10_000n * BigInt(draft.msgs.length)
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

/** The flows whose runs succeeded, except that the fee account of some couldn't pay the last run. */
const complete = all.filter(
  recorded =>
    recorded.runs.length > 1 &&
    recorded.runs.slice(0, -1).every(isPaid) &&
    costOf(recorded).scheduled === recorded.runs.length,
)

describe('the sum that pays for all runs', () => {
  test('is compared with many flows', () => {
    expect(complete.length).toBeGreaterThan(60)
    expect(new Set(complete.map(kindOf)).size).toBeGreaterThan(15)
    expect(
      complete.some(({ draft: { trustlessAgent } }) => trustlessAgent && agents[trustlessAgent.agentAddress]),
    ).toBe(true)
  })

  test.each(complete.map(recorded => [recorded.name, recorded] as const))('of %s', (_, recorded) => {
    const { flow, runs } = recorded
    const similar = flow && {
      otherFlows: [flow],
      histories: { [flow.id]: { history: runs.slice(0, -1).toReversed(), nextKey: null } },
    }
    for (const cost of [costOf(recorded), ...(similar ? [costOf(recorded, similar)] : [])]) {
      const fund = BigInt(cost.fund.amount)
      expect(pays(fund, recorded, cost)).toBe(true)
      // The gas of submitting a flow is unknown, and a limit of a permission is only assumed.
      if (!/SubmitFlow|Exec\[MsgExec/.test(kindOf(recorded)))
        expect(pays((fund * 90n) / 100n, recorded, cost)).toBe(false)
    }
  })
})

test('a fee account with this sum pays for all runs in the forecast of the draft', () => {
  for (const recorded of complete) {
    const { draft } = recorded
    const { fund } = costOf(recorded)
    const funded = {
      ...draft,
      feeFunds: [fund],
      configuration: { ...draft.configuration, walletFallback: false },
    }
    const { params, release } = forecastFacts
    const facts = {
      params,
      release,
      agents,
      time,
      balances: { [draft.owner]: [{ denom: 'uinto', amount: '9000000000000' }] },
    }
    const { runs, problems } = checkFlow(funded, facts, time)
    expect(runs, recorded.name).toHaveLength(Math.min(100, recorded.runs.length))
    expect(
      problems.filter(({ path }) => path === 'feeFunds'),
      recorded.name,
    ).toEqual([])
  }
})
