import { describe, expect, test } from 'vitest'
import { answerTo, recording } from '../../test/recording.js'
import { address, createLcd, stateFromRecording } from '../index.js'

const exchanges = recording('v1-forecast/simulate.json')
const owner = 'into1jem2ye7tjufy3fmqssnlu4jntk3sll6fhaq5af'
const validator = 'intovaloper17y0kzeuqfsgw9epkhhmpadge4qqq5hkz9r72jr'
const other = 'into1rzn6rh9hfpcaz972uwg28y6krlnjw6sp6s6akq'

/** A node with the recorded accounts, and with those that the recorded errors mention. */
function recorded() {
  const lcd = createLcd({ state: { ...stateFromRecording(exchanges), height: 6083, time: '2026-11-22T21:00:00Z' } })
  lcd.accounts.balances[owner] = [{ denom: 'uinto', amount: '999993401661804' }]
  lcd.accounts.balances[other] = []
  lcd.accounts.delegations[owner] = { [validator]: '5' }
  lcd.accounts.authAccounts[other] = { '@type': '/cosmos.auth.v1beta1.BaseAccount', address: other, sequence: '18' }
  return lcd
}

const send = (from: string, amount: string) => ({
  '@type': '/cosmos.bank.v1beta1.MsgSend',
  from_address: from,
  to_address: address('friend'),
  amount: [{ denom: 'uinto', amount }],
})

describe('POST /cosmos/tx/v1beta1/simulate', () => {
  test.each(exchanges)('responds as recorded: $request.method $request.path $request.body', ({ request, response }) => {
    const answer = answerTo(recorded(), request)
    expect(answer.status).toBe(response.status)
    expect(answer.headers).toEqual(expect.objectContaining(response.headers))
    if (response.status === 200 && request.body) expect(contentOf(answer.body)).toEqual(contentOf(response.body))
    else expect(withoutGas(answer.body)).toBe(withoutGas(response.body))
  })

  test('has a response for each kind of request', () => {
    const statuses = exchanges.filter(({ request }) => request.method === 'POST').map(({ response }) => response.status)
    expect(statuses.filter(status => status === 200)).toHaveLength(3)
    expect(statuses.filter(status => status === 400)).toHaveLength(2)
    expect(statuses.filter(status => status === 500)).toHaveLength(7)
  })

  test('does not change the balances', async () => {
    const lcd = recorded()
    for (let times = 0; times < 2; times++) {
      const response = await simulate(lcd, [send(owner, '999993401661804')], '50')
      expect(response.status).toBe(200)
    }
  })

  test('checks the limit and the expiration of a grant', async () => {
    const lcd = recorded()
    const exec = { '@type': '/cosmos.authz.v1beta1.MsgExec', grantee: owner, msgs: [send(other, '5')] }
    const authorization = {
      '@type': '/cosmos.bank.v1beta1.SendAuthorization',
      spend_limit: [{ denom: 'uinto', amount: '4' }],
    }
    lcd.accounts.balances[other] = [{ denom: 'uinto', amount: '5' }]
    lcd.accounts.grants = [{ granter: other, grantee: owner, authorization, expiration: null }]
    expect(await simulate(lcd, [exec], '50').then(messageOf)).toContain('more than spend limit')
    lcd.accounts.grants = [{ granter: other, grantee: owner, authorization, expiration: '2020-01-01T00:00:00Z' }]
    expect(await simulate(lcd, [exec], '50').then(messageOf)).toContain('authorization not found')
  })

  const coin = (amount: string) => ({ denom: 'uinto', amount })
  const delegate = (amount: string) => ({
    '@type': '/cosmos.staking.v1beta1.MsgDelegate',
    delegator_address: owner,
    validator_address: validator,
    amount: coin(amount),
  })
  const undelegate = (amount: string) => ({ ...delegate(amount), '@type': '/cosmos.staking.v1beta1.MsgUndelegate' })
  const transfer = (amount: string) => ({
    '@type': '/ibc.applications.transfer.v1.MsgTransfer',
    source_port: 'transfer',
    source_channel: 'channel-0',
    token: coin(amount),
    sender: owner,
    receiver: 'cosmos1',
    timeout_timestamp: '2526374086000000000',
  })
  const exec = (...msgs: object[]) => ({ '@type': '/cosmos.authz.v1beta1.MsgExec', grantee: owner, msgs })

  test.each<[string, object[], string | null]>([
    ['a payment', [send(owner, '100')], null],
    ['a payment of too much', [send(owner, '101')], 'spendable balance 100uinto is smaller than 101uinto'],
    ['a transfer', [transfer('100')], null],
    ['a transfer of too much', [transfer('101')], 'spendable balance 100uinto is smaller than 101uinto'],
    ['a second payment', [send(owner, '60'), send(owner, '60')], 'spendable balance 40uinto is smaller than 60uinto'],
    ['a delegation of too much', [delegate('101')], 'failed to delegate; 100uinto is smaller than 101uinto'],
    ['more than is delegated', [delegate('10'), undelegate('16')], 'invalid shares amount'],
    ['withdrawals in one block', Array.from({ length: 8 }, () => undelegate('0')), null],
    ['an own message in a MsgExec', [exec(send(owner, '101'))], 'failed to execute message; message from_address:'],
    ['a message without a permission', [exec(send(other, '1'))], 'authorization not found'],
  ])('the dry run of a flow is its run, reverted: %s', async (_, msgs, expected) => {
    const lcd = createLcd({ flows: [{ owner, msgs: msgs as { '@type': string }[] }] })
    Object.assign(lcd.accounts.balances, { [owner]: [coin('100')], [other]: [] })
    lcd.accounts.delegations[owner] = { [validator]: '5' }
    const before = structuredClone(lcd.accounts)
    const response = await simulate(lcd, msgs, '1')
    expect(lcd.accounts).toEqual(before)
    const [error] = lcd.execute(1).errors
    expect(response.status).toBe(expected === null ? 200 : 500)
    if (expected === null) expect(error).toBeUndefined()
    else {
      const reason = error?.replace('msg handling error: could not execute local flow: ', '')
      expect(await messageOf(response)).toContain(`: ${reason} [`)
      expect(reason).toContain(expected)
    }
  })

  test('rejects messages with different signers, and accounts that do not exist', async () => {
    const lcd = recorded()
    expect(await simulate(lcd, [send(owner, '1'), send(other, '1')], '50').then(messageOf)).toContain(
      'expected 2, got 1',
    )
    expect(await simulate(lcd, [send(address('nobody'), '1')], '0').then(messageOf)).toContain('does not exist')
    const account = await lcd.fetch(`${lcd.url}/cosmos/auth/v1beta1/accounts/${address('nobody')}`)
    expect(account.status).toBe(404)
  })

  test.each<[string, object[]]>([
    ['a grant without an authorization', [{ '@type': '/cosmos.authz.v1beta1.MsgGrant', granter: owner, grant: null }]],
    [
      'a timeout that is text, after a payment',
      [
        send(owner, '5'),
        { '@type': '/ibc.applications.transfer.v1.MsgTransfer', sender: owner, timeout_timestamp: 'x' },
      ],
    ],
  ])('refuses %s and changes nothing', async (_, messages) => {
    const lcd = recorded()
    const before = structuredClone(lcd.accounts)
    const answer = await simulate(lcd, messages, '50')
    expect(answer.status).toBe(400)
    expect(await messageOf(answer)).toContain('proto: ')
    expect(lcd.accounts).toEqual(before)
  })

  test('an owner of flows has an account with a sequence', async () => {
    const lcd = createLcd({ flows: [{ owner: address('payer') }, { owner: address('payer') }] })
    lcd.accounts.balances[address('payer')] = [{ denom: 'uinto', amount: '5' }]
    expect((await simulate(lcd, [send(address('payer'), '5')], '2')).status).toBe(200)
  })
})

function simulate(lcd: ReturnType<typeof createLcd>, messages: object[], sequence: string): Promise<Response> {
  const tx = { body: { messages }, auth_info: { signer_infos: [{ sequence }] } }
  const headers = { 'content-type': 'application/json' }
  return lcd.fetch(`${lcd.url}/cosmos/tx/v1beta1/simulate`, { method: 'POST', headers, body: JSON.stringify({ tx }) })
}

async function messageOf(response: Response): Promise<string> {
  return (await response.json()).message
}

/** The gas of the checks before the messages depends on the size of the account. */
function withoutGas(body: string): string {
  return body.replace(/gas used: '\d+'/, "gas used: ''")
}

/** Returns a successful response without the events that only the staking module emits. */
function contentOf(body: string) {
  const { gas_info, result } = JSON.parse(body)
  const ofStaking = /^(withdraw_rewards|delegate|coin_spent|coin_received)$/
  const isStaking = result.msg_responses[0]['@type'].includes('staking')
  return {
    gas_info,
    ...result,
    events: result.events.filter(({ type }: { type: string }) => !isStaking || !ofStaking.test(type)),
  }
}
