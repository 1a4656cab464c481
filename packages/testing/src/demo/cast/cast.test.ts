import {
  createFlowClient,
  type ExecutionOutcome,
  executionOutcome,
  type FlowStatus,
  flowStatus,
  v1,
  v1beta1,
} from '@flow-query/core'
import {
  type FailureCause,
  type FlowHealth,
  flowHealth,
  type StopRule,
  stopReason,
  summarizeHistory,
  type WaitingFlow,
} from '@flow-query/core/insights'
import { explainExecution } from '@flow-query/words'
import { describe, expect, test } from 'vitest'
import { createClock, createLcd, type Version } from '../../index.js'
import { failing as failingMembers } from './failing.js'
import { finished } from './finished.js'
import { healthy } from './healthy.js'
import type { Member } from './member.js'
import { running } from './running.js'
import { stopped as stoppedMembers } from './stopped.js'
import { waiting as waitingMembers } from './waiting.js'

/* Each table names one flow for all that can be said: what a union gains does not compile until the cast has it too. */

const failing: Record<FailureCause, string> = {
  insufficientFunds: 'Pay back what Mia lent',
  noGrant: 'Bills from the shared wallet',
  noActiveChannel: 'Swap fees to ATOM',
  conditionsNotMet: 'Stake again while rewards are above 0.1 INTO',
  otherChain: 'Sell OSMO every twelve hours',
  other: 'Stake with a validator that is gone',
  timedOut: 'Bring the profits home',
  unanswered: 'Subscription on the Hub',
  feeBalanceTooLow: 'Instalments for the bicycle',
}

const waiting: Record<WaitingFlow['for'], string> = {
  answer: 'Vote with the validator',
  conditions: 'Buy the dip under 4 OSMO',
  start: 'Savings for Leo, from next week on',
}

const stopped: Record<StopRule, string> = {
  stopOnSuccess: 'Claim the airdrop, until it works',
  stopOnFailure: 'Drain the faucet, until it is dry',
  stopOnTimeout: 'Sweep everything to cold storage',
  stopOnSuccessOf: 'Remind of the airdrop, until it is claimed',
  stopOnFailureOf: 'Share what the faucet gives',
  comparisons: 'Restake while it is worth the fee',
  skipOnSuccessOf: 'A second attempt at the airdrop, unless it is claimed',
  skipOnFailureOf: 'Ice cream, if the loan was paid back',
  conditions: 'Bonus, if rewards are high and the faucet runs',
  feeBalanceTooLow: 'Payroll of the old team',
  unansweredRun: 'Rebalance 60/40 every day',
  unansweredQuery: 'Invoice when the vault is full',
  unknown: 'Savings, changed after they had stopped',
}

const over: Record<ExecutionOutcome, string> = {
  succeeded: 'A year of swimming lessons',
  failed: 'Invoice of May from the bicycle shop',
  timedOut: 'Move the stake to the Hub',
  unanswered: 'Close the position',
  pending: 'Settle the trade of today',
  skipped: 'Restake while it is worth the fee',
}

const statuses: Record<FlowStatus, string> = {
  active: 'Salary of Mia',
  scheduled: 'Harvest festival, every year',
  completed: 'Vesting of the founders',
  stopped: 'Claim the airdrop, until it works',
}

const NOW = '2027-03-01T12:00:00Z'

/** Looks at the demo's flows by their labels. */
async function createViewer(version: Version) {
  const lcd = createLcd({ version, clock: createClock(NOW).now })
  const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, versions: [version === 'v1' ? v1 : v1beta1] })
  const { flows } = await client.flows({ limit: 1_000 })

  async function view(label: string) {
    const [id = '', ...others] = flows.filter(flow => flow.label === label).map(({ id }) => id)
    expect(others, `another “${label}”`).toEqual([])
    const [flow, page] = await Promise.all([client.flow({ id }), client.flowHistory({ id, limit: 50, reverse: true })])
    const now = lcd.now()
    return {
      flow,
      page,
      status: flowStatus(flow, now),
      health: flowHealth(flow, page, now),
      stop: stopReason(flow, page, now),
      outcomes: page.history.map(entry => executionOutcome(entry, flow, now)),
      problems: summarizeHistory(page, flow, now).problems,
    }
  }

  return { lcd, flows, view }
}

describe.each(['v1', 'v1beta1'] as const)('%s', async version => {
  const { view } = await createViewer(version)

  test.each(entriesOf(statuses))('%s', async (status, label) => {
    expect((await view(label)).status).toBe(status)
  })

  test.each(entriesOf(failing))('failing: %s', async (cause, label) => {
    const { health, flow, page, outcomes, problems } = await view(label)
    expect(health).toMatchObject({ state: 'failing', cause })
    const [outcome = 'succeeded'] = outcomes
    const explanations = page.history.slice(0, 1).flatMap(entry => explainExecution(entry, flow, outcome))
    expect(explanations).toEqual([
      { title: expect.any(String), help: expect.any(String), chainSaid: messageOf(health) },
    ])
    if (outcome === 'failed') expect(problems[0]).toMatchObject({ problem: cause, example: messageOf(health) })
  })

  test.each(entriesOf(waiting))('waiting: %s', async (what, label) => {
    expect((await view(label)).health).toMatchObject({ state: 'waiting', for: what })
  })

  // Only v1 lists the packets that tell of a run that nobody answered.
  const rules = entriesOf(stopped).filter(([rule]) => version === 'v1' || rule !== 'unansweredRun')
  test.each(rules)('stopped: %s', async (rule, label) => {
    const { stop, health, flow } = await view(label)
    expect(stop?.rule).toBe(rule)
    expect(health).toMatchObject({ state: 'over', stopped: stop })
    if (rule.endsWith('Of')) expect([stop?.flowIds]).toEqual(Object.values(flow.conditions).filter(isFilledList))
  })

  test.each(entriesOf(over))('over: %s', async (outcome, label) => {
    expect((await view(label)).health).toMatchObject({ state: 'over', outcome })
  })

  test('each is what its file says', async () => {
    const viewsOf = (members: readonly Member[]) => Promise.all(members.map(({ label }) => view(label)))
    const notSo = async (members: readonly Member[], isSo: (seen: Awaited<ReturnType<typeof view>>) => boolean) =>
      (await viewsOf(members)).filter(seen => !isSo(seen)).map(({ flow }) => flow.label)
    expect(await notSo(healthy, ({ health }) => health.state === 'healthy')).toEqual([])
    expect(await notSo(failingMembers, ({ health }) => health.state === 'failing')).toEqual([])
    expect(
      await notSo(waitingMembers, ({ health, outcomes }) => health.state === 'waiting' || outcomes[0] === 'pending'),
    ).toEqual([])
    expect(await notSo(stoppedMembers, ({ stop }) => stop !== null)).toEqual([])
    expect(await notSo(finished, ({ health, stop }) => health.state === 'over' && !stop)).toEqual([])
    expect(await notSo(running, ({ status }) => status === 'active')).toEqual([])
  })

  test('failing since different times', async () => {
    const views = await Promise.all(Object.values(failing).map(view))
    const since = views.map(({ health }) => (health.state === 'failing' ? health.since.time : null))
    expect(new Set(since).size).toBe(since.length)
  })
})

describe.each(['v1', 'v1beta1'] as const)('%s, while one watches', version => {
  test('another chain answers first runs, one after the other', async () => {
    const { lcd, view } = await createViewer(version)
    const state = async (label: string) => (await view(label)).health.state
    const [first, second] = ['Vote with the validator', 'Stake the bonus on the Hub']
    expect([await state(first), await state(second)]).toEqual(['waiting', 'waiting'])
    lcd.advance(60_000)
    expect([await state(first), await state(second)]).toEqual(['healthy', 'waiting'])
    lcd.advance(2 * 60_000)
    expect([await state(first), await state(second)]).toEqual(['healthy', 'healthy'])
  })

  test('answers to later runs come too', async () => {
    const { lcd, view } = await createViewer(version)
    const newest = async () => (await view('Sell OSMO every ten minutes, over a slow relayer')).outcomes.slice(0, 2)
    expect(await newest()).toEqual(['pending', 'succeeded'])
    lcd.advance(6.5 * 60_000)
    expect(await newest()).toEqual(['succeeded', 'succeeded'])
    lcd.advance(60_000)
    expect(await newest()).toEqual(['pending', 'succeeded'])
  })

  test('a query that nobody answers stops a flow, and so does a fee that nobody pays', async () => {
    const { lcd, view } = await createViewer(version)
    lcd.advance(5 * 60_000)
    expect((await view('Share the rewards of the vault')).stop).toMatchObject({ rule: 'unansweredQuery' })
    expect((await view(failing.feeBalanceTooLow)).stop).toMatchObject({ rule: 'feeBalanceTooLow' })
  })
})

function entriesOf<Key extends string>(table: Record<Key, string>): [Key, string][] {
  // The keys of a table are those that its type has.
  return Object.entries(table) as [Key, string][]
}

function messageOf(health: FlowHealth): string | null {
  return 'message' in health ? health.message : null
}

function isFilledList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0
}
