import { describe, expect, test } from 'vitest'
import {
  address,
  createClock,
  createLcd,
  type Flow,
  flow,
  type LcdOptions,
  params,
  state,
  trustlessAgent,
} from '../../index.js'

const initialTime = '2026-11-20T21:00:00Z'
const minute = 60_000
const atom = 'ibc/C4CFF46FD6DE35CA4CF4CE031E643C8FDC9BA4B99AE598E9B0ED98FE3A2319F9'
const [owner, receiver, feeAddress] = [address('owner'), address('receiver'), address('fees')]
const tooLow = 'balance too low to deduct expected fee'
const withFallback = (walletFallback: boolean) => ({ configuration: { ...configuration(), walletFallback } })

function configuration() {
  const { configuration } = flow()
  if (!configuration) throw new Error('The default flow has no configuration.')
  return configuration
}

const uinto = (amount: number) => ({ denom: 'uinto', amount: String(amount) })
const uatom = (amount: number) => ({ denom: atom, amount: String(amount) })
const coins = (amount: number) => (amount ? [uinto(amount)] : [])
const send = (amount: number, from = owner) => ({
  '@type': '/cosmos.bank.v1beta1.MsgSend',
  from_address: from,
  to_address: receiver,
  amount: [uinto(amount)],
})
const authorized = (...msgs: Flow['msgs']) => ({ '@type': '/cosmos.authz.v1beta1.MsgExec', grantee: owner, msgs })

/** Creates a node with one flow that sends 1,000 uinto every minute, first in 30 seconds. */
function nodeWith(changes: Partial<Flow>, options: LcdOptions & { agents?: Parameters<typeof state>[0] } = {}) {
  const clock = createClock(initialTime)
  const { agents = {}, ...others } = options
  const payment = {
    ...{ owner, feeAddress, msgs: [send(1_000)], interval: '60s', ...withFallback(false) },
    ...{ startTime: '2026-11-20T20:59:30Z', execTime: '2026-11-20T21:00:30Z', endTime: '2026-11-20T21:59:30Z' },
  }
  const initial = state({ flows: [{ ...payment, ...changes }], ...agents }, clock.now())
  const lcd = createLcd({ state: initial, clock: clock.now, ...others })
  const runs = (count: number) => {
    for (let run = 0; run < count; run++) clock.advance(minute)
    return lcd.history(1).map(({ executed, errors, execFee }) => ({ executed, error: errors.join(), fee: execFee[0] }))
  }
  return { lcd, clock, runs, balance: (address: string) => lcd.accounts.balances[address] }
}

describe('accounts without an entry in balances', () => {
  test('can pay for everything and keep no entry', () => {
    const { runs, lcd } = nodeWith({ msgs: [send(10 ** 15), authorized(send(5, receiver))] })
    expect(runs(3)).toMatchObject([{ executed: true }, { executed: true }, { executed: true }])
    expect(lcd.accounts.balances).toEqual({})
  })

  test('become known with a deposit', () => {
    const { lcd, runs, balance } = nodeWith({})
    lcd.deposit(feeAddress, uinto(60_000))
    lcd.deposit(receiver, uinto(5), uatom(7))
    expect(runs(1)).toEqual([{ executed: true, error: '', fee: uinto(19_200) }])
    expect(balance(feeAddress)).toEqual(coins(40_800))
    expect(balance(receiver)).toEqual([uatom(7), uinto(1_005)])
    expect(lcd.accounts.balances).not.toHaveProperty(owner)
  })
})

test('a flow can create a validator up to release 1.0.8', () => {
  const create = { '@type': '/cosmos.staking.v1beta1.MsgCreateValidator', delegator_address: owner }
  const resultOn = (release: string, message: Flow['msgs'][number] = create) =>
    nodeWith({ msgs: [send(1), message] }, { release }).runs(1)
  const error =
    'msg handling error: could not execute local flow: validator creation is gated by governance; direct usage is disabled: unauthorized'
  expect(resultOn('1.0.8')).toMatchObject([{ executed: true, error: '' }])
  expect(resultOn('1.0.9')).toMatchObject([{ executed: false, error }])
  expect(resultOn('1.1.0')).toMatchObject([{ executed: false, error }])
  expect(resultOn('1.1.0', authorized(create))).toMatchObject([{ executed: true, error: '' }])
})

test('a transfer stays if a later message fails', () => {
  const transfer = {
    '@type': '/ibc.applications.transfer.v1.MsgTransfer',
    sender: owner,
    token: uinto(40_000),
    timeout_timestamp: '2526374086000000000',
  }
  const { lcd, runs, balance } = nodeWith({ msgs: [transfer, send(60_000)] })
  lcd.accounts.balances[feeAddress] = coins(1_000_000)
  lcd.accounts.balances[owner] = coins(90_000)
  expect(runs(1)).toMatchObject([{ executed: false }])
  expect(balance(owner)).toEqual(coins(50_000))
})

describe('the check before a run', () => {
  test('passes at 50000 uinto', () => {
    const { lcd, runs, balance } = nodeWith({})
    lcd.accounts.balances[feeAddress] = coins(50_000)
    expect(runs(1)).toEqual([{ executed: true, error: '', fee: uinto(19_200) }])
    expect(balance(feeAddress)).toEqual(coins(30_800))
  })

  test('fails at 49999 uinto and stops the flow for good, without a charge', () => {
    const { lcd, runs, balance } = nodeWith({})
    lcd.accounts.balances[feeAddress] = coins(49_999)
    expect(runs(2)).toEqual([{ executed: false, error: tooLow, fee: undefined }])
    lcd.deposit(feeAddress, uinto(1_000_000))
    expect(runs(3)).toHaveLength(1)
    expect(balance(feeAddress)).toEqual(coins(1_049_999))
  })

  test('passes if the account is topped up in time', () => {
    const { lcd, runs } = nodeWith({})
    lcd.accounts.balances[feeAddress] = []
    lcd.deposit(feeAddress, uinto(50_000))
    expect(runs(1)).toMatchObject([{ executed: true }])
  })

  test('needs 50000 uinto for each message', () => {
    const { lcd, runs } = nodeWith({ msgs: [send(1), send(2)] })
    lcd.accounts.balances[feeAddress] = coins(99_999)
    expect(runs(1)).toMatchObject([{ error: tooLow }])
  })

  test('counts locked coins, but the fee needs spendable ones', () => {
    const { lcd, runs } = nodeWith({})
    lcd.accounts.balances[feeAddress] = coins(50_000)
    lcd.accounts.spendableBalances[feeAddress] = coins(15_000)
    const error = 'distribution error: spendable balance 5000uinto is smaller than 9200uinto: insufficient funds'
    expect(runs(1)).toEqual([{ executed: true, error, fee: undefined }])
    expect(lcd.accounts.spendableBalances[feeAddress]).toEqual(coins(5_000))
  })
})

describe('the payer', () => {
  test.each([
    [
      'the fee account in uinto',
      { fees: [uatom(900_000), uinto(900_000)], wallet: [uinto(900_000)] },
      'uinto',
      feeAddress,
    ],
    // The fee account never pays in the first denom of the sorted list.
    ['the owner in ATOM', { fees: [uatom(900_000)], wallet: [uatom(900_000), uinto(900_000)] }, atom, owner],
    ['the owner in uinto', { fees: [], wallet: [uinto(900_000)] }, 'uinto', owner],
  ])('is %s', (_, { fees, wallet }, denom, payer) => {
    const { lcd, runs, balance } = nodeWith({
      ...withFallback(true),
      msgs: [{ '@type': '/cosmos.gov.v1.MsgVote', voter: owner }],
    })
    lcd.accounts.balances[feeAddress] = fees
    lcd.accounts.balances[owner] = wallet
    const fee = denom === 'uinto' ? uinto(19_200) : uatom(2_300)
    expect(runs(1)).toEqual([{ executed: true, error: '', fee }])
    expect(balance(payer)).toContainEqual({ denom, amount: String(900_000 - Number(fee.amount)) })
    expect(balance(payer === owner ? feeAddress : owner)).toEqual(payer === owner ? fees : wallet)
  })

  test('is not the owner without wallet fallback', () => {
    const { lcd, runs } = nodeWith({})
    lcd.accounts.balances[feeAddress] = []
    expect(runs(1)).toMatchObject([{ error: tooLow }])
  })
})

describe('messages', () => {
  test('move coins', () => {
    const { lcd, runs, balance } = nodeWith({})
    lcd.accounts.balances[owner] = coins(2_500)
    lcd.accounts.balances[receiver] = []
    expect(runs(3).map(({ executed }) => executed)).toEqual([true, true, false])
    expect([balance(owner), balance(receiver)]).toEqual([coins(500), coins(2_000)])
  })

  test.each([
    [
      'MsgFundCommunityPool',
      { '@type': '/cosmos.distribution.v1beta1.MsgFundCommunityPool', depositor: owner, amount: coins(700) },
    ],
    [
      'MsgExecuteContract',
      { '@type': '/cosmwasm.wasm.v1.MsgExecuteContract', sender: owner, contract: receiver, funds: coins(700) },
    ],
    ['MsgSubmitFlow', { '@type': '/intento.intent.v1.MsgSubmitFlow', owner, msgs: [], fee_funds: coins(700) }],
  ])('spend the coins of a %s', (_, message) => {
    const { lcd, runs, balance } = nodeWith({ msgs: [message] })
    lcd.deposit(feeAddress, uinto(1_000_000))
    lcd.deposit(owner, uinto(1_000))
    expect(runs(2)).toMatchObject([
      { executed: true },
      { executed: false, error: expect.stringContaining('spendable balance 300uinto is smaller than 700uinto') },
    ])
    expect(balance(owner)).toEqual([uinto(300)])
  })

  test('all succeed or none does', () => {
    const { lcd, runs, balance } = nodeWith({ msgs: [send(400), send(700)] })
    lcd.accounts.balances[owner] = coins(1_000)
    lcd.accounts.balances[receiver] = []
    const error =
      'msg handling error: could not execute local flow: spendable balance 600uinto is smaller than 700uinto: insufficient funds'
    expect(runs(1)).toMatchObject([{ executed: false, error }])
    expect([balance(owner), balance(receiver)]).toEqual([coins(1_000), []])
  })

  test('a failed run costs its fee, and the next one succeeds after a deposit', () => {
    const { lcd, runs, balance } = nodeWith({})
    lcd.accounts.balances[feeAddress] = coins(500_000)
    lcd.accounts.balances[owner] = []
    expect(runs(1)).toMatchObject([{ executed: false, fee: uinto(13_520) }])
    lcd.deposit(owner, uinto(1_000))
    expect(runs(1)).toMatchObject([{}, { executed: true, error: '', fee: uinto(19_200) }])
    expect(balance(feeAddress)).toEqual(coins(467_280))
  })

  test('delegate locked coins first', () => {
    const validator = address('validator', 'intovaloper')
    const type = '/cosmos.staking.v1beta1.MsgDelegate'
    const msgs = [{ '@type': type, delegator_address: owner, validator_address: validator, amount: uinto(60) }]
    const { lcd, runs, balance } = nodeWith({ msgs })
    lcd.accounts.balances[owner] = coins(100)
    lcd.accounts.spendableBalances[owner] = coins(50)
    expect(runs(2)).toMatchObject([
      { executed: true },
      { error: expect.stringContaining('failed to delegate; 40uinto is smaller than 60uinto: insufficient funds') },
    ])
    expect([balance(owner), lcd.accounts.spendableBalances[owner]]).toEqual([coins(40), coins(40)])
  })

  test('need the signature of the owner', () => {
    const { lcd, runs } = nodeWith({ msgs: [send(1, receiver)] })
    lcd.accounts.balances[owner] = []
    expect(runs(1)).toMatchObject([{ error: expect.stringContaining("owner doesn't have permission") }])
  })

  test('need a grant that allows their recipient', () => {
    const { lcd, runs } = nodeWith({ msgs: [authorized(send(10, receiver))] })
    const authorization = {
      '@type': '/cosmos.bank.v1beta1.SendAuthorization',
      spend_limit: [uinto(500)],
      allow_list: [owner],
    }
    lcd.accounts.balances[receiver] = coins(1_000)
    lcd.accounts.grants.push({ granter: receiver, grantee: owner, authorization, expiration: null })
    expect(runs(1)).toMatchObject([
      { error: `msg handling error: could not execute local flow: cannot send to ${receiver} address: unauthorized` },
    ])
  })

  test('use a grant until it expires', async () => {
    const { lcd, runs } = nodeWith({ msgs: [authorized(send(10, receiver))] })
    const authorization = { '@type': '/cosmos.authz.v1beta1.GenericAuthorization', msg: '/cosmos.bank.v1beta1.MsgSend' }
    lcd.accounts.balances[receiver] = coins(1_000)
    lcd.accounts.grants.push({ granter: receiver, grantee: owner, authorization, expiration: '2026-11-20T21:02:30Z' })
    const listed = async (height?: number) => {
      const path = `/cosmos/authz/v1beta1/grants?granter=${receiver}&grantee=${owner}`
      const headers = { 'x-cosmos-block-height': String(height ?? 0) }
      return (await (await lcd.fetch(lcd.url + path, { headers })).json()).grants.length
    }
    expect(runs(2).map(({ executed }) => executed)).toEqual([true, true])
    const { height } = lcd
    expect(await listed()).toBe(1)
    expect(runs(1).at(-1)?.error).toBe(
      `msg handling error: could not execute local flow: failed to get grant with given granter: ${receiver}, grantee: ${owner} & msgType: /cosmos.bank.v1beta1.MsgSend : authorization not found`,
    )
    expect([await listed(), await listed(height)]).toEqual([0, 1])
  })

  test('use a grant that expires at the time of the block, and none that expires before', () => {
    const authorization = { '@type': '/cosmos.authz.v1beta1.GenericAuthorization', msg: '/cosmos.bank.v1beta1.MsgSend' }
    const ranWith = (expiration: string | null) => {
      const { lcd, runs } = nodeWith({ msgs: [authorized(send(10, receiver))] })
      lcd.accounts.balances[receiver] = coins(1_000)
      lcd.accounts.grants.push({ granter: receiver, grantee: owner, authorization, expiration })
      return { executed: runs(1)[0]?.executed, block: lcd.history(1)[0]?.actualExecTime ?? expect.fail() }
    }
    const { block } = ranWith(null)
    const [, seconds = '', nanos] = /^(.*)\.(\d{9})Z$/.exec(block) ?? expect.fail()
    expect(ranWith(block).executed).toBe(true)
    expect(ranWith(`${seconds}.${String(Number(nanos) - 1).padStart(9, '0')}Z`).executed).toBe(false)
    // The run was due at this time.
    expect(ranWith('2026-11-20T21:00:30Z').executed).toBe(false)
  })
})

describe('the fee after a run', () => {
  test('is not collected if the messages spend the money', () => {
    const { lcd, runs, balance } = nodeWith({ ...withFallback(true), msgs: [send(985_000)] })
    lcd.accounts.balances[feeAddress] = []
    lcd.accounts.balances[owner] = coins(1_000_000)
    const error = 'distribution error: spendable balance 5000uinto is smaller than 9200uinto: insufficient funds'
    expect(runs(1)).toEqual([{ executed: true, error, fee: undefined }])
    expect(balance(owner)).toEqual(coins(5_000))
    expect(runs(1).at(-1)).toMatchObject({ error: tooLow })
  })

  test('includes a commission in the last run, which returns the rest to the owner', () => {
    const { lcd, runs, balance } = nodeWith({ endTime: '2026-11-20T21:01:30Z' })
    lcd.accounts.balances[feeAddress] = [uatom(30), uinto(129_200)]
    lcd.accounts.balances[owner] = coins(5_000)
    // 2 % of 100,000
    expect(runs(3).map(({ fee }) => fee)).toEqual([uinto(19_200), uinto(21_200)])
    expect(balance(feeAddress)).toEqual([])
    expect(balance(owner)).toEqual([uatom(30), uinto(91_800)])
  })

  test('stays on the fee account if it is too low for the fee and the commission of the last run', () => {
    const agents = { params: params({ flowFundsCommission: '90' }) }
    const { lcd, runs, balance } = nodeWith({ endTime: '2026-11-20T21:00:30Z' }, { agents })
    lcd.accounts.balances[feeAddress] = coins(50_000)
    const error =
      'distribution error: total flow fees exceed available balance: unexpected error during fee calculation'
    expect(runs(1)).toEqual([{ executed: true, error, fee: undefined }])
    expect(balance(feeAddress)).toEqual(coins(40_000))
  })

  test('is stranded if the last run is not exactly at the end', () => {
    const { lcd, runs, balance } = nodeWith({ endTime: '2026-11-20T21:02:00Z' })
    lcd.accounts.balances[feeAddress] = coins(100_000)
    expect(runs(3).map(({ fee }) => fee)).toEqual([uinto(19_200), uinto(19_200)])
    expect(balance(feeAddress)).toEqual(coins(61_600))
  })

  test('uses the amount that the test provides', () => {
    const { lcd, balance } = nodeWith({})
    lcd.accounts.balances[feeAddress] = coins(100_000)
    lcd.execute(1, { outcome: 'succeeded', execFee: [uinto(33_333)] })
    expect(balance(feeAddress)).toEqual(coins(66_667))
    lcd.execute(1, { outcome: 'skipped' })
    expect(balance(feeAddress)).toEqual(coins(66_667))
  })
})

describe('the agent', () => {
  const agent = trustlessAgent({
    feeConfig: { feeAdmin: receiver, feeCoinsSupported: [uinto(25_000)] },
  })
  const through = (limit: number, agentAddress = agent.agentAddress): Partial<Flow> => ({
    msgs: [authorized(send(5))],
    trustlessAgent: { agentAddress, feeLimit: limit ? [uinto(limit)] : [], connectionId: '' },
  })
  const agents = { trustlessAgents: [agent] }
  const loop = {
    ...{ flowId: '0', responseIndex: 0, responseKey: 'Amount', differenceMode: false, icqConfig: null },
    ...{ msgsIndex: 0, msgKey: 'Amount', valueType: 'sdk.Coin' },
  }
  const changesFirstMessage = { ...flow().conditions, feedbackLoops: [loop] } as Flow['conditions']

  test('is paid in the base denom first, and by the owner before another coin is tried', () => {
    const prices = [uatom(7), uinto(25_000)]
    const both = trustlessAgent({ feeConfig: { feeAdmin: receiver, feeCoinsSupported: prices } })
    const hires = {
      ...through(0),
      trustlessAgent: { agentAddress: both.agentAddress, feeLimit: prices, connectionId: '' },
    }
    const { lcd, runs, balance } = nodeWith(
      { ...hires, ...withFallback(true) },
      { agents: { trustlessAgents: [both] } },
    )
    lcd.accounts.balances[feeAddress] = [uatom(100), uinto(60_000)]
    lcd.accounts.balances[owner] = coins(1_000_000)
    lcd.accounts.balances[receiver] = []
    runs(1)
    expect(balance(receiver)).toEqual([uinto(25_000)])
    lcd.accounts.balances[feeAddress] = [uatom(100), uinto(20_000)]
    runs(1)
    expect(balance(receiver)).toEqual([uinto(50_000)])
    expect(balance(feeAddress)).toEqual([uatom(100), uinto(20_000)])
  })

  test.each([
    ['is 0, because the chain cannot send it', [uinto(0)]],
    ['is not found in an unsorted list', [uinto(25_000), uatom(7)]],
  ])('is not paid if its price %s', (_, prices) => {
    const other = trustlessAgent({ feeConfig: { feeAdmin: receiver, feeCoinsSupported: prices } })
    const { lcd, runs } = nodeWith(through(30_000), { agents: { trustlessAgents: [other] } })
    lcd.accounts.balances[feeAddress] = coins(200_000)
    expect(runs(1)[0]?.error).toContain('no valid fee coin with sufficient balance')
  })

  test.each([
    ['is paid within the limit', through(30_000), '', 25_000],
    ['is unpaid without a limit', through(0), '', 0],
    ['is not paid above the limit', through(24_999), 'no valid fee coin with sufficient balance', 0],
    ['must exist', through(30_000, address('nobody')), 'trustless agent or ICAConfig is nil', 0],
    [
      'is unpaid if no message runs, because a feedback loop changes the first one',
      { ...through(30_000), conditions: changesFirstMessage },
      '',
      0,
    ],
  ])('%s', (_, changes, error, paid) => {
    const { lcd, runs, balance } = nodeWith(changes, { agents })
    lcd.accounts.balances[feeAddress] = coins(200_000)
    lcd.accounts.balances[receiver] = []
    const [run] = runs(1)
    expect(run?.error).toContain(error)
    expect(Boolean(run?.error)).toBe(error !== '')
    expect(balance(receiver)).toEqual(coins(paid))
    expect(balance(feeAddress)).toEqual(coins(200_000 - paid - Number(run?.fee?.amount)))
  })
})

describe('messages that work only for a while', () => {
  const authorization = { '@type': '/cosmos.authz.v1beta1.GenericAuthorization', msg: '/cosmos.bank.v1beta1.MsgSend' }
  const between = { granter: owner, grantee: receiver }
  const grant = (expiration: string | null) => ({
    '@type': '/cosmos.authz.v1beta1.MsgGrant',
    ...between,
    grant: { authorization, expiration },
  })
  const revoke = { '@type': '/cosmos.authz.v1beta1.MsgRevoke', ...between, msg_type_url: authorization.msg }
  const errorsOf = (msgs: Flow['msgs']) => {
    const { lcd, runs } = nodeWith({ msgs })
    lcd.deposit(feeAddress, uinto(1_000_000))
    lcd.deposit(owner, uinto(1_000_000))
    const errors = runs(3).map(({ error }) => error.replace(/^.*flow: /, ''))
    return { errors, grants: lcd.accounts.grants }
  }

  test('a permission can be granted again, but not revoked again', () => {
    expect(errorsOf([grant(null)])).toEqual({
      errors: ['', '', ''],
      grants: [{ ...between, authorization, expiration: null }],
    })
    expect(errorsOf([grant(null), revoke])).toEqual({ errors: ['', '', ''], grants: [] })
    const missing = 'failed to delete grant: authorization not found'
    expect(errorsOf([revoke])).toEqual({ errors: [missing, missing, missing], grants: [] })
  })

  test.each([0, 101, 202, 303, 404])(
    'the eighth withdrawal is due before the first one is complete after 21 days, at %i ms',
    late => {
      const day = 86_400_000
      const validator_address = address('validator', 'intovaloper')
      const undelegate = {
        '@type': '/cosmos.staking.v1beta1.MsgUndelegate',
        delegator_address: owner,
        validator_address,
      }
      const first = Date.parse('2026-11-20T21:00:30Z') + late
      const [execTime, endTime] = [new Date(first).toISOString(), new Date(first + 24 * day).toISOString()]
      const msgs = [{ ...undelegate, amount: uinto(1) }]
      const { lcd, clock } = nodeWith({ msgs, interval: '259200s', execTime, endTime })
      lcd.accounts.delegations[owner] = { [validator_address]: '100' }
      lcd.accounts.unbondingDelegations[owner] = []
      for (let run = 0; run < 8; run++) clock.advance(3 * day)
      const failed = lcd.history(1).map(({ errors }) => errors.length > 0)
      expect(failed).toEqual([...Array(7).fill(false), true])
    },
  )

  test('a permission must expire in the future', () => {
    const over = 'expiration must be after the current block time'
    expect(errorsOf([grant('2026-11-20T21:02:00Z')]).errors).toEqual(['', '', over])
    expect(errorsOf([grant('2026-11-20T23:02:00+02:00')]).errors).toEqual(['', '', over])
  })

  test('a transfer must time out in the future', () => {
    const transfer = (time: string) => ({
      '@type': '/ibc.applications.transfer.v1.MsgTransfer',
      sender: owner,
      token: uinto(5),
      timeout_timestamp: `${time && Date.parse(time)}000000`,
    })
    expect(errorsOf([{ ...transfer(''), timeout_height: { revision_height: '9999999' } }]).errors).toEqual(['', '', ''])
    expect(errorsOf([transfer('')]).errors).toEqual(
      Array(3).fill(expect.stringMatching('cannot both be 0: invalid packet$')),
    )
    expect(errorsOf([transfer('2026-11-20T21:02:00Z')]).errors).toEqual([
      '',
      '',
      expect.stringMatching('timeout elapsed$'),
    ])
  })
})
