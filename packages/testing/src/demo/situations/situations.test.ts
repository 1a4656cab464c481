import {
  createFlowClient,
  type ExecutionOutcome,
  executionOutcome,
  type FlowStatus,
  flowStatus,
  v1,
  v1beta1,
} from '@flow-query/core'
import { explainExecution } from '@flow-query/format'
import {
  type FailureCause,
  type FlowHealth,
  flowHealth,
  type StopRule,
  stopReason,
  summarizeHistory,
  type WaitingFlow,
} from '@flow-query/insights'
import { chainTimeAt } from '@flow-query/testing'
import { describe, expect, test } from 'vitest'
import { createDemoLcd } from '../../demo.js'
import { createClock, type Version } from '../../index.js'
import { failing as failingSituations } from './failing.js'
import { finished } from './finished.js'
import { healthy } from './healthy.js'
import { risky } from './risky.js'
import { running } from './running.js'
import type { Situation } from './situation.js'
import { stopped as stoppedSituations } from './stopped.js'
import { waiting as waitingSituations } from './waiting.js'

// Each table names one demo flow for every member of a union type. A new member causes a type error until the demo has
// a flow for it.

/**
 * `feeBalanceTooLow` is missing because a flow that can't pay the fee never runs again, so it never counts as failing.
 */
const failing: Record<Exclude<FailureCause, 'feeBalanceTooLow' | 'idle'>, string> = {
  feeNotCollected: 'Allowance for twelve cousins',
  agentFeeNotPaid: 'Vote through an agent that charges more now',
  agentNotFound: 'Claim through an agent that is gone',
  wrongSigner: 'Pay the rent as Mia',
  insufficientFunds: 'Pay back what Mia lent',
  noGrant: 'Bills from the shared wallet',
  noActiveChannel: 'Swap fees to ATOM',
  conditionsNotMet: 'Stake again while rewards are above 0.1 INTO',
  otherChain: 'Sell OSMO every twelve hours',
  other: 'Stake with a validator that is gone',
  timedOut: 'Bring the profits home',
  unacknowledged: 'Subscription on the Hub',
}

const waiting: Record<WaitingFlow['for'], string> = {
  answer: 'Vote with the validator',
  conditions: 'Buy the dip under 4 OSMO',
  start: 'Savings for Leo, from next week on',
}

/** Only old releases end a flow because a run was sent, and the demo has the newest one. */
const stopped: Record<Exclude<StopRule, 'sentRun' | 'idleRun'>, string> = {
  stopOnSuccess: 'Claim the airdrop, until it works',
  stopOnFailure: 'Drain the faucet, until it is dry',
  stopOnTimeout: 'Sweep everything to cold storage',
  stopOnSuccessOf: 'Remind of the airdrop, until it is claimed',
  stopOnFailureOf: 'Share what the faucet gives',
  comparisons: 'Restake while it is worth the fee',
  skipOnSuccessOf: 'A second attempt at the airdrop, if unclaimed',
  skipOnFailureOf: 'Ice cream, if the loan was paid back',
  conditions: 'Bonus, if rewards are high and the faucet runs',
  feeBalanceTooLow: 'Payroll of the old team',
  unacknowledgedRun: 'Rebalance 60/40 every day',
  unansweredQuery: 'Invoice when the vault is full',
  unknown: 'Savings, changed after they had stopped',
}

const over: Record<Exclude<ExecutionOutcome, 'idle'>, string> = {
  succeeded: 'A year of swimming lessons',
  feeNotCollected: 'Prizes for the whole club',
  failed: 'Invoice of May from the bicycle shop',
  timedOut: 'Move the stake to the Hub',
  unacknowledged: 'Close the position',
  pending: 'Settle the trade of today',
  skipped: 'Restake while it is worth the fee',
}

const statuses: Record<FlowStatus, string> = {
  active: 'Salary of Mia',
  scheduled: 'Harvest festival, every year',
  completed: 'Vesting of the founders',
  stopped: 'Claim the airdrop, until it works',
}

const initialTime = '2027-03-01T12:00:00Z'

/** Returns functions that read the demo's flows by label. */
async function createViewer(version: Version) {
  const lcd = createDemoLcd({ version, clock: createClock(initialTime).now })
  const client = createFlowClient({
    lcd: lcd.url,
    fetch: lcd.fetch,
    versions: [version === 'v1' ? v1 : v1beta1],
    timeout: 300_000,
  })
  const { flows } = await client.flows({ limit: 1_000 })

  async function view(label: string) {
    const [id = '', ...others] = flows.filter(flow => flow.label === label).map(({ id }) => id)
    expect(others, `another “${label}”`).toEqual([])
    const [flow, page] = await Promise.all([client.flow({ id }), client.flowHistory({ id, limit: 50, reverse: true })])
    const now = lcd.now()
    return {
      flow,
      page,
      status: flowStatus(flow, chainTimeAt(now)),
      health: flowHealth(flow, page, chainTimeAt(now)),
      stop: stopReason(flow, page, chainTimeAt(now)),
      outcomes: page.history.map(entry => executionOutcome(entry, flow, chainTimeAt(now))),
      problems: summarizeHistory(page, flow, chainTimeAt(now)).problems,
    }
  }

  return { lcd, view }
}

describe.each(['v1', 'v1beta1'] as const)('%s', async version => {
  const { lcd, view } = await createViewer(version)

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

  // Only v1 lists packet sequences, which reveal that a run has no response.
  const rules = entriesOf(stopped).filter(([rule]) => version === 'v1' || rule !== 'unacknowledgedRun')
  test.each(rules)('stopped: %s', async (rule, label) => {
    const { stop, health, flow } = await view(label)
    expect(stop?.rule).toBe(rule)
    expect(health).toMatchObject({ state: 'ended', stopped: stop })
    if (rule.endsWith('Of')) expect([stop?.flowIds]).toEqual(Object.values(flow.conditions).filter(isFilledList))
  })

  test.each(entriesOf(over))('over: %s', async (outcome, label) => {
    expect((await view(label)).health).toMatchObject({ state: 'ended', outcome })
  })

  test('each group contains only flows with its state', async () => {
    const viewsOf = (situations: readonly Situation[]) => Promise.all(situations.map(({ label }) => view(label)))
    const notSo = async (situations: readonly Situation[], isSo: (seen: Awaited<ReturnType<typeof view>>) => boolean) =>
      (await viewsOf(situations)).filter(seen => !isSo(seen)).map(({ flow }) => flow.label)
    expect(await notSo(healthy, ({ health }) => health.state === 'healthy')).toEqual([])
    expect(await notSo(failingSituations, ({ health }) => health.state === 'failing')).toEqual([])
    expect(
      await notSo(waitingSituations, ({ health, outcomes }) => health.state === 'waiting' || outcomes[0] === 'pending'),
    ).toEqual([])
    expect(await notSo(stoppedSituations, ({ stop }) => stop !== null)).toEqual([])
    expect(await notSo(finished, ({ health, stop }) => health.state === 'ended' && !stop)).toEqual([])
    expect(await notSo(running, ({ status }) => status === 'active')).toEqual([])
    expect(await notSo(risky, ({ outcomes }) => outcomes.every(outcome => outcome === 'succeeded'))).toEqual([])
  })

  // Runs last, because it changes the chain that the tests above read.
  test('while the demo runs, the host chain responds, and an unanswered query and an unpaid fee stop a flow', async () => {
    const stateOf = async (label: string) => (await view(label)).health.state
    const firstRuns = async () => [
      await stateOf('Vote with the validator'),
      await stateOf('Stake the bonus on the Hub'),
    ]
    const laterRuns = async () => (await view('Sell OSMO every ten minutes, over a slow relayer')).outcomes.slice(0, 2)
    expect(await firstRuns()).toEqual(['waiting', 'waiting'])
    expect(await laterRuns()).toEqual(['pending', 'succeeded'])
    lcd.advance(60_000)
    expect(await firstRuns()).toEqual(['healthy', 'waiting'])
    lcd.advance(2 * 60_000)
    expect(await firstRuns()).toEqual(['healthy', 'healthy'])
    lcd.advance(3.5 * 60_000)
    expect(await laterRuns()).toEqual(['succeeded', 'succeeded'])
    expect((await view('Installments for the bicycle')).stop).toMatchObject({ rule: 'feeBalanceTooLow' })
    lcd.advance(60_000)
    expect(await laterRuns()).toEqual(['pending', 'succeeded'])
    lcd.advance(3_600_000)
    expect((await view('Share the rewards of the vault')).stop).toMatchObject({ rule: 'unansweredQuery' })
  })
})

function entriesOf<Key extends string>(table: Record<Key, string>): [Key, string][] {
  // `Object.entries` loses the type of the keys.
  return Object.entries(table) as [Key, string][]
}

function messageOf(health: FlowHealth): string | null {
  return 'message' in health ? health.message : null
}

function isFilledList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0
}
