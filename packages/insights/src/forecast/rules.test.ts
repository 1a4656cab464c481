import type {
  ChainRelease,
  Coin,
  Comparison,
  FeedbackLoop,
  Flow,
  FlowHistoryEntry,
  TrustlessAgent,
} from '@flow-query/core'
import { chainTimeAt } from '@flow-query/testing'
import { describe, expect, test } from 'vitest'
import { comparison, entryOf, flowOf, interchain, loop, minutes, now, query } from '../../../core/test/flows.js'
import {
  expectedFailures,
  type FlowForecast,
  type FlowsForecastFacts,
  type ForecastOutcome,
  forecastFlows,
} from './index.js'

// Tests the chain's rules that forecasts follow, one table per rule.

const owner = 'into1owner'
const fees = 'into1fees'
const coin = (denom: string, amount: number): Coin => ({ denom, amount: String(amount) })
const uinto = (amount: number): Coin[] => [coin('uinto', amount)]
const send = (amount: number) => ({
  '@type': '/cosmos.bank.v1beta1.MsgSend',
  from_address: owner,
  to_address: 'into1shop',
  amount: uinto(amount),
})
const paid = entryOf({ scheduledExecTime: minutes(-30), execFee: uinto(19_040) })
const failed = entryOf({ executed: false, errors: ['insufficient funds'], execFee: uinto(13_440), msgResponses: [] })
const skipped = entryOf({ executed: false, execFee: [], msgResponses: [] })
const rewards = (amount: number) =>
  entryOf({ msgResponses: [{ '@type': '/a', amount: uinto(amount) }], execFee: uinto(19_040) })

/** Forecasts a flow whose first run is in half an hour. By default, it has ten hourly runs that cost 19,040 uinto each. */
function forecast(
  { runs = 10, ...changes }: Parameters<typeof flowOf>[0] & { runs?: number },
  { history = [paid], ...facts }: Partial<FlowsForecastFacts> & { history?: FlowHistoryEntry[] } = {},
): FlowForecast {
  const flow = flowOf({
    id: '7',
    owner,
    feeAddress: fees,
    msgs: [send(1_000)],
    interval: '3600s',
    execTime: minutes(30),
    endTime: minutes(30 + (runs - 1) * 60),
    updateHistory: [],
    ...changes,
    configuration: { walletFallback: false, ...changes.configuration },
  })
  return only(forecastFlows({ ...forecastFactKeys([flow], history), ...facts }, chainTimeAt(now)))
}

function forecastFactKeys(flows: Flow[], history: FlowHistoryEntry[] = [paid]): FlowsForecastFacts {
  return {
    flows,
    params: {
      flowFundsCommission: '2',
      flowFlexFeeMul: '5',
      burnFeePerMsg: '10000',
      gasFeeCoins: [coin('ibc/C4', 20), coin('uinto', 80)],
      maxFlowDuration: '94867200s',
      minFlowDuration: '5s',
      minFlowInterval: '5s',
      connectionRewards: [],
    },
    release: 'current',
    histories: Object.fromEntries(flows.map(({ id }) => [id, { history, nextKey: null }])),
    balances: { [fees]: uinto(10_000_000), [owner]: uinto(10_000_000) },
  }
}

function only(forecasts: FlowForecast[]): FlowForecast {
  const [forecast] = forecasts
  if (!forecast || forecasts.length > 1) throw new Error(`There are ${forecasts.length} forecasts`)
  return forecast
}

/** Counts equal outcomes in a row: `2 succeeded, 1 failed`. */
function outcomesOf({ runs }: FlowForecast): string {
  const groups: { outcome: string; count: number }[] = []
  for (const { outcome } of runs) {
    const last = groups.at(-1)
    if (last?.outcome === outcome) last.count++
    else groups.push({ outcome, count: 1 })
  }
  return groups.map(({ outcome, count }) => `${count} ${outcome}`).join(', ')
}

const channel = {
  channelId: 'channel-1',
  portId: `icacontroller-${owner}`,
  state: 'STATE_OPEN',
  ordering: 'ORDER_UNORDERED',
  address: owner,
}

/** The facts about another chain on which the interchain account has a balance. */
const remote = (balance: number): Partial<FlowsForecastFacts> => ({
  channels: { [`connection-0/${owner}`]: channel },
  chains: { 'connection-0': { balances: { [owner]: uinto(balance) } } },
})

describe('the end of a flow', () => {
  const stopOnSuccess = { configuration: { stopOnSuccess: true } }
  const stopOnFailure = { configuration: { stopOnFailure: true } }
  const both = { configuration: { stopOnSuccess: true, stopOnFailure: true } }
  const tooMuch = { msgs: [send(99_000_000)] }
  const uncollected = {
    history: [entryOf({ execFee: uinto(235_200) })],
    balances: { [fees]: uinto(70_000), [owner]: uinto(9_000) },
  }

  test.each([
    ['stopOnSuccess', stopOnSuccess, {}, '1 succeeded'],
    ['stopOnSuccess, if each run fails', { ...stopOnSuccess, ...tooMuch }, {}, '10 failed'],
    ['stopOnSuccess, if the fee cannot be collected', stopOnSuccess, uncollected, '3 feeNotCollected, 1 failed'],
    ['stopOnFailure', stopOnFailure, {}, '10 succeeded'],
    ['stopOnFailure, if a run fails', { ...stopOnFailure, ...tooMuch }, {}, '1 failed'],
    ['stopOnFailure, if the fee cannot be collected', stopOnFailure, uncollected, '1 feeNotCollected'],
    ['both, if each run succeeds', both, {}, '10 succeeded'],
    ['both, if each run fails', { ...both, ...tooMuch }, {}, '10 failed'],
    ['stopOnSuccess on another chain', { ...interchain, ...stopOnSuccess }, remote(9_000_000), '1 succeeded'],
    [
      'stopOnSuccess on another chain, if each run fails there',
      { ...interchain, ...stopOnSuccess },
      remote(0),
      '1 failed',
    ],
    ['stopOnFailure on another chain, one run late', { ...interchain, ...stopOnFailure }, remote(0), '2 failed'],
    [
      'stopOnFailure on another chain, if the last run failed there',
      { ...interchain, ...stopOnFailure },
      {
        ...remote(9_000_000),
        history: [entryOf({ executed: false, errors: ['ABCI code: 5'], execFee: uinto(19_040) })],
      },
      '1 succeeded',
    ],
    [
      'stopOnFailure on another chain, if the run fails on this chain',
      { ...interchain, ...stopOnFailure },
      { channels: { [`connection-0/${owner}`]: null } },
      '1 failed',
    ],
    [
      'stopOnTimeout, if the last run timed out',
      { ...interchain, configuration: { stopOnTimeout: true } },
      { ...remote(9_000_000), history: [entryOf({ executed: false, timedOut: true })] },
      '',
    ],
  ])('%s', (_, changes, facts, expected) => {
    expect(outcomesOf(forecast(changes, facts))).toBe(expected)
  })
})

describe('a stop that the owner did not choose', () => {
  const there = { ...interchain, configuration: { stopOnFailure: true } }
  const failedThere = entryOf({
    executed: false,
    errors: ['ABCI code: 5: error handling packet'],
    execFee: uinto(19_040),
  })
  const saved = entryOf({ msgResponses: [{ '@type': '/a', amount: uinto(500) }], execFee: uinto(19_040) })
  const comparing = (change: Partial<Comparison>) => ({
    conditions: { comparisons: [{ ...comparison, responseKey: 'Amount.[0].Amount', ...change }] },
  })
  const unpaid = { balances: { [fees]: uinto(100_000), [owner]: uinto(1_000) } }

  test.each<[string, Parameters<typeof forecast>[0], Parameters<typeof forecast>[1], string[]]>([
    [
      'follows the failed run',
      there,
      remote(0),
      ['messageFunds in run 1', 'stopsAfterFailure in run 2, which stops the flow'],
    ],
    [
      'follows a failed run whose successor succeeds',
      there,
      { ...remote(9_000_000), history: [failedThere] },
      ['stopsAfterFailure in run 1, which stops the flow'],
    ],
    [
      'is the failed run itself if it fails on this chain',
      there,
      { channels: { [`connection-0/${owner}`]: null } },
      ['noOpenChannel in run 1, which stops the flow'],
    ],
    ['is no news in the last run', { ...there, runs: 2 }, remote(0), ['messageFunds in run 1']],
    ['does not follow a failed run without this setting', interchain, remote(0), ['messageFunds in run 1']],
    [
      'does not follow a failed run if the other setting is on, too',
      { ...interchain, configuration: { stopOnFailure: true, stopOnSuccess: true } },
      remote(0),
      ['messageFunds in run 1'],
    ],
    [
      'follows a skipped run on another chain',
      { ...interchain, ...comparing({}) },
      { ...remote(9_000_000), history: [skipped, saved] },
      ['stopsAfterSkip in run 1, which stops the flow'],
    ],
    [
      'is the last run that can fail in a comparison',
      comparing({ responseKey: 'Nothing' }),
      { history: [saved] },
      ['conditionsFail in run 1', 'conditionsFail in run 9, which stops the flow'],
    ],
    [
      'comes after a payment that fails',
      {},
      unpaid,
      ['messageFunds in run 2', 'feeBalanceTooLow in run 4, which stops the flow'],
    ],
  ])('%s', (_, changes, facts, expected) => {
    const result = forecast(changes, facts)
    const position = (at: string) => result.runs.findIndex(({ time }) => time === at) + 1
    const failures = expectedFailures(result).map(
      ({ risk, at, stops }) => `${risk.kind} in run ${position(at)}${stops ? ', which stops the flow' : ''}`,
    )
    expect(failures).toEqual(expected)
  })

  test('is certain only after a recorded failure', () => {
    const certainty = (facts: Parameters<typeof forecast>[1]) =>
      forecast(there, facts).risks.find(({ kind }) => kind === 'stopsAfterFailure')?.certainty
    expect(certainty({ ...remote(9_000_000), history: [failedThere] })).toBe('certain')
    expect(certainty(remote(0))).toBe('likely')
  })

  test('follows a failed run although a relayer that seems to be offline may not answer the last run', () => {
    const sent = { actualExecTime: minutes(-5), packetSequences: ['1'] }
    const flows = ['7', '8'].map(id =>
      flowOf({
        ...there,
        id,
        msgs: [send(1_000)],
        owner,
        feeAddress: fees,
        execTime: minutes(30),
        endTime: minutes(570),
        updateHistory: [],
      }),
    )
    const histories = { 7: [failedThere], 8: [entryOf({ executed: false, msgResponses: [], ...sent })] }
    const [result = expect.fail()] = forecastFlows(
      { ...forecastFactKeys(flows), ...remote(9_000_000), histories },
      chainTimeAt(now),
    )
    expect(result.runs).toMatchObject([{ outcome: 'unknown' }])
    expect(expectedFailures(result)).toMatchObject([{ risk: { kind: 'stopsAfterFailure' }, stops: true }])
  })

  test('makes the next run the last one, but does not make it fail', () => {
    const { nextRun, runs, stop } = forecast(there, { ...remote(9_000_000), history: [failedThere] })
    expect(nextRun).toBe('atRisk')
    expect(runs).toMatchObject([{ outcome: 'succeeded' }])
    expect(stop).toMatchObject({ time: minutes(30), outcome: 'succeeded' })
  })
})

describe('runs whose conditions are not met', () => {
  const saved = entryOf({ msgResponses: [{ '@type': '/a', amount: uinto(500) }], execFee: uinto(19_040) })
  const errorAfter = entryOf({ errors: ['distribution error: too low'], msgResponses: [] })
  const compares = (...changes: Partial<Comparison>[]) =>
    changes.map(change => ({ ...comparison, responseKey: 'Amount.[0].Amount', ...change }))
  const small = { operand: '1000' }
  const missing = { responseKey: 'Nothing' }
  const skips = { conditions: { comparisons: compares(small) } }
  const fails = { conditions: { comparisons: compares(missing) } }
  const all = (...changes: Partial<Comparison>[]) => ({
    conditions: { comparisons: compares(...changes), useAndForComparisons: true },
  })
  const stopOnSuccess = { ...skips, configuration: { stopOnSuccess: true } }

  test.each([
    ['a second skip ends a flow', skips, [saved], '2 skipped'],
    ['a skip after a recorded skip ends a flow', skips, [skipped, saved], '1 skipped'],
    ['a skip before the last run ends a flow', { ...skips, runs: 2 }, [saved], '1 skipped'],
    [
      'a skip before a last run that is not at the end time does not end a flow',
      { ...skips, endTime: minutes(91) },
      [saved],
      '2 skipped',
    ],
    ['the last run can be skipped', { ...skips, runs: 1 }, [saved], '1 skipped'],
    ['a skip counts as a success after a run without errors', stopOnSuccess, [saved], '1 skipped'],
    ['a skip is no success after an error', stopOnSuccess, [errorAfter, saved], '2 skipped'],
    ['runs with an impossible comparison fail until the run before the last', fails, [saved], '9 failed'],
    ['an impossible comparison after a skip ends a flow', fails, [skipped, saved], '1 failed'],
    [
      'an impossible comparison does not matter if another one is met',
      {
        conditions: { comparisons: compares(missing, {}) },
      },
      [saved],
      '10 succeeded',
    ],
    [
      'an impossible comparison fails if no other one is met',
      {
        conditions: { comparisons: compares(missing, small) },
      },
      [saved],
      '9 failed',
    ],
    ['the first comparison that is not met decides if all are needed', all(small, missing), [saved], '2 skipped'],
    ['the first impossible comparison decides if all are needed', all(missing, small), [saved], '9 failed'],
    [
      'an impossible comparison fails before another flow stops this one',
      {
        conditions: { ...fails.conditions, stopOnFailureOf: ['7'] },
      },
      [failed, saved],
      '9 failed',
    ],
  ])('%s', (_, changes, history, expected) => {
    expect(outcomesOf(forecast(changes, { history }))).toBe(expected)
  })

  const wentWrong = entryOf({
    executed: false,
    errors: ['conditions to execute not met: no successful execution found in history'],
    execFee: [],
    msgResponses: [],
  })
  const coins = entryOf({
    msgResponses: [{ '@type': '/a', amount: uinto(500), completion_time: '2026-11-22T12:00:00Z', proposal_id: '7' }],
    execFee: uinto(19_040),
  })

  test.each<[string, Partial<Comparison>, ForecastOutcome]>([
    ['an integer', { operand: '499' }, 'succeeded'],
    ['an integer that is equal', { operator: 'EQUAL', operand: '500' }, 'succeeded'],
    ['an operand that is not a number', { operand: 'abc' }, 'failed'],
    ['a key in another case', { responseKey: 'amount.[0].amount' }, 'failed'],
    ['a key that does not exist', { responseKey: 'Amount.[1].Amount' }, 'failed'],
    ['a negative index', { responseKey: 'Amount.[-1].Amount' }, 'succeeded'],
    ['a coin as an integer', { responseKey: 'Amount.[0]' }, 'failed'],
    ['a coin', { responseKey: 'Amount.[0]', valueType: 'sdk.Coin', operand: '499uinto' }, 'succeeded'],
    ['a coin that is too small', { responseKey: 'Amount.[0]', valueType: 'sdk.Coin', operand: '500uinto' }, 'skipped'],
    ['a coin of another denom', { responseKey: 'Amount.[0]', valueType: 'sdk.Coin', operand: '1uatom' }, 'failed'],
    ['an amount as a string', { valueType: 'string', operator: 'EQUAL', operand: '500' }, 'failed'],
    [
      'a string',
      { responseKey: 'Amount.[0].Denom', valueType: 'string', operator: 'ENDS_WITH', operand: 'nto' },
      'succeeded',
    ],
    ['the order of strings', { responseKey: 'Amount.[0].Denom', valueType: 'string', operand: 'a' }, 'failed'],
    ['a time or an integer as a string', { responseKey: 'CompletionTime', valueType: 'string' }, 'unknown'],
    ['a decimal', { responseKey: 'ProposalId', valueType: 'math.Dec' }, 'unknown'],
    ['a time as an integer', { responseKey: 'CompletionTime' }, 'failed'],
    ['an unknown type', { valueType: 'int' }, 'failed'],
    ['a response that does not exist', { responseIndex: 1 }, 'failed'],
    ['no key', { responseKey: '', operand: '1000' }, 'succeeded'],
  ])('a comparison with %s', (_, changes, expected) => {
    const { runs } = forecast({ conditions: { comparisons: compares(changes) } }, { history: [coins] })
    expect(runs[0]?.outcome).toBe(expected)
  })

  test.each<[string, Partial<Comparison>, FlowHistoryEntry[], string, string]>([
    ['is larger than the operand', { operand: '299' }, [coins, rewards(200)], 'succeeded', 'succeeded'],
    ['is not larger than the operand', { operand: '300' }, [coins, rewards(200)], 'skipped', 'skipped'],
    ['has no earlier value', { operand: '1' }, [coins], 'failed', 'failed'],
    ['is not larger than the change before', { operand: 'delta' }, [coins, rewards(200)], 'skipped', 'failed'],
  ])('a change that %s', (_, changes, history, current, before109) => {
    const conditions = { comparisons: compares({ differenceMode: true, ...changes }) }
    const outcome = (release: ChainRelease) => forecast({ conditions }, { history, release }).runs[0]?.outcome
    expect([outcome('current'), outcome('1.0.7')]).toEqual([current, before109])
  })

  test.each<[string, Partial<Comparison>, FlowHistoryEntry[], string]>([
    ['fails once and is then skipped twice', {}, [rewards(200)], '1 failed, 2 skipped'],
    ['is skipped twice after the recorded failure', {}, [wentWrong, rewards(200)], '2 skipped'],
    ['is skipped again after a recorded skip', {}, [skipped, wentWrong, rewards(200)], '1 skipped'],
    [
      'runs after each failure if a change of 0 meets it',
      { operator: 'SMALLER_THAN' },
      [wentWrong, rewards(200)],
      '1 succeeded, 9 unknown',
    ],
    ['fails if the field does not exist', { responseKey: 'Nothing' }, [wentWrong, rewards(200)], '9 failed'],
  ])('a comparison of changes %s', (_, changes, history, expected) => {
    const conditions = { comparisons: compares({ differenceMode: true, operand: '1', ...changes }) }
    expect(outcomesOf(forecast({ conditions }, { history }))).toBe(expected)
  })

  test('a change since the last run compares the response of another flow with the responses of this flow', () => {
    const conditions = { comparisons: compares({ flowId: '8', differenceMode: true, operand: '299' }) }
    const histories = (own: FlowHistoryEntry[]) => ({
      7: { history: own, nextKey: null },
      8: { history: [coins], nextKey: null },
    })
    const outcome = (own: FlowHistoryEntry[]) =>
      forecast({ conditions }, { histories: histories(own) }).runs[0]?.outcome
    expect(outcome([skipped, rewards(200)])).toBe('succeeded')
    expect(outcome([skipped, rewards(300)])).toBe('skipped')
    expect(outcome([rewards(200)])).toBe('failed')
  })

  test('the comparison of a later run is unknown if it reads the response of an earlier run', () => {
    const claim = { '@type': '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward', delegator_address: owner }
    const dryRuns = { 7: { result: 'succeeded', gasUsed: '120000' } as const }
    const claims = forecast({ ...skips, msgs: [claim], runs: 3 }, { history: [], dryRuns })
    expect(outcomesOf(claims)).toBe('1 succeeded, 2 unknown')
    // The response to a payment has no coins.
    expect(outcomesOf(forecast({ ...skips, runs: 3 }, { history: [] }))).toBe('1 succeeded, 1 failed')
  })

  test('the responses of another chain are unknown until it answers', () => {
    const unanswered = entryOf({
      executed: false,
      msgResponses: [],
      packetSequences: ['9'],
      actualExecTime: minutes(-5),
    })
    const there = {
      ...interchain,
      msgs: [{ '@type': '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward' }],
      runs: 3,
    }
    const outcomes = (conditions: object, history: FlowHistoryEntry[]) =>
      forecast({ ...there, ...conditions }, { ...remote(9_000_000), history }).runs.map(({ outcome }) => outcome)
    expect(outcomes(skips, [saved])[0]).toBe('skipped')
    expect(outcomes(skips, [unanswered, saved])[0]).toBe('unknown')
    expect(outcomes(fails, [unanswered, saved])[0]).toBe('failed')
  })

  test('a run that fails in a comparison is an expected failure', () => {
    const [failure] = expectedFailures(forecast(fails, { history: [saved] }))
    expect(failure?.risk).toMatchObject({ kind: 'conditionsFail', certainty: 'likely' })
  })

  test('cost nothing', () => {
    const { runs } = forecast(skips, { history: [saved], balances: { [fees]: uinto(0) } })
    expect(runs).toMatchObject([
      { outcome: 'skipped', fee: null },
      { outcome: 'skipped', fee: null },
    ])
  })

  test.each([['the responses of a flow whose history is unknown', { flowId: '3' }, {}, 'factsMissing']])(
    'are unknown if they depend on %s',
    (_, changes, facts, kind) => {
      const conditions = { comparisons: [{ ...comparison, ...changes }] }
      const { nextRun, risks, runs } = forecast({ conditions }, { history: [saved], ...facts })
      expect([nextRun, runs[0]?.outcome]).toEqual(['unknown', 'unknown'])
      expect(risks).toMatchObject([{ kind, certainty: 'unknown' }])
    },
  )
})

describe('the account that pays', () => {
  const gasFeeCoins = [coin('uinto', 80), coin('ibc/B', 20), coin('ibc/A', 20)]
  const withPrices = (coins: Coin[]) => ({ params: { ...forecastFactKeys([]).params, gasFeeCoins: coins } })
  const much = 9_000_000

  test.each([
    ['uinto first', gasFeeCoins, [coin('ibc/B', much), coin('uinto', much)], [], 'feeAccount uinto'],
    ['other denoms', gasFeeCoins, [coin('ibc/B', much)], [], 'feeAccount ibc/B'],
    ['never the first denom', gasFeeCoins, [coin('ibc/A', much)], [], 'none uinto'],
    ['the only denom', [coin('uinto', 80)], uinto(much), [], 'feeAccount uinto'],
    ['denoms after uinto', [coin('zcoin', 20), coin('uinto', 80)], [coin('zcoin', much)], [], 'feeAccount zcoin'],
    ['the wallet in the order of denoms', gasFeeCoins, [], [coin('ibc/A', much), coin('uinto', much)], 'wallet ibc/A'],
    ['the fee account before the wallet', gasFeeCoins, uinto(much), [coin('ibc/A', much)], 'feeAccount uinto'],
  ])('%s', (_, prices, feeCoins, walletCoins, expected) => {
    const facts = { ...withPrices(prices), balances: { [fees]: feeCoins, [owner]: walletCoins } }
    const { funds } = forecast({ configuration: { walletFallback: walletCoins.length > 0 }, msgs: [send(1)] }, facts)
    expect(`${funds?.payer} ${funds?.denom}`).toBe(expected)
  })

  test('is unknown if its balance is unknown, also for a flow without an interval', () => {
    const changes = { configuration: { walletFallback: true }, interval: '0s', endTime: minutes(30) }
    const { nextRun, risks, runs, funds } = forecast(changes, { balances: { [fees]: uinto(0) } })
    expect([nextRun, runs, funds]).toEqual(['unknown', [], null])
    expect(risks).toMatchObject([{ kind: 'factsMissing', certainty: 'unknown', address: owner }])
  })

  test('has at most its balance, also if its spendable balance was read later', () => {
    const balances = { [fees]: uinto(60_000), [owner]: uinto(1) }
    const facts = { balances, spendableBalances: { [fees]: uinto(900_000) } }
    const { runs } = forecast(
      { msgs: [send(1)], runs: 1 },
      { ...facts, history: [entryOf({ execFee: uinto(70_000) })] },
    )
    expect(runs).toMatchObject([{ outcome: 'feeNotCollected' }])
  })

  test('can have thousands of denoms, because anyone can send them', () => {
    let reads = 0
    const coins = Array.from({ length: 1_000 }, (_, index) => ({
      amount: '1',
      get denom() {
        reads++
        return `ibc/${index}`
      },
    }))
    forecast({}, { balances: { [fees]: uinto(60_000), [owner]: coins }, spendableBalances: { [owner]: coins } })
    expect(reads).toBeLessThan(100_000)
  })

  test('locked coins pass the check, but they do not pay the fee', () => {
    const balances = { [fees]: uinto(60_000), [owner]: uinto(1) }
    const facts = { balances, spendableBalances: { [fees]: uinto(15_000) } }
    const { runs } = forecast({ msgs: [send(1)], runs: 1 }, facts)
    expect(runs).toMatchObject([{ outcome: 'feeNotCollected', fee: null }])
  })
})

describe('the fee', () => {
  const entry = (amount: number, changes: Partial<FlowHistoryEntry> = {}) =>
    entryOf({ scheduledExecTime: minutes(-30), execFee: uinto(amount), ...changes })
  const endTime = minutes(30 + 9 * 60)

  test.each([
    ['the newest', [entry(20_000), entry(30_000)], '20000'],
    [
      'the newest in the same denom',
      [entry(1, { execFee: [coin('ibc/C4', 7)] }), entry(2, { execFee: [coin('ibc/C4', 7)] }), entry(30_000)],
      '30000',
    ],
    [
      'the newest of a run that was sent',
      [entry(13_440, { executed: false, errors: ['insufficient funds'] }), entry(30_000)],
      '30000',
    ],
    [
      'no fee of the last run of an earlier schedule',
      [entry(90_000, { scheduledExecTime: endTime }), entry(30_000)],
      '30000',
    ],
    ['no fee before the last update', [entry(90_000, { actualExecTime: minutes(-60) })], '19120'],
    ['estimated from the types of the messages without a known fee', [], '19120'],
    [
      'the price that an uncollected fee names, with the burn fee that was taken before',
      [
        entry(0, {
          execFee: [],
          errors: ['distribution error: spendable balance 50000uinto is smaller than 136240uinto: insufficient funds'],
        }),
        entry(30_000),
      ],
      '146240',
    ],
    [
      'not the burn fee, if an uncollected fee names only that',
      [
        entry(0, {
          execFee: [],
          errors: [
            'distribution error: could not send coins to module: spendable balance 0uinto is smaller than 10000uinto: insufficient funds: unexpected error during fee calculation',
          ],
        }),
        entry(30_000),
      ],
      '30000',
    ],
  ])('is %s', (_, history, expected) => {
    expect(forecast({ endTime, updateHistory: [minutes(-45)] }, { history }).funds?.costPerRun).toBe(expected)
  })

  test('is the required balance if the gas of a message is unknown', () => {
    const { funds } = forecast({ msgs: [{ '@type': '/cosmos.gov.v1.MsgVote', voter: owner }] }, { history: [] })
    expect(funds?.costPerRun).toBe('50000')
  })

  test('of the first run follows from the gas of a dry run', () => {
    const dryRuns = { 7: { result: 'succeeded', gasUsed: '120000' } as const }
    const { funds, assumptions } = forecast({}, { history: [], dryRuns })
    expect(funds).toMatchObject({ costPerRun: '47760', needed: '50000' })
    expect(assumptions).toContain('feeEstimated')
    expect(forecast({}, { history: [paid], dryRuns }).funds?.costPerRun).toBe('19040')
  })

  test('of a failing run is the fee of runs that failed for the same reason', () => {
    const { runs } = forecast({ msgs: [send(99_000_000)] }, { history: [paid, failed] })
    expect(runs[0]).toMatchObject({ outcome: 'failed', fee: { amount: '13440' } })
  })
})

describe('the last run', () => {
  const balances = { [fees]: uinto(300_000), [owner]: uinto(1_000_000) }
  // 19,040, and 2% of 290,000.
  const withCommission = '24840'

  test.each([
    ['pays a commission and returns the rest', {}, {}, withCommission, []],
    ['returns the rest if it fails', { msgs: [send(99_000_000)] }, {}, withCommission, []],
    [
      'returns nothing if the interval does not divide the duration',
      { endTime: minutes(35) },
      {},
      '19040',
      uinto(280_960),
    ],
    [
      'returns nothing if the wallet pays',
      { configuration: { walletFallback: true } },
      { balances: { ...balances, [fees]: uinto(40_000) } },
      '19040',
      uinto(40_000),
    ],
  ])('%s', (_, changes, facts, fee, stranded) => {
    const { runs, ...forecasted } = forecast({ runs: 1, ...changes }, { balances, ...facts })
    expect(runs).toMatchObject([{ fee: { amount: fee } }])
    expect(forecasted.stranded).toEqual(stranded)
  })

  test('collects no fee and returns nothing if the account has too little for the fee and the commission', () => {
    const history = [entryOf({ scheduledExecTime: minutes(-30), execFee: uinto(49_500) })]
    const { runs, risks, stranded } = forecast(
      { runs: 1 },
      { history, balances: { ...balances, [fees]: uinto(50_000) } },
    )
    expect(runs).toMatchObject([{ outcome: 'feeNotCollected', fee: null }])
    expect(stranded).toEqual(uinto(40_000))
    const [{ missing } = {}] = risks
    const enough = { ...balances, [fees]: uinto(50_000 + Number(missing?.amount)) }
    expect(forecast({ runs: 1 }, { history, balances: enough }).nextRun).toBe('likely')
  })

  test('still happens if the owner moved the end time before it, and returns nothing', () => {
    const { nextRun, runs, stranded } = forecast({ endTime: minutes(-90) }, { balances })
    expect([nextRun, runs.length]).toEqual(['likely', 1])
    expect(stranded).toEqual(uinto(280_960))
  })

  test('returns nothing if the flow stops earlier', () => {
    expect(forecast({ configuration: { stopOnSuccess: true } }, { balances }).stranded).toEqual(uinto(280_960))
  })
})

describe('an agent', () => {
  const agent = (...prices: Coin[]): TrustlessAgent => ({
    agentAddress: 'into1agent',
    icaConfig: { portId: 'icacontroller-into1agent', connectionId: 'connection-0' },
    feeConfig: { feeAdmin: 'into1admin', feeCoinsSupported: prices },
  })
  const executes = (agent: TrustlessAgent): Partial<FlowsForecastFacts> => ({
    agents: { into1agent: agent },
    channels: { 'connection-0/into1agent': channel },
    chains: { 'connection-0': { balances: { [owner]: uinto(9_000_000) } } },
  })
  const hires = (...feeLimit: Coin[]) => ({
    trustlessAgent: { agentAddress: 'into1agent', feeLimit, connectionId: '' },
    configuration: { walletFallback: true },
  })
  const rich = [coin('ibc/C4', 9_000_000), coin('uinto', 9_000_000)]

  test.each([
    [
      'is paid the first coin of the limit',
      hires(coin('uinto', 300), coin('ibc/C4', 300)),
      agent(coin('ibc/C4', 200), coin('uinto', 250)),
      rich,
      '19290',
    ],
    [
      'is paid the next coin if the first exceeds the limit',
      hires(coin('uinto', 200), coin('ibc/C4', 300)),
      agent(coin('ibc/C4', 200), coin('uinto', 250)),
      rich,
      '19040',
    ],
    [
      'is paid the next coin if the fee account lacks the first',
      hires(coin('ibc/C4', 300), coin('uinto', 300)),
      agent(coin('ibc/C4', 200), coin('uinto', 250)),
      uinto(9_000_000),
      '19290',
    ],
    [
      'is paid by the wallet if the fee account lacks all coins',
      hires(coin('ibc/C4', 300)),
      agent(coin('ibc/C4', 200)),
      uinto(9_000_000),
      '19040',
    ],
    [
      'is paid in the base denom first',
      hires(coin('ibc/C4', 300), coin('uinto', 300)),
      agent(coin('ibc/C4', 200), coin('uinto', 250)),
      rich,
      '19290',
    ],
    [
      'is paid by the wallet before another coin of the fee account is tried',
      hires(coin('ibc/C4', 300), coin('ibc/Z', 300)),
      agent(coin('ibc/C4', 200), coin('ibc/Z', 250)),
      [coin('ibc/Z', 250), coin('uinto', 9_000_000)],
      '19040',
    ],
    ['is not paid without a limit', hires(), agent(coin('uinto', 250)), rich, '19040'],
    ['is not paid without prices', hires(coin('uinto', 300)), agent(), rich, '19040'],
  ])('%s', (_, changes, agent, feeCoins, cost) => {
    const balances = { [fees]: feeCoins, [owner]: rich }
    expect(forecast(changes, { ...executes(agent), balances })).toMatchObject({
      nextRun: 'likely',
      funds: { costPerRun: cost },
    })
  })

  test.each([
    [
      'exceeds the limit',
      hires(coin('uinto', 200)),
      { held: coin('uinto', 200), needed: coin('uinto', 250), missing: coin('uinto', 50) },
    ],
    ['is in another denom', hires(coin('ibc/C4', 200)), { prices: [coin('uinto', 250)] }],
    ['is 0, which the chain cannot send', hires(coin('uinto', 200)), { prices: [] }, agent(coin('uinto', 0))],
    [
      'is in an unsorted list, in which the chain does not find it',
      hires(coin('uinto', 300)),
      { prices: [] },
      agent(coin('uinto', 250), coin('ibc/C4', 200)),
    ],
  ])(
    'makes the run fail, with the usual fee, if its fee %s',
    (_, changes, amounts, other = agent(coin('uinto', 250))) => {
      const { nextRun, risks, runs } = forecast(changes, executes(other))
      expect(nextRun).toBe('willFail')
      expect(risks).toEqual([
        { kind: 'agentFee', certainty: 'certain', at: minutes(30), run: 2, address: 'into1agent', ...amounts },
      ])
      expect(runs[0]?.fee).toEqual(coin('uinto', 19_040))
    },
  )

  test('is paid in another coin of the limit if the first one is not held', () => {
    const limit = hires(coin('ibc/Z', 300), coin('uinto', 300))
    const facts = {
      ...executes(agent(coin('ibc/Z', 200), coin('uinto', 250))),
      balances: { [fees]: rich, [owner]: rich },
    }
    expect(forecast(limit, facts).nextRun).toBe('likely')
  })

  test('is likely not to be paid if another flow spends the coins first', () => {
    const spends = { ...send(1), amount: [coin('ibc/Z', 200)] }
    const sender = flowOf({
      id: '1',
      owner,
      feeAddress: 'into1others',
      msgs: [spends],
      execTime: minutes(1),
      endTime: minutes(100),
    })
    const hiring = flowOf({ ...hires(coin('ibc/Z', 200)), id: '2', owner, feeAddress: fees, execTime: minutes(30) })
    const rich = uinto(9_000_000)
    const balances = { [fees]: rich, into1others: rich, [owner]: [coin('ibc/Z', 300)] }
    const facts = { ...forecastFactKeys([sender, hiring]), ...executes(agent(coin('ibc/Z', 200))), balances }
    expect(forecastFlows(facts, chainTimeAt(now))[1]?.risks[0]).toMatchObject({ kind: 'agentFee', certainty: 'likely' })
  })

  test('is neither paid nor needed if a feedback loop changes the first message, because no message runs', () => {
    const conditions = { feedbackLoops: [loop] }
    const idle = { ...hires(coin('uinto', 300)), conditions }
    for (const facts of [executes(agent(coin('uinto', 250))), { agents: { into1agent: null } }])
      expect(forecast(idle, facts)).toMatchObject({
        nextRun: 'willFail',
        risks: [{ kind: 'loopOnFirstMessage', certainty: 'certain' }, { kind: 'stopsAfterSkip' }],
        funds: { costPerRun: '19040' },
        runs: [{ outcome: 'idle' }, { outcome: 'idle' }],
      })
  })

  test('may be paid by an account whose balance is unknown', () => {
    const balances = { [owner]: uinto(9_000_000) }
    const { nextRun, risks } = forecast(hires(coin('ibc/C4', 300)), {
      ...executes(agent(coin('ibc/C4', 200))),
      balances,
    })
    expect(nextRun).toBe('unknown')
    expect(risks).toMatchObject([{ kind: 'factsMissing', certainty: 'unknown', address: fees }])
  })
})

test('the fee of a MsgExec with many messages is estimated from their number if no run is known', () => {
  const exec = {
    '@type': '/cosmos.authz.v1beta1.MsgExec',
    grantee: owner,
    msgs: Array.from({ length: 20 }, () => send(1)),
  }
  const balances = { [fees]: uinto(60_000), [owner]: uinto(9_000) }
  const { runs, assumptions } = forecast({ msgs: [exec] }, { history: [], balances })
  expect(runs[0]?.outcome).toBe('feeNotCollected')
  expect(assumptions).toContain('feeEstimated')
  expect(forecast({ msgs: [send(1)] }, { history: [], balances }).runs[0]?.outcome).toBe('succeeded')
})

describe('a run on another chain, by release', () => {
  const timedOut = entryOf({ executed: false, timedOut: true, msgResponses: [], packetSequences: ['1'] })
  const facts = (history: FlowHistoryEntry[]) => ({ ...remote(9_000_000), history })
  const releases = ['current', '1.0.7'] as const
  const ends = (changes: Parameters<typeof forecast>[0], history: FlowHistoryEntry[]) =>
    releases.map(release => outcomesOf(forecast({ ...interchain, ...changes }, { ...facts(history), release })))

  test('is the last one after a timeout, and its result is unknown', () => {
    expect(ends({}, [timedOut])).toEqual(['1 unknown', '1 unknown'])
    expect(forecast(interchain, facts([timedOut])).risks).toMatchObject([
      { kind: 'unansweredRun', certainty: 'likely', run: 2 },
    ])
  })

  test('has an unknown result if runs of other flows show that the relayer is offline', () => {
    const at = (ago: number) => ({ actualExecTime: minutes(-ago), packetSequences: ['1'] })
    const unanswered = entryOf({ executed: false, msgResponses: [], ...at(5) })
    const flowWith = (id: string) =>
      flowOf({ id, owner, feeAddress: fees, ...interchain, execTime: minutes(30), updateHistory: [] })
    const flows = [flowWith('7'), flowWith('8')]
    const forecastAfter = (answered: number) =>
      forecastFlows(
        {
          ...forecastFactKeys(flows),
          ...remote(9_000_000),
          histories: { 7: [entryOf({ ...at(answered), execFee: uinto(19_040) })], 8: [unanswered] },
        },
        chainTimeAt(now),
      )[0]
    expect(forecastAfter(10)).toMatchObject({
      nextRun: 'unknown',
      runs: [{ outcome: 'unknown' }],
      risks: [{ kind: 'unansweredRun', certainty: 'unknown', flowIds: ['8'] }],
    })
    expect(forecastAfter(2)?.nextRun).toBe('likely')
  })

  test('is the last one after a skipped run, but on this chain only before 1.0.9', () => {
    const saved = entryOf({ msgResponses: [{ '@type': '/a', amount: uinto(500) }] })
    const conditions = { comparisons: [{ ...comparison, responseKey: 'Amount.[0].Amount' }] }
    const local = releases.map(release => outcomesOf(forecast({ conditions }, { history: [skipped, saved], release })))
    expect(local).toEqual(['10 succeeded', '1 succeeded'])
    const other = ends({ conditions }, [skipped, saved])
    expect(other).toEqual(['1 succeeded', '1 succeeded'])
  })

  test('before 1.0.9, a success after a failure stops a local flow one run later', () => {
    const stopOnSuccess = { configuration: { stopOnSuccess: true } }
    const local = releases.map(release => outcomesOf(forecast(stopOnSuccess, { history: [failed, paid], release })))
    expect(local).toEqual(['1 succeeded', '2 succeeded'])
  })
})

test('a flow whose feedback loop changes its first message runs no message, so its first run is the last', () => {
  const conditions = { feedbackLoops: [loop] }
  expect(forecast({ conditions, msgs: [send(99_000_000)] }).runs).toMatchObject([
    { outcome: 'idle', fee: { amount: '19040' } },
  ])
})

describe('a feedback loop on the second of three messages', () => {
  const read = entryOf({
    msgResponses: [
      { '@type': '/a', amount: uinto(500), proposal_id: '7' },
      { '@type': '/b', amount: [] },
      { '@type': '/c' },
    ],
    execFee: uinto(19_040),
  })
  const claim = { '@type': '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward', delegator_address: owner }
  const transfer = { ...claim, '@type': '/ibc.applications.transfer.v1.MsgTransfer' }
  const forecastWith = (changes: Partial<FeedbackLoop>, msgs = [claim, claim, claim], history = [read]) => {
    const feedbackLoops = [{ ...loop, msgsIndex: 1, responseKey: 'Amount.[0]', valueType: 'sdk.Coin', ...changes }]
    return forecast({ msgs, conditions: { feedbackLoops }, configuration: { saveResponses: true } }, { history })
  }

  test.each<[string, Partial<FeedbackLoop>]>([
    ['its field does not exist', { responseKey: 'Nothing' }],
    ['its list is too short', { responseKey: 'Amount.[1]' }],
    ['its value has another type', { valueType: 'string' }],
    ['it reads a difference, but no earlier run has a response', { differenceMode: true }],
  ])('makes the next run fail, and later runs unknown, if %s', (_, changes) => {
    const { nextRun, runs, risks } = forecastWith(changes)
    expect(nextRun).toBe('atRisk')
    expect(runs.map(({ outcome }) => outcome)).toEqual(['failed', ...Array(9).fill('unknown')])
    expect(runs[0]?.fee).not.toBeNull()
    expect(risks[0]).toMatchObject({ kind: 'conditionsFail', certainty: 'likely', run: 2 })
  })

  test.each<[string, Partial<FeedbackLoop>, Parameters<typeof forecastWith>[1]?, FlowHistoryEntry[]?]>([
    ['the value can be read', {}],
    ['there is no key', { responseKey: '' }],
    ['it is unknown whether the chain can read the value', { responseKey: 'ProposalId', valueType: 'math.Int' }],
    ['the type is a list', { responseKey: 'Amount', valueType: 'sdk.Coins' }],
    ['it reads a difference', { differenceMode: true }, undefined, [read, read]],
    ['it reads the response of a later message', { responseKey: 'Nothing', responseIndex: 1 }],
    ['the message before is a transfer, which has no response', { responseKey: 'Nothing' }, [transfer, claim, claim]],
    ['only one message remains', { responseKey: 'Nothing' }, [claim, claim]],
    ['the newest run saved no response', { responseKey: 'Nothing' }, undefined, [skipped, read]],
    ['the flow has never run', { responseKey: 'Nothing' }, undefined, []],
  ])('causes no failure if %s', (_, ...args) => {
    expect(forecastWith(...args).risks.map(({ kind }) => kind)).not.toContain('conditionsFail')
  })

  test('makes a run unknown until two runs have succeeded, because the chain may not be able to set the field', () => {
    const outcomes = (...history: FlowHistoryEntry[]) => outcomesOf(forecastWith({}, undefined, history))
    expect(outcomes(read, read)).toBe('10 succeeded')
    expect(outcomes(read)).toBe('10 unknown')
    expect(outcomes(read, { ...read, errors: ['setting flow result: failed to traverse fields'] })).toBe('10 unknown')
  })

  test('causes no failure on another chain, or without saved responses', () => {
    const feedbackLoops = [{ ...loop, msgsIndex: 1, responseKey: 'Nothing' }]
    const flow = { msgs: [claim, claim, claim], conditions: { feedbackLoops } }
    const unsaved = forecast({ ...flow, configuration: { saveResponses: false } }, { history: [read] })
    const there = forecast({ ...flow, ...interchain }, { ...remote(9_000_000), history: [read] })
    for (const { risks } of [unsaved, there]) expect(risks.map(({ kind }) => kind)).not.toContain('conditionsFail')
  })

  test.each<[string, object, boolean]>([
    ['a field that the response has', {}, false],
    ['a field that the response lacks', { responseKey: 'Nothing' }, true],
    ['a type that the chain does not know', { responseKey: 'Amount.[1].Amount', valueType: 'sdk.Int' }, true],
    ['a field of the message in lower case', { msgKey: 'amount' }, true],
    ['a response that it gets too late', { responseKey: 'Nothing', responseIndex: 1 }, false],
  ])('on another chain, before the first run, with %s', (_, changes, fails) => {
    const coin = { responseKey: 'Amount.[0]', valueType: 'sdk.Coin', msgKey: 'Amount' }
    const feedbackLoops = [{ ...loop, msgsIndex: 1, ...coin, ...changes }]
    const delegate = {
      ...claim,
      '@type': '/cosmos.staking.v1beta1.MsgDelegate',
      amount: { denom: 'uatom', amount: '1' },
    }
    const flow = { msgs: [claim, delegate], conditions: { feedbackLoops }, ...interchain }
    const { risks } = forecast(flow, { ...remote(9_000_000), history: [] })
    expect(risks.map(({ kind }) => kind).includes('conditionsFail')).toBe(fails)
  })
})

describe('an unanswered run', () => {
  const sent = (ago: number) =>
    entryOf({
      executed: false,
      msgResponses: [],
      packetSequences: ['1'],
      actualExecTime: minutes(-ago),
      scheduledExecTime: minutes(-ago),
    })

  test.each([
    ['was just sent, and the next run is later', 0.5, 30, false],
    ['was just sent, and the next run is soon', 0.5, 0.2, true],
    ['was sent long ago', 20, 30, true],
    ['can no longer be answered in time', 70, 30, true],
  ])('ends the flow after the next run: %s', (_, ago, next, isRisk) => {
    const { risks } = forecast(
      { ...interchain, execTime: minutes(next), endTime: minutes(next + 540) },
      { ...remote(9_000_000), history: [sent(ago)] },
    )
    const unanswered = {
      kind: 'unansweredRun',
      certainty: 'likely',
      at: minutes(next),
      run: 2,
    }
    expect(risks).toEqual(isRisk ? [unanswered] : [])
  })
})

describe('flows that share a wallet', () => {
  const flow = (id: string, interval: number, first: number, runs: number): Flow =>
    flowOf({
      id,
      owner,
      feeAddress: `into1fees${id}`,
      msgs: [send(1)],
      interval: `${interval * 60}s`,
      execTime: minutes(first),
      endTime: minutes(first + interval * (runs - 1)),
      configuration: { walletFallback: true },
    })
  // The first flow spends 19,040 uinto per minute until its simulation ends after 1,000 runs.
  const flows = [flow('1', 1, 1, 100_000), flow('2', 1_440, 2_880, 3)]
  const withWallet = (amount: number) => ({
    ...forecastFactKeys(flows),
    balances: { into1fees1: [], into1fees2: [], [owner]: uinto(amount) },
  })

  test('a run is likely if the wallet lasts for all runs before it', () => {
    const [often, daily] = forecastFlows(withWallet(3_000_000_000), chainTimeAt(now))
    expect(daily?.nextRun).toBe('likely')
    expect(often?.funds?.runs).toMatchObject({ atLeast: expect.any(Number), atMost: null })
  })

  test('a run is unknown if other flows may empty the wallet before it', () => {
    const [, daily] = forecastFlows(withWallet(50_000_000), chainTimeAt(now))
    expect(daily).toMatchObject({
      nextRun: 'unknown',
      risks: [{ kind: 'factsMissing', certainty: 'unknown' }],
      funds: { runs: { atLeast: 0 } },
    })
  })

  test('a run that fails for the same reason as the last one spends nothing from the wallet', () => {
    const [first, second] = flows.map(flow => ({ ...flow, msgs: [send(400)] }))
    const history = [entryOf({ executed: false, errors: ['a contract failed'], execFee: uinto(13_440) })]
    const { histories, ...facts } = forecastFactKeys([first, second].flatMap(flow => flow ?? []))
    const [, daily] = forecastFlows(
      {
        ...facts,
        histories: { ...histories, '1': history },
        balances: { into1fees1: uinto(90_000_000), into1fees2: uinto(900_000), [owner]: uinto(1_200) },
      },
      chainTimeAt(now),
    )
    expect(daily?.runs.map(({ outcome }) => outcome)).toEqual(['succeeded', 'succeeded', 'succeeded'])
  })

  test('an unknown result of a flow makes the runs of dependent flows unknown', () => {
    const sender = flowOf({
      ...interchain,
      id: '1',
      owner,
      feeAddress: fees,
      execTime: minutes(1),
      endTime: minutes(100),
    })
    const dependent = flowOf({ id: '2', owner, feeAddress: fees, conditions: { stopOnFailureOf: ['1'] } })
    const [first, second] = forecastFlows(forecastFactKeys([sender, dependent]), chainTimeAt(now))
    expect([first?.nextRun, second?.nextRun]).toEqual(['unknown', 'unknown'])
    expect(second?.risks).toMatchObject([{ kind: 'dependency', certainty: 'unknown', flowIds: ['1'] }])
  })
})

describe('a flow that depends on a run on another chain', () => {
  const sent = entryOf({
    executed: false,
    msgResponses: [],
    packetSequences: ['1'],
    execFee: uinto(19_040),
    actualExecTime: minutes(-0.2),
  })
  const hourly = { owner, feeAddress: fees, msgs: [send(1_000)], interval: '3600s', updateHistory: [] }
  const dependent = (first: number, sender: FlowHistoryEntry[], senderFirst = 30) => {
    const at = (first: number) => ({ execTime: minutes(first), endTime: minutes(first + 120) })
    const flows = [
      flowOf({ ...hourly, ...interchain, ...at(senderFirst), id: '1' }),
      flowOf({ ...hourly, ...at(first), id: '2', conditions: { stopOnFailureOf: ['1'] } }),
    ]
    const histories = { 1: { history: sender, nextKey: null }, 2: { history: [paid], nextKey: null } }
    return forecastFlows({ ...forecastFactKeys(flows), ...remote(9_000_000), histories }, chainTimeAt(now))[1]
  }
  const resultsOf = (forecast: FlowForecast | undefined) => forecast?.runs.map(({ outcome }) => outcome)

  test('sees a failure in the same block, because the other chain has not answered yet', () => {
    expect(resultsOf(dependent(30, [paid]))).toEqual(['skipped'])
    expect(resultsOf(dependent(30.5, [paid]))).toEqual(['unknown', 'unknown', 'unknown'])
    expect(resultsOf(dependent(40, [paid]))).toEqual(['succeeded', 'succeeded', 'succeeded'])
  })

  test('is unknown while the recorded run can still be answered', () => {
    expect(dependent(30, [sent], 50)).toMatchObject({
      nextRun: 'unknown',
      risks: [{ kind: 'dependency', certainty: 'unknown', flowIds: ['1'] }],
    })
  })
})

describe('a run that depends on an unknown result', () => {
  const skipOnSuccess = { runs: 3, conditions: { skipOnSuccessOf: ['99'] } }

  test.each<[string, Parameters<typeof forecast>[0], Partial<FlowsForecastFacts>]>([
    ['could not be paid', skipOnSuccess, { balances: { [fees]: [], [owner]: uinto(10_000_000) } }],
    ['would lack coins', skipOnSuccess, { balances: { [fees]: uinto(10_000_000), [owner]: [] } }],
    [
      'may fail because of a comparison before other flows can skip it',
      { runs: 3, conditions: { comparisons: [{ ...comparison, flowId: '99' }], skipOnSuccessOf: ['7'] } },
      {},
    ],
    [
      'may fail because of a comparison before another one skips it',
      {
        runs: 3,
        conditions: {
          comparisons: [
            { ...comparison, flowId: '99' },
            { ...comparison, responseKey: 'Amount.[0]', valueType: 'sdk.Coin', operand: '5uinto' },
          ],
          useAndForComparisons: true,
        },
      },
      { histories: { 7: { history: [rewards(1)], nextKey: null } } },
    ],
    [
      'is skipped, but may also stop the flow',
      { runs: 3, conditions: { skipOnSuccessOf: ['7'], stopOnFailureOf: ['99'] } },
      {},
    ],
  ])('is unknown if it %s', (_, flow, facts) => {
    const { runs, stop } = forecast(flow, facts)
    expect(runs[0]?.outcome).toBe('unknown')
    expect(stop).toBeNull()
  })

  test('is skipped if a flow stops it anyway', () => {
    const conditions = { stopOnSuccessOf: ['7'], skipOnSuccessOf: ['99'], stopOnFailureOf: ['99'] }
    expect(forecast({ conditions })).toMatchObject({ stop: { outcome: 'skipped' } })
  })
})

describe('a permission that another flow changes', () => {
  const granted = { '@type': '/cosmos.authz.v1beta1.GenericAuthorization', msg: '/cosmos.bank.v1beta1.MsgSend' }
  const change = (name: string) => ({
    '@type': `/cosmos.authz.v1beta1.${name}`,
    granter: 'into1carl',
    grantee: owner,
    grant: { authorization: granted, expiration: null },
  })

  test.each<[string, string, FlowsForecastFacts['grants']]>([
    ['granted', 'MsgGrant', { [`into1carl/${owner}`]: [] }],
    ['renewed', 'MsgGrant', { [`into1carl/${owner}`]: [{ authorization: granted, expiration: minutes(1) }] }],
    ['revoked', 'MsgRevoke', { [`into1carl/${owner}`]: [{ authorization: granted, expiration: null }] }],
  ])('may be %s before the run', (_, name, grants) => {
    const spend = {
      '@type': '/cosmos.authz.v1beta1.MsgExec',
      grantee: owner,
      msgs: [{ ...send(5), from_address: 'into1carl' }],
    }
    const flows = [
      flowOf({ id: '1', owner: 'into1carl', feeAddress: fees, msgs: [change(name)] }),
      flowOf({ id: '2', owner, feeAddress: fees, msgs: [spend] }),
    ]
    const facts = forecastFactKeys(flows)
    const balances = { ...facts.balances, into1carl: uinto(10_000_000) }
    const [, spender] = forecastFlows({ ...facts, balances, grants }, chainTimeAt(now))
    expect(spender?.runs[0]?.outcome).toBe('unknown')
    expect(spender?.risks.filter(({ certainty }) => certainty !== 'unknown')).toEqual([])
  })
})

describe('delegated coins', () => {
  const staking = (name: string, amount: number) => ({
    '@type': `/cosmos.staking.v1beta1.Msg${name}`,
    delegator_address: owner,
    validator_address: 'one',
    amount: coin('uinto', amount),
  })
  const delegated = (amount: number) => ({
    delegations: { [owner]: [{ validatorAddress: 'one', balance: coin('uinto', amount) }] },
    unbondingDelegations: { [owner]: [] },
    stakingParams: { unbondingTime: '1209600s', maxEntries: 7 },
  })

  test.each([
    ['are withdrawn', ['Undelegate'], 25, '2 succeeded, 1 failed', 'invalid shares amount'],
    ['are all withdrawn', ['Undelegate'], 20, '2 succeeded, 1 failed', 'invalid shares amount'],
    ['suffice', ['Undelegate'], 30, '3 succeeded', undefined],
    ['are delegated again', ['Undelegate', 'Delegate'], 10, '3 succeeded', undefined],
    [
      'are withdrawn twice by each run',
      ['Undelegate', 'Undelegate'],
      45,
      '2 succeeded, 1 failed',
      'invalid shares amount',
    ],
  ])('%s', (_, names, amount, outcomes, message) => {
    const result = forecast({ runs: 3, msgs: names.map(name => staking(name, 10)) }, delegated(amount))
    expect(outcomesOf(result)).toBe(outcomes)
    const kinds = result.risks.filter(({ kind }) => kind !== 'factsMissing')
    expect(kinds).toMatchObject(message ? [{ kind: 'messageFails', certainty: 'likely', message }] : [])
  })

  test.each([
    ['every day: the eighth run exceeds the limit', 1, 1, '7 succeeded, 3 failed'],
    [
      'every second day: the eighth run is due before the first withdrawal is complete',
      2,
      1,
      '7 succeeded, 1 failed, 2 succeeded',
    ],
    ['every third day: the eighth run is due after the first withdrawal is complete', 3, 1, '10 succeeded'],
    ['every week: the first withdrawal is complete', 7, 1, '10 succeeded'],
    ['twice every day: withdrawals in the same block count once', 1, 2, '6 succeeded, 4 failed'],
  ])('are withdrawn %s', (_, days, messages, outcomes) => {
    const endTime = minutes(30 + 9 * days * 1_440)
    const msgs = Array.from({ length: messages }, () => staking('Undelegate', 10))
    const result = forecast({ interval: `${days * 86_400}s`, endTime, msgs }, delegated(1_000))
    expect(outcomesOf(result)).toBe(outcomes)
  })

  test('are unknown after the next run without the parameters of the chain', () => {
    const facts = { ...delegated(1_000), stakingParams: undefined }
    const result = forecast({ runs: 3, msgs: [staking('Undelegate', 10)] }, facts)
    expect(outcomesOf(result)).toBe('1 succeeded, 2 unknown')
  })

  test('are unknown after the next run if the facts do not contain them', () => {
    const result = forecast({ runs: 3, msgs: [staking('Undelegate', 10)] })
    expect(outcomesOf(result)).toBe('1 succeeded, 2 unknown')
    expect(result).toMatchObject({ nextRun: 'likely', risks: [{ kind: 'factsMissing', certainty: 'unknown', run: 3 }] })
  })
})

describe('the certainty of a problem', () => {
  const poor = { balances: { [fees]: uinto(10), [owner]: uinto(10) } }
  const skipOnFailure = { conditions: { skipOnFailureOf: ['3'] } }
  const known = { histories: { '3': [paid] } }

  test.each([
    ['certain for the next run', {}, poor, 'certain'],
    ['likely for a run that is overdue', { execTime: minutes(-0.5) }, poor, 'likely'],
    ['likely for a flow with conditions', skipOnFailure, { ...poor, ...known }, 'likely'],
    ['likely for a later run', {}, { balances: { [fees]: uinto(60_000), [owner]: uinto(90_000) } }, 'likely'],
  ])('is %s', (_, changes, facts, certainty) => {
    expect(forecast(changes, facts).risks).toMatchObject([{ kind: 'feeBalanceTooLow', certainty }])
  })

  test.each([
    ['an unknown channel', interchain, {}, ['factsMissing', 'otherChain']],
    ['another signer', { msgs: [{ ...send(1), from_address: 'into1other' }] }, { history: [] }, ['wrongSigner']],
    [
      'an inactive client',
      interchain,
      { ...remote(9_000), clientStatuses: { 'connection-0': 'Frozen' } },
      ['clientExpired'],
    ],
    ['an active client', interchain, { ...remote(9_000_000), clientStatuses: { 'connection-0': 'Active' } }, []],
  ])('depends on %s', (_, changes, facts, kinds) => {
    expect(forecast(changes, facts).risks.map(({ kind }) => kind)).toEqual(kinds)
  })
})

const holding = (amount: number) => ({ balances: { [fees]: uinto(10_000_000), [owner]: uinto(amount) } })

describe('a message before a feedback loop', () => {
  const feedbackLoops = [{ ...loop, msgsIndex: 1, responseKey: 'Amount.[0]' }]
  const before = { msgs: [send(1_000_000), send(99_000_000)], conditions: { feedbackLoops } }

  test('takes effect in each run, although a later message fails', () => {
    const { runs, risks } = forecast(before, holding(2_500_000))
    expect(runs.slice(0, 3).map(({ outcome, inEffect }) => [outcome, inEffect])).toEqual([
      ['failed', [0]],
      ['failed', [0]],
      ['failed', undefined],
    ])
    expect(risks[0]).toMatchObject({
      kind: 'messageFunds',
      held: { amount: '2500000' },
      needed: { amount: '100000000' },
    })
  })

  test('can fail the run itself', () => {
    const { runs } = forecast(before, holding(900_000))
    expect(runs[0]).toMatchObject({ outcome: 'failed' })
    expect(runs[0]?.inEffect).toBeUndefined()
  })
})

describe('a feedback loop that reads the response of another flow', () => {
  const feedbackLoops = [{ ...loop, flowId: '8', msgsIndex: 1, responseKey: 'Amount.[0]' }]
  const reader = { msgs: [send(1_000), send(1_000)], conditions: { feedbackLoops } }
  const other = (count: number) => flowOf({ id: '8', msgs: Array.from({ length: count }, () => send(1)) })
  const forecastWith = (otherFlows?: Flow[]) => forecast(reader, otherFlows && { otherFlows })

  test('fails each run if that flow has too few messages', () => {
    const { runs, risks } = forecastWith([other(1)])
    expect(runs[0]).toMatchObject({ outcome: 'failed' })
    expect(risks[0]?.message).toBe('invalid feedback loop MsgsIndex: 1 (only 1 messages in flow 8)')
  })

  test('makes runs unknown if that flow is not known', () => {
    expect(forecastWith([other(2)]).runs[0]?.outcome).toBe('succeeded')
    expect(forecastWith().runs[0]?.outcome).toBe('unknown')
  })
})

describe('a flow whose query starts no run', () => {
  const asking = (timeoutPolicy: string) => ({
    conditions: { comparisons: [{ ...comparison, icqConfig: { ...query, timeoutPolicy } }] },
  })

  test('never runs again', () => {
    expect(forecast(asking('REJECT_QUERY_RESPONSE'))).toMatchObject({
      nextRun: 'willFail',
      risks: [{ kind: 'queryNeverAnswered', certainty: 'certain', deadQuery: 'queryResponseRejected' }],
      runs: [],
    })
    expect(forecast(asking('RETRY_QUERY_REQUEST'))).toMatchObject({
      nextRun: 'atRisk',
      risks: [{ kind: 'queryNeverAnswered', certainty: 'likely', deadQuery: 'queryRepeated' }],
    })
    expect(forecast(asking('EXECUTE_QUERY_CALLBACK')).risks[0]?.kind).toBe('pendingQuery')
  })
})

describe('after a run with an unknown outcome', () => {
  const claim = { '@type': '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward', delegator_address: owner }

  test('it is unknown whether the money that it sends is still there', () => {
    const { runs } = forecast({ msgs: [claim, send(1_000_000)] }, { ...holding(1_500_000), history: [] })
    const outcomes = new Set(runs.map(({ outcome }) => outcome))
    expect(outcomes).toEqual(new Set(['unknown']))
  })

  test('it is unknown whether a setting has ended the flow', () => {
    const later = (configuration: object) =>
      forecast({ msgs: [claim], configuration }, { history: [] }).runs.map(({ outcome }) => outcome)
    expect(later({ stopOnSuccess: true })).toEqual(Array(10).fill('unknown'))
    expect(later({ stopOnFailure: true })).toEqual(Array(10).fill('unknown'))
  })
})
