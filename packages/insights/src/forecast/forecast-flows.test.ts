import type { AnyMessage, Coin, ExecutionProblem, Flow, Params, TrustlessAgent } from '@flow-query/core'
import { chainTimeAt } from '@flow-query/testing'
import { describe, expect, test } from 'vitest'
import { comparison, entryOf, flowOf, interchain, loop, minutes, now, query, runsOf } from '../../../core/test/flows.js'
import { type FlowForecastFacts, forecastFlow, forecastFlows } from './index.js'
import { typedMessages } from './messages.js'

const params: Params = {
  flowFundsCommission: '2',
  flowFlexFeeMul: '5',
  burnFeePerMsg: '10000',
  gasFeeCoins: [
    { denom: 'ibc/C4', amount: '20' },
    { denom: 'uinto', amount: '80' },
  ],
  maxFlowDuration: '94867200s',
  minFlowDuration: '5s',
  minFlowInterval: '5s',
  connectionRewards: [],
}

const release = 'current' as const
const uinto = (amount: number): Coin[] => [{ denom: 'uinto', amount: String(amount) }]
const owner = 'into1owner'
const send = (amount: number, from = owner) => ({
  '@type': '/cosmos.bank.v1beta1.MsgSend',
  from_address: from,
  to_address: 'into1friend',
  amount: uinto(amount),
})

/** A flow that sends 1,000 uinto every hour. The first of its ten runs is in half an hour, and its fee account pays. */
function hourly(changes: Parameters<typeof flowOf>[0] = {}): Flow {
  return flowOf({
    id: '7',
    owner,
    feeAddress: 'into1fees',
    msgs: [send(1_000)],
    interval: '3600s',
    execTime: minutes(30),
    endTime: minutes(30 + 9 * 60),
    updateHistory: [],
    ...changes,
    configuration: { walletFallback: false, ...changes.configuration },
  })
}

function forecast(
  changes: Parameters<typeof flowOf>[0],
  { fees, wallet = 10_000_000, ...facts }: { fees: number; wallet?: number } & Partial<FlowForecastFacts>,
) {
  const flow = hourly(changes)
  const paid = entryOf({ scheduledExecTime: minutes(-30), execFee: uinto(19_040) })
  return forecastFlow(
    {
      flow,
      history: { history: [paid, paid], nextKey: null },
      params,
      release: 'current',
      balances: { [flow.feeAddress]: uinto(fees), [owner]: uinto(wallet) },
      ...facts,
    },
    chainTimeAt(now),
  )
}

describe('the balance check before a run', () => {
  test('passes if the balance is exactly the required amount', () => {
    expect(forecast({}, { fees: 50_000 }).nextRun).toBe('likely')
    expect(forecast({}, { fees: 49_999 })).toMatchObject({
      nextRun: 'willFail',
      risks: [{ kind: 'feeBalanceTooLow', certainty: 'certain', run: 3, held: { denom: 'uinto', amount: '49999' } }],
      funds: { payer: 'none', balance: '49999', needed: '50000', runs: { likely: 0 } },
      stranded: uinto(49_999),
    })
  })

  test('requires more for several messages, but not for the messages inside a message', () => {
    expect(forecast({ msgs: [send(1), send(1)] }, { fees: 99_999 }).nextRun).toBe('willFail')
    const exec = { '@type': '/cosmos.authz.v1beta1.MsgExec', grantee: owner, msgs: [send(1), send(1)] }
    expect(forecast({ msgs: [exec] }, { fees: 50_000 }).nextRun).toBe('likely')
  })

  test('never tries the first denom for the fee account, but tries it first for the wallet', () => {
    const coins = [{ denom: 'ibc/C4', amount: '5000000' }]
    const wallet = { into1fees: coins, [owner]: [...coins, ...uinto(5_000_000)] }
    expect(forecast({}, { fees: 0, balances: wallet }).nextRun).toBe('willFail')
    expect(forecast({ configuration: { walletFallback: true } }, { fees: 0, balances: wallet }).funds).toMatchObject({
      payer: 'wallet',
      denom: 'ibc/C4',
    })
  })

  test('counts the runs that the wallet pays after the fee account is empty, up to 1,000', () => {
    const runs = (count: number) => 50_000 + (count - 1) * 19_040
    const changes = { msgs: [send(1)], endTime: minutes(30 + 9_999 * 60), configuration: { walletFallback: true } }
    const forecasts = [200, 2_000].map(count => forecast(changes, { fees: runs(count), wallet: runs(300) + 1_000 }))
    expect(forecasts.map(({ funds }) => funds)).toMatchObject([
      { runs: { likely: 500 }, lastsUntil: expect.any(String) },
      { runs: { atLeast: 1_000, likely: 1_000, atMost: null }, lastsUntil: null },
    ])
  })

  test('is unknown if the result depends on an unknown wallet', () => {
    const facts = { fees: 0, balances: { into1fees: uinto(0) } }
    expect(forecast({ configuration: { walletFallback: true } }, facts).nextRun).toBe('unknown')
  })
})

describe('the funds', () => {
  test('last for the number of runs that the newest fee allows', () => {
    const { funds, risks } = forecast({}, { fees: 88_080 })
    expect(funds).toMatchObject({
      payer: 'feeAccount',
      costPerRun: '19040',
      runs: { atLeast: 3, likely: 3, atMost: 3 },
      lastsUntil: minutes(150).replace('.000', ''),
      scheduled: 10,
    })
    expect(risks).toMatchObject([{ kind: 'feeBalanceTooLow', certainty: 'likely', run: 6 }])
  })

  test('contain the newest fee if no account can pay', () => {
    const { funds } = forecast({}, { fees: 30_000 })
    expect(funds).toMatchObject({ payer: 'none', needed: '50000', costPerRun: '19040', runs: { likely: 0, atMost: 0 } })
  })

  test('have a range of runs if the fee of only one run is known', () => {
    const history = [entryOf({ execFee: uinto(19_040) })]
    expect(forecast({}, { fees: 88_080, history }).funds?.runs).toEqual({ atLeast: 2, likely: 3, atMost: 3 })
  })

  test('have no upper limit if no fee is known', () => {
    const msgs = [{ '@type': '/cosmos.gov.v1.MsgVote', voter: owner }]
    const { funds, assumptions } = forecast({ msgs }, { fees: 150_000, history: [] })
    expect(funds?.runs).toEqual({ atLeast: 3, likely: 3, atMost: null })
    expect(assumptions).toContain('feeEstimated')
  })

  test('last for at least 1,000 runs if more can be paid', () => {
    const endTime = minutes(30 + 9_999 * 60)
    const withRuns = (count: number) => forecast({ endTime }, { fees: 50_000 + (count - 1) * 19_040 }).funds
    expect(withRuns(4_000)).toMatchObject({
      runs: { atLeast: 1_000, likely: 1_000, atMost: null },
      lastsUntil: null,
      scheduled: 10_000,
    })
    expect(withRuns(999)).toMatchObject({ runs: { likely: 999, atMost: 999 }, lastsUntil: expect.any(String) })
  })

  test('are the same if the flow is forecast alone or in a long list', () => {
    const flows = Array.from({ length: 1_000 }, (_, index) =>
      hourly({
        id: `${index + 1}`,
        feeAddress: `into1fees${index}`,
        owner: `into1owner${index}`,
        endTime: minutes(99_999),
      }),
    )
    const paid = entryOf({ scheduledExecTime: minutes(-30), execFee: uinto(19_040) })
    const facts = {
      params,
      release: 'current' as const,
      balances: Object.fromEntries(
        flows.flatMap(({ owner, feeAddress }) => [
          [owner, uinto(9_000_000)],
          [feeAddress, uinto(50_000 + 52 * 19_040)],
        ]),
      ),
      histories: Object.fromEntries(flows.map(({ id }) => [id, { history: [paid, paid], nextKey: null }])),
    }
    const [first] = forecastFlows({ ...facts, flows }, chainTimeAt(now))
    const [alone] = forecastFlows({ ...facts, flows: flows.slice(0, 1) }, chainTimeAt(now))
    expect(first?.funds).toEqual(alone?.funds)
    expect(first?.funds?.runs.likely).toBe(53)
  })

  test('a wallet pays for the messages too', () => {
    const { risks } = forecast({ msgs: [send(100_000)] }, { fees: 10_000_000, wallet: 250_000 })
    expect(risks).toMatchObject([
      { kind: 'messageFunds', certainty: 'likely', run: 5, address: owner, missing: { amount: '50000' } },
    ])
  })

  test('flows share a wallet in the order of their runs', () => {
    const flows = ['1', '2'].map(id =>
      hourly({ id, feeAddress: `into1fees${id}`, msgs: [send(100_000)], execTime: minutes(id === '1' ? 40 : 30) }),
    )
    const [later, sooner] = forecastFlows(
      {
        flows,
        params,
        release: 'current',
        balances: { into1fees1: uinto(9_000_000), into1fees2: uinto(9_000_000), [owner]: uinto(150_000) },
        histories: { '1': [], '2': [] },
      },
      chainTimeAt(now),
    )
    expect([later?.nextRun, sooner?.nextRun]).toEqual(['atRisk', 'likely'])
  })

  test('an uncollected fee costs only the burn fee', () => {
    const history = [entryOf({ execFee: uinto(235_200) }), entryOf({ execFee: uinto(235_200) })]
    const { nextRun, runs, risks, stranded } = forecast({}, { fees: 64_400, history })
    expect(nextRun).toBe('atRisk')
    expect(runs.map(({ outcome }) => outcome)).toEqual(['feeNotCollected', 'feeNotCollected', 'failed'])
    expect(risks.map(({ kind }) => kind)).toEqual(['feeNotCollected', 'feeBalanceTooLow'])
    expect(stranded).toEqual(uinto(44_400))
  })

  test('the last run pays a commission on the remaining balance, unless the interval does not divide the duration', () => {
    expect(forecast({ endTime: minutes(30) }, { fees: 300_000 }).runs).toMatchObject([{ fee: { amount: '24840' } }])
    const uneven = forecast({ endTime: minutes(35) }, { fees: 300_000 })
    expect(uneven.runs).toMatchObject([{ fee: { amount: '19040' } }])
    expect(uneven.stranded).toEqual(uinto(280_960))
  })

  test('each run has its payer and the balance that it leaves', () => {
    const changes = { endTime: minutes(210), configuration: { walletFallback: true } }
    const { runs } = forecast(changes, { fees: 90_000, wallet: 110_000 })
    expect(runs).toMatchObject([
      { payer: 'feeAccount', balance: { amount: '70960' }, fee: { amount: '19040' } },
      { payer: 'feeAccount', balance: { amount: '51920' } },
      { payer: 'feeAccount', balance: { amount: '32880' } },
      { payer: 'wallet', balance: { amount: '86960' } },
    ])
  })

  test('the balance after the last run includes what the fee account returns', () => {
    const { runs } = forecast({ endTime: minutes(30) }, { fees: 300_000 })
    expect(runs).toMatchObject([{ payer: 'feeAccount', balance: { amount: '275160' } }])
  })

  test('a run that can’t be paid does not change the balance', () => {
    expect(forecast({}, { fees: 40_000 }).runs).toMatchObject([
      { payer: 'feeAccount', fee: null, balance: { denom: 'uinto', amount: '40000' } },
    ])
  })

  test('the fee balance of a flow that stopped because it could not pay is stranded', () => {
    const flow = hourly({ execTime: minutes(-60) })
    const facts = { flow, history: runsOf(flow, 'unpaid'), params, release, balances: { into1fees: uinto(30_000) } }
    expect(forecastFlow(facts, chainTimeAt(now))).toMatchObject({
      nextRun: 'none',
      risks: [{ kind: 'stopped', certainty: 'certain' }],
      stranded: uinto(30_000),
    })
  })
})

describe('the messages', () => {
  const granted = (expiration: string | null, limit?: number) => ({
    [`into1granter/${owner}`]: [
      {
        authorization: limit
          ? { '@type': '/cosmos.bank.v1beta1.SendAuthorization', spend_limit: uinto(limit) }
          : { '@type': '/cosmos.authz.v1beta1.GenericAuthorization', msg: '/cosmos.bank.v1beta1.MsgSend' },
        expiration,
      },
    ],
  })
  const exec = { '@type': '/cosmos.authz.v1beta1.MsgExec', grantee: owner, msgs: [send(1_000, 'into1granter')] }
  const fees = 10_000_000
  const balances = { into1fees: uinto(fees), [owner]: uinto(0), into1granter: uinto(fees) }

  test('messages need a grant that has not expired and is not used up', () => {
    const risksOf = (grants: FlowForecastFacts['grants']) =>
      forecast({ msgs: [exec] }, { fees, balances, grants }).risks.map(({ kind, certainty, run }) => [
        kind,
        certainty,
        run,
      ])
    expect(risksOf(granted(null))).toEqual([])
    expect(risksOf(granted(minutes(100)))).toEqual([['grantExpires', 'certain', 5]])
    expect(risksOf(granted(null, 2_500))).toEqual([['grantUsedUp', 'likely', 5]])
    expect(risksOf({ [`into1granter/${owner}`]: [] })).toEqual([['grantMissing', 'likely', 3]])
    expect(risksOf(undefined)).toEqual([['factsMissing', 'unknown', 3]])
  })

  test('a grant that expires when a run is due has expired, because the block of the run is always later', () => {
    const execTime = '2026-11-22T12:30:00.269576194Z'
    const outcomesWith = (expiration: string) => {
      const flow = { msgs: [exec], execTime, endTime: '2026-11-22T14:30:00.269576194Z' }
      const { runs } = forecast(flow, { fees, balances, grants: granted(expiration) })
      return runs.map(({ outcome }) => outcome)
    }
    expect(outcomesWith(execTime)).toEqual(['failed', 'failed', 'failed'])
    expect(outcomesWith('2026-11-22T13:30:00.269576194Z')).toEqual(['succeeded', 'failed', 'failed'])
    expect(outcomesWith('2026-11-22T14:31:00Z')).toEqual(['succeeded', 'succeeded', 'succeeded'])
  })

  test('messages need a grant that allows their recipient', () => {
    const [{ authorization, ...grant } = expect.fail()] = granted(null, 900_000)[`into1granter/${owner}`] ?? []
    const risksWith = (allow_list: string[]) => {
      const grants = { [`into1granter/${owner}`]: [{ ...grant, authorization: { ...authorization, allow_list } }] }
      return forecast({ msgs: [exec] }, { fees, balances, grants }).risks.map(({ kind }) => kind)
    }
    expect(risksWith([])).toEqual([])
    expect(risksWith(['into1shop', 'into1friend'])).toEqual([])
    expect(risksWith(['into1shop'])).toEqual(['grantMissing'])
  })

  test('are signed by the granter if they change a permission', () => {
    for (const name of [
      'authz.v1beta1.MsgGrant',
      'authz.v1beta1.MsgRevoke',
      'feegrant.v1beta1.MsgGrantAllowance',
      'feegrant.v1beta1.MsgRevokeAllowance',
    ]) {
      const message = { '@type': `/cosmos.${name}`, granter: owner, grantee: 'into1friend' }
      expect(typedMessages(message)).toEqual([{ name: name.split('.').at(-1), signer: owner }])
      expect(forecast({ msgs: [message] }, { fees, history: [] }).risks.every(({ run }) => run !== 1)).toBe(true)
    }
  })

  describe('that work only once', () => {
    const between = { granter: owner, grantee: 'into1friend' }
    const grant = { '@type': '/cosmos.authz.v1beta1.MsgGrant', ...between }
    const revoke = { '@type': '/cosmos.authz.v1beta1.MsgRevoke', ...between }
    const allow = { '@type': '/cosmos.feegrant.v1beta1.MsgGrantAllowance', ...between }
    const vest = {
      '@type': '/cosmos.vesting.v1beta1.MsgCreateVestingAccount',
      from_address: owner,
      to_address: 'into1b',
    }

    test.each<[AnyMessage, string]>([
      [revoke, 'failed to delete grant: authorization not found'],
      [allow, 'fee allowance already exists'],
      [{ ...allow, '@type': '/cosmos.feegrant.v1beta1.MsgRevokeAllowance' }, 'fee-grant not found'],
      [vest, 'account already exists'],
    ])('fail after a success', (message, error) => {
      const { risks, nextRun } = forecast({ msgs: [message] }, { fees })
      expect(risks).toMatchObject([{ kind: 'messageFails', message: error, certainty: 'likely' }])
      expect(nextRun).toBe('atRisk')
    })

    test('can be repeated if the same run undoes them', () => {
      expect(forecast({ msgs: [grant, revoke] }, { fees }).nextRun).toBe('likely')
      expect(forecast({ msgs: [revoke, grant] }, { fees }).nextRun).toBe('likely')
    })

    test('cannot be repeated if the same run only changes the permission of another account', () => {
      const other = { ...grant, grantee: 'into1other' }
      expect(forecast({ msgs: [revoke, other] }, { fees }).risks).toMatchObject([{ kind: 'messageFails' }])
    })

    test('can be repeated if the allowance may have expired', () => {
      const basic = { '@type': '/cosmos.feegrant.v1beta1.BasicAllowance', expiration: '2026-01-01T00:00:00Z' }
      expect(forecast({ msgs: [{ ...allow, allowance: basic }] }, { fees }).nextRun).toBe('likely')
    })

    test('can be repeated if a dry run succeeds', () => {
      const dryRun = { result: 'succeeded', gasUsed: '60000' } as const
      const { nextRun, risks } = forecast({ msgs: [revoke] }, { fees, dryRun })
      expect(nextRun).toBe('likely')
      expect(risks).toMatchObject([{ kind: 'messageFails' }])
    })
  })

  test('fail after a time that they contain', () => {
    const [, , third] = forecast({ msgs: [send(1)] }, { fees }).runs
    const time = third?.time ?? expect.fail()
    const transfer = {
      '@type': '/ibc.applications.transfer.v1.MsgTransfer',
      sender: owner,
      token: { denom: 'uinto', amount: '5' },
      timeout_timestamp: `${Date.parse(time)}000000`,
    }
    const grant = { '@type': '/cosmos.authz.v1beta1.MsgGrant', granter: owner, grant: { expiration: time } }
    const start = String(Date.parse(time) / 1_000 + 60)
    const submit = { '@type': '/intento.intent.v1.MsgSubmitFlow', owner, fee_funds: [], start_at: start }
    for (const message of [transfer, grant, submit]) {
      const { runs, risks } = forecast({ msgs: [message] }, { fees, wallet: 1_000_000 })
      expect(risks).toMatchObject([{ kind: 'messageFails', at: time }])
      expect(runs.slice(0, 3).map(({ outcome }) => outcome)).toEqual(['succeeded', 'succeeded', 'failed'])
    }
    const execTime = '2026-11-22T12:30:00.269576194Z'
    const expiring = { ...grant, grant: { expiration: execTime } }
    const { risks } = forecast({ msgs: [expiring], execTime }, { fees })
    expect(risks).toMatchObject([{ kind: 'messageFails', at: execTime }])
    const endless = [
      { ...transfer, timeout_timestamp: '0', timeout_height: { revision_number: '1', revision_height: '99999999' } },
      { ...grant, grant: { expiration: null } },
      { ...submit, start_at: '0' },
    ]
    for (const message of endless)
      expect(forecast({ msgs: [message] }, { fees, wallet: 1_000_000 }).nextRun).toBe('likely')
  })

  test('are likely to fail again if the last run failed and their effects are unknown', () => {
    const revoke = { '@type': '/cosmos.authz.v1beta1.MsgRevoke', granter: owner, grantee: 'into1friend' }
    const error = 'msg handling error: could not execute local flow: failed to delete grant: authorization not found'
    const failed = entryOf({ executed: false, errors: [error] })
    const history = [failed, failed, entryOf()]
    expect(forecast({ msgs: [revoke] }, { fees, history })).toMatchObject({
      nextRun: 'atRisk',
      risks: [{ kind: 'failsAgain', message: error }],
    })
    const dryRun = {
      result: 'failed',
      messageIndex: 0,
      problem: 'noGrant',
      message: 'authorization not found',
    } as const
    expect(forecast({ msgs: [revoke] }, { fees, history: [entryOf()], dryRun }).risks).toMatchObject([
      { kind: 'dryRunFailed' },
    ])
  })

  test.each([
    ['without a timeout', {}],
    ['with a timeout of 0', { timeout_timestamp: '0', timeout_height: { revision_number: '0', revision_height: '0' } }],
    ['with a timeout in seconds', { timeout_timestamp: '1796000000' }],
    ['with a timeout of one nanosecond', { timeout_timestamp: '1' }],
  ])('a transfer %s fails in each run', (_, timeout) => {
    const transfer = {
      '@type': '/ibc.applications.transfer.v1.MsgTransfer',
      sender: owner,
      token: { denom: 'uinto', amount: '5' },
      ...timeout,
    }
    const { runs, risks } = forecast({ msgs: [transfer] }, { fees, wallet: 1_000_000 })
    expect(risks).toMatchObject([{ kind: 'messageFails', path: 'msgs[0]' }])
    expect(runs.every(({ outcome }) => outcome === 'failed')).toBe(true)
  })

  test('name the message that fails', () => {
    const exec = { '@type': '/cosmos.authz.v1beta1.MsgExec', grantee: owner, msgs: [send(5), send(90_000)] }
    const pathOf = (...msgs: object[]) =>
      forecast({ msgs: msgs as Flow['msgs'] }, { fees, wallet: 100_000 }).risks.map(({ path }) => path)
    expect(pathOf(send(60_000), send(60_000))).toEqual(['msgs[1]'])
    expect(pathOf(send(60_000), exec)).toEqual(['msgs[1].msgs[1]'])
  })

  test('messages have no effects if one of them fails', () => {
    const { runs } = forecast({ msgs: [send(60_000), send(60_000)] }, { fees, wallet: 100_000 })
    expect(runs.every(({ outcome }) => outcome === 'failed')).toBe(true)
  })

  test('transfers stay if a later message fails', () => {
    const transfer = {
      '@type': '/ibc.applications.transfer.v1.MsgTransfer',
      sender: owner,
      token: { denom: 'uinto', amount: '40000' },
      timeout_timestamp: '2526374086000000000',
    }
    const { runs, risks } = forecast({ msgs: [transfer, send(60_000)] }, { fees, wallet: 120_000 })
    expect(runs.slice(0, 3).map(({ outcome }) => outcome)).toEqual(['succeeded', 'failed', 'failed'])
    expect(risks).toMatchObject([{ kind: 'messageFunds', run: 4, held: { amount: '20000' } }])
    const withoutMoney = forecast({ msgs: [transfer, send(60_000)] }, { fees, wallet: 90_000 })
    expect(withoutMoney.risks[0]).toMatchObject({
      kind: 'messageFunds',
      held: { amount: '90000' },
      needed: { amount: '100000' },
    })
    expect(withoutMoney.runs.every(({ outcome }) => outcome === 'failed')).toBe(true)
  })

  test('messages with unknown effects have the same effects as in the last run', () => {
    const claim = { '@type': '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward', delegator_address: owner }
    expect(forecast({ msgs: [claim] }, { fees }).assumptions).toContain('messagesLikeLastRun')
    const history = { history: [], nextKey: null }
    expect(forecast({ msgs: [claim] }, { fees, history }).assumptions).not.toContain('messagesLikeLastRun')
    expect(forecast({ msgs: [claim] }, { fees, history: [] }).nextRun).toBe('unknown')
    const failed = entryOf({ errors: ['msg handling error: validator does not exist'], executed: false })
    expect(forecast({ msgs: [claim] }, { fees, history: [failed] }).risks).toMatchObject([{ kind: 'failsAgain' }])
  })

  test('messages with unknown effects are unknown after an update, because it may have changed them', () => {
    const claim = { '@type': '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward', delegator_address: owner }
    expect(forecast({ msgs: [claim], updateHistory: [minutes(-5)] }, { fees }).nextRun).toBe('unknown')
    expect(forecast({ msgs: [claim], updateHistory: [minutes(-45)] }, { fees }).nextRun).toBe('likely')
  })

  test.each([
    ['an amount is 0', uinto(0)],
    ['there are no coins', []],
    ['a denom is repeated', [...uinto(1), ...uinto(1)]],
    ['they are not sorted by denom', [...uinto(1), { denom: 'ibc/C4', amount: '1' }]],
  ])('coins are invalid if %s', (_, amount) => {
    const balances = { into1fees: uinto(fees), [owner]: [{ denom: 'ibc/C4', amount: '9' }, ...uinto(9)] }
    const invalid = { kind: 'messageFails', message: 'invalid coins', certainty: 'likely' }
    for (const msgs of [[{ ...send(1), amount }], [{ ...exec, msgs: [{ ...send(1), amount }] }]]) {
      const { nextRun, risks } = forecast({ msgs }, { fees, history: [], balances })
      expect(nextRun).toBe('atRisk')
      expect(risks).toMatchObject([invalid])
    }
    const sorted = [{ denom: 'ibc/C4', amount: '1' }, ...uinto(1)]
    expect(forecast({ msgs: [{ ...send(1), amount: sorted }] }, { fees, history: [], balances }).nextRun).toBe('likely')
  })

  test('fail in the next run if they need locked coins, and are unknown if these may unlock before the run', () => {
    const facts = { fees, wallet: 1_000, spendableBalances: { [owner]: uinto(400) } }
    const unknown = { kind: 'factsMissing', certainty: 'unknown', address: owner }
    expect(forecast({ msgs: [send(401)] }, facts)).toMatchObject({
      nextRun: 'atRisk',
      risks: [
        { kind: 'messageFunds', certainty: 'likely', held: { amount: '400' }, needed: { amount: '401' } },
        unknown,
      ],
    })
    const later = { execTime: minutes(1_500), endTime: minutes(3_000) }
    expect(forecast({ msgs: [send(401)], ...later }, facts)).toMatchObject({ nextRun: 'unknown', risks: [unknown] })
    expect(forecast({ msgs: [send(400)], endTime: minutes(30) }, facts).nextRun).toBe('likely')
    expect(forecast({ msgs: [send(1_001)] }, facts).risks).toMatchObject([{ kind: 'messageFunds' }])
  })

  test('that need locked coins succeed if they succeed in a dry run', () => {
    const dryRun = { result: 'succeeded', gasUsed: '50000' } as const
    const facts = { fees, wallet: 1_000, spendableBalances: { [owner]: uinto(400) }, dryRun }
    expect(forecast({ msgs: [send(401)] }, facts).risks).not.toContainEqual(
      expect.objectContaining({ kind: 'messageFunds' }),
    )
  })

  test('fail after a time that they contain, also if the last run failed for another reason', () => {
    const grant = { '@type': '/cosmos.authz.v1beta1.MsgGrant', granter: owner, grant: { expiration: minutes(20) } }
    const failed = entryOf({ executed: false, errors: ['insufficient funds'] })
    const { risks } = forecast({ msgs: [grant] }, { fees, history: [failed] })
    expect(risks).toMatchObject([{ kind: 'messageFails', message: 'timeout elapsed' }])
  })

  test('are unknown if they are nested too deeply or are not messages', () => {
    const exec = { '@type': '/cosmos.authz.v1beta1.MsgExec', grantee: owner }
    let nested: AnyMessage = send(1_000)
    for (let level = 0; level < 5_000; level++) nested = { ...exec, msgs: [nested] }
    expect(forecast({ msgs: [nested] }, { fees: 1_000_000, history: [] }).nextRun).toBe('unknown')
    expect(forecast({ msgs: [{ ...exec, '@tooDeep': true }] }, { fees: 1_000_000, history: [] }).nextRun).toBe(
      'unknown',
    )
    const broken = { ...exec, msgs: [null, 7, {}, { '@type': 7 }] }
    expect(forecast({ msgs: [broken] }, { fees: 1_000_000 }).nextRun).not.toBe('willFail')
    expect(typedMessages(nested)).toHaveLength(101)
    expect(typedMessages(broken)).toEqual([{ name: 'MsgExec', signer: owner }])
  })

  test('are unknown if their account has the name of an inherited property', () => {
    const exec = { '@type': '/cosmos.authz.v1beta1.MsgExec', grantee: owner, msgs: [send(1, 'constructor')] }
    expect(forecast({ msgs: [exec] }, { fees: 1_000_000 }).nextRun).toBe('unknown')
  })

  describe('with a dry run', () => {
    const claim = { '@type': '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward', delegator_address: owner }
    const succeeded = { result: 'succeeded', gasUsed: '49109' } as const
    const failedBecause = (message: string, problem: ExecutionProblem = 'other') =>
      ({ result: 'failed', messageIndex: 0, problem, message }) as const

    test('if a message fails in it, the next run is likely to fail', () => {
      const dryRun = failedBecause('no delegation for (address, validator) tuple')
      expect(forecast({ msgs: [claim] }, { fees, dryRun })).toMatchObject({
        nextRun: 'atRisk',
        risks: [{ kind: 'dryRunFailed', certainty: 'likely', run: 3, message: dryRun.message }],
      })
      expect(
        forecast({ msgs: [send(1)] }, { fees, dryRun: failedBecause('uinto transfers are disabled') }).risks,
      ).toEqual([expect.objectContaining({ kind: 'dryRunFailed' })])
    })

    test('a failure predicts that the run fails, unless the account receives coins before the run', () => {
      const dryRun = failedBecause('spendable balance 0uinto is smaller than 1uinto', 'insufficientFunds')
      expect(forecast({ msgs: [send(1)] }, { fees, dryRun }).nextRun).toBe('atRisk')
      expect(forecast({ msgs: [claim, send(1)] }, { fees, dryRun }).nextRun).toBe('atRisk')
      const payday = { ...hourly(), id: '3', owner: 'into1boss', feeAddress: 'into1boss' }
      const [, afterwards] = forecastFlows(
        {
          flows: [{ ...payday, msgs: [{ ...send(5, 'into1boss'), to_address: owner }] }, hourly({ msgs: [send(1)] })],
          params,
          release: 'current',
          balances: { into1boss: uinto(fees), into1fees: uinto(fees), [owner]: uinto(0) },
          dryRuns: { 7: dryRun },
        },
        chainTimeAt(now),
      )
      expect(afterwards?.nextRun).toBe('likely')
      expect(forecast({ msgs: [send(60_000)] }, { fees, wallet: 5, dryRun: succeeded }).risks).toMatchObject([
        { kind: 'messageFunds' },
      ])
    })

    test('a lack of coins says nothing about later messages', () => {
      const dryRun = failedBecause('spendable balance 0uinto is smaller than 1uinto', 'insufficientFunds')
      const revoke = { '@type': '/cosmos.authz.v1beta1.MsgRevoke', granter: owner, grantee: 'into1friend' }
      const payday = { ...hourly(), id: '3', owner: 'into1boss', feeAddress: 'into1boss' }
      const [, afterwards] = forecastFlows(
        {
          flows: [
            { ...payday, msgs: [{ ...send(5, 'into1boss'), to_address: owner }] },
            hourly({ msgs: [send(1), revoke] }),
          ],
          params,
          release: 'current',
          histories: { 7: [entryOf()] },
          balances: { into1boss: uinto(fees), into1fees: uinto(fees), [owner]: uinto(0) },
          dryRuns: { 7: dryRun },
        },
        chainTimeAt(now),
      )
      expect(afterwards?.runs[0]?.outcome).toBe('failed')
    })

    test('messages that succeed in it are likely to succeed', () => {
      const { nextRun, risks, assumptions } = forecast({ msgs: [claim] }, { fees, history: [], dryRun: succeeded })
      expect(nextRun).toBe('likely')
      // The dry run only applies to the next run.
      expect(risks).toMatchObject([{ kind: 'factsMissing', at: minutes(90).replace('.000', '') }])
      expect(assumptions).toContain('messagesLikeDryRun')
    })

    test('the cause of the last failure is gone if the messages succeed in it', () => {
      const failed = entryOf({ errors: ['msg handling error: validator does not exist'], executed: false })
      expect(forecast({ msgs: [claim] }, { fees, history: [failed], dryRun: succeeded }).nextRun).toBe('likely')
    })

    test('predicts nothing about messages on another chain', () => {
      const dryRun = failedBecause('no delegation')
      const { risks } = forecast({ ...interchain, msgs: [claim] }, { fees, dryRun })
      expect(risks).not.toContainEqual(expect.objectContaining({ kind: 'dryRunFailed' }))
    })

    test.each([
      [0, 3, []],
      [1, 3, [0]],
      // The feedback loop changes this message.
      [2, 3, undefined],
      // The chain ignores the feedback loop.
      [1, 2, [0]],
    ])(
      'a failure of message %i of %i counts unless a feedback loop can prevent it',
      (messageIndex, count, inEffect) => {
        const feedbackLoops = [{ ...loop, msgsIndex: 1, responseKey: 'Amount.[0]', valueType: 'sdk.Coin' }]
        const flow = { msgs: Array.from({ length: count }, () => claim), conditions: { feedbackLoops } }
        const dryRun = { ...failedBecause('no delegation'), messageIndex }
        const history = [entryOf({ msgResponses: [{ '@type': '/a', amount: uinto(5) }] })]
        const { risks, runs } = forecast(flow, { fees, dryRun, history })
        expect(risks.some(({ kind }) => kind === 'dryRunFailed')).toBe(inEffect !== undefined)
        expect(runs[0]?.inEffect ?? []).toEqual(inEffect ?? [])
      },
    )
  })
})

describe('another chain', () => {
  const channel = {
    channelId: 'channel-1',
    portId: `icacontroller-${owner}`,
    state: 'STATE_OPEN',
    ordering: 'ORDER_UNORDERED',
    address: 'into1ica',
  }
  const remote = { ...interchain, msgs: [send(1_000, 'into1ica')] }
  const fees = 10_000_000
  const chains = { 'connection-0': { balances: { into1ica: uinto(1_500) } } }

  test('the outcome on another chain is unknown without its facts', () => {
    expect(forecast(remote, { fees, channel })).toMatchObject({ nextRun: 'unknown', risks: [{ kind: 'otherChain' }] })
    expect(forecast(remote, { fees, channel, chains })).toMatchObject({
      nextRun: 'likely',
      risks: [{ kind: 'messageFunds', run: 4, missing: { amount: '500' } }],
    })
  })

  test('ICA_ADDR in a message is the address of the interchain account', () => {
    const placeholder = { ...interchain, msgs: [send(1_000, 'ICA_ADDR')] }
    expect(forecast(placeholder, { fees, channel, chains })).toMatchObject({
      nextRun: 'likely',
      risks: [{ kind: 'messageFunds', run: 4, address: 'into1ica', missing: { amount: '500' } }],
    })
    expect(forecast(placeholder, { fees, channel: { ...channel, address: null } })).toMatchObject({
      nextRun: 'unknown',
      risks: [{ kind: 'otherChain' }],
    })
    const exec = { '@type': '/cosmos.authz.v1beta1.MsgExec', grantee: 'ICA_ADDR', msgs: [send(1_000, owner)] }
    expect(typedMessages(exec, 'into1ica')).toEqual([
      { name: 'MsgExec', signer: 'into1ica' },
      { name: 'MsgSend', signer: owner },
    ])
  })

  test('a failure on the other chain repeats, even if its balances are known', () => {
    const failedWith = (code: number) =>
      entryOf({
        executed: false,
        packetSequences: ['7'],
        errors: [`error handling packet on host chain: ABCI code: ${code}`],
      })
    const nextRun = (msgs: AnyMessage[], code: number, facts: Partial<FlowForecastFacts>) =>
      forecast({ ...interchain, msgs }, { fees, channel, history: [failedWith(code)], ...facts }).nextRun
    const delegate = {
      '@type': '/cosmos.staking.v1beta1.MsgDelegate',
      delegator_address: 'into1ica',
      validator_address: 'into1nobody',
      amount: { denom: 'uinto', amount: '1' },
    }
    expect(nextRun([delegate], 7, {})).toBe('atRisk')
    expect(nextRun([delegate], 7, { chains })).toBe('atRisk')
    // The account may have been funded since.
    expect(nextRun([send(1_000, 'into1ica')], 5, { chains })).toBe('likely')
    expect(nextRun([send(2_000, 'into1ica')], 5, { chains })).toBe('atRisk')
    const call = {
      '@type': '/cosmwasm.wasm.v1.MsgExecuteContract',
      sender: 'into1ica',
      contract: 'into1amm',
      msg: {},
      funds: [],
    }
    expect(nextRun([call], 5, { chains })).toBe('atRisk')
  })

  test('a run on another chain needs an open channel and an active client', () => {
    const kinds = (facts: Partial<FlowForecastFacts>) =>
      forecast(remote, { fees, channel, chains, ...facts }).risks.map(({ kind }) => kind)
    expect(kinds({ channel: null })).toEqual(['noOpenChannel'])
    expect(kinds({ channel: { ...channel, state: 'STATE_CLOSED' } })).toEqual(['noOpenChannel'])
    expect(kinds({ clientStatus: 'Expired' })).toEqual(['clientExpired'])
  })

  test('a missing answer of another chain may end the flow', () => {
    const flow = hourly(remote)
    const [sent] = runsOf(flow, 'sent').map(entry => ({
      ...entry,
      actualExecTime: minutes(-10),
      scheduledExecTime: '',
    }))
    const { risks } = forecast(remote, { fees, channel, chains, history: sent ? [sent] : [] })
    expect(risks.map(({ kind }) => kind)).toContain('unansweredRun')
  })

  test('an agent runs the messages if its fee is within the limit', () => {
    const agent: TrustlessAgent = {
      agentAddress: 'into1agent',
      icaConfig: { portId: 'icacontroller-into1agent', connectionId: 'connection-0' },
      feeConfig: { feeAdmin: 'into1admin', feeCoinsSupported: uinto(25_000) },
    }
    const withLimit = (limit: Coin[]) => ({
      trustlessAgent: { agentAddress: agent.agentAddress, feeLimit: limit, connectionId: '' },
      msgs: [send(1_000, 'into1ica')],
    })
    const facts = { fees, channel, chains: { 'connection-0': { balances: { into1ica: uinto(fees) } } }, agent }
    expect(forecast(withLimit(uinto(25_000)), facts)).toMatchObject({
      nextRun: 'likely',
      funds: { costPerRun: '44040' },
    })
    expect(forecast(withLimit([]), facts).funds?.costPerRun).toBe('19040')
    expect(forecast(withLimit(uinto(20_000)), facts)).toMatchObject({
      nextRun: 'willFail',
      risks: [{ kind: 'agentFee', certainty: 'certain', missing: { amount: '5000' } }],
    })
    expect(forecast(withLimit(uinto(20_000)), { ...facts, agent: null }).risks).toMatchObject([
      { kind: 'agentNotFound', certainty: 'certain' },
    ])
    expect(forecast(withLimit(uinto(20_000)), { ...facts, agent: undefined }).nextRun).toBe('unknown')
  })
})

describe('conditions', () => {
  const fees = 10_000_000
  const compares = (value: Partial<typeof comparison>) => ({
    conditions: { comparisons: [{ ...comparison, ...value }] },
  })
  const saved = entryOf({ msgResponses: [{ '@type': '/a', amount: [{ denom: 'uinto', amount: '500' }] }] })

  test('a comparison with a saved response decides whether a run is skipped', () => {
    const key = { responseKey: 'Amount.[0].Amount' }
    const small = forecast(compares({ ...key, operand: '1000' }), { fees, history: [saved] })
    expect(small.risks).toMatchObject([{ kind: 'conditionsNotMet' }])
    expect(small.runs.map(({ outcome }) => outcome)).toEqual(['skipped', 'skipped'])
    expect(forecast(compares({ ...key, operand: '100' }), { fees, history: [saved] }).nextRun).toBe('likely')
  })

  test('a comparison without a response always passes', () => {
    const { nextRun, risks } = forecast({ ...compares({}), configuration: { saveResponses: false } }, { fees })
    expect([nextRun, risks]).toMatchObject(['likely', [{ kind: 'conditionInput', certainty: 'certain' }]])
  })

  test('the result of a query to another chain is unknown', () => {
    const { nextRun, risks } = forecast(compares({ icqConfig: query }), { fees })
    expect([nextRun, risks]).toMatchObject(['unknown', [{ kind: 'pendingQuery', certainty: 'unknown' }]])
  })

  test('a condition about another flow needs its runs', () => {
    const dependent = { conditions: { stopOnFailureOf: ['3'] } }
    expect(forecast(dependent, { fees }).nextRun).toBe('unknown')
    const failed = entryOf({ executed: false, errors: ['insufficient funds'] })
    expect(forecast(dependent, { fees, histories: { '3': [failed] } }).risks).toMatchObject([
      { kind: 'dependency', certainty: 'likely', flowIds: ['3'] },
    ])
    expect(forecast(dependent, { fees, histories: { '3': [entryOf()] } }).nextRun).toBe('likely')
  })
})

test('returns unknown without balances, and none for a flow that is over', () => {
  const flow = hourly()
  expect(forecastFlow({ flow, params, release }, chainTimeAt(now))).toMatchObject({
    nextRun: 'unknown',
    funds: null,
    runs: [],
  })
  expect(forecastFlow({ flow: hourly({ execTime: minutes(-90) }), params, release }, chainTimeAt(now)).nextRun).toBe(
    'none',
  )
})

describe.each(['1.0.5', 'legacy'] as const)('with the rules %s', release => {
  test('no run is predicted', () => {
    expect(forecast({}, { fees: 1, release })).toMatchObject({
      nextRun: 'unknown',
      risks: [{ kind: 'releaseNotSupported', certainty: 'unknown', at: minutes(30) }],
      funds: null,
      runs: [],
    })
  })

  test('a flow that is over has no more runs, and its coins are stranded', () => {
    const { nextRun, risks, stranded } = forecast({ execTime: minutes(-90) }, { fees: 7_000, release })
    expect([nextRun, risks, stranded]).toEqual(['none', [], uinto(7_000)])
  })
})
