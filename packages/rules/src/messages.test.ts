import { describe, expect, test } from 'vitest'
import { draftNamed, drafts, flowNamed, flows, isInterchain, read } from '../test/recordings.js'
import { coinsIn, messageName, messagesIn, type ResponseShape, rulesOf, signerField } from './messages.js'
import type { Message } from './types.js'

const named = (type: string) => ({ '@type': type })
const send = '/cosmos.bank.v1beta1.MsgSend'
const multiSend = '/cosmos.bank.v1beta1.MsgMultiSend'
const delegate = '/cosmos.staking.v1beta1.MsgDelegate'
const undelegate = '/cosmos.staking.v1beta1.MsgUndelegate'
const createValidator = '/cosmos.staking.v1beta1.MsgCreateValidator'
const withdrawReward = '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward'
const fundPool = '/cosmos.distribution.v1beta1.MsgFundCommunityPool'
const revoke = '/cosmos.authz.v1beta1.MsgRevoke'
const createVestingAccount = '/cosmos.vesting.v1beta1.MsgCreateVestingAccount'
const executeContract = '/cosmwasm.wasm.v1.MsgExecuteContract'
const submitFlow = '/intento.intent.v1.MsgSubmitFlow'

/** The recorded flows on this chain. */
const local = [
  ...flows.filter(({ flow }) => !isInterchain(flow)).map(({ name, flow, runs }) => ({ ...flow, name, runs })),
  ...drafts
    .filter(({ isAccepted, message }) => isAccepted && !message.connection_id && !message.trustless_agent)
    .map(({ name, message, runs }) => ({ ...message, owner: String(message.owner), name, runs })),
]

function errorsOf(name: string): string[] {
  const runs = name.includes('drafts') ? draftNamed(name).runs : flowNamed(name).runs
  return runs
    .flatMap(({ errors }) => errors)
    .map(error => error.replace('msg handling error: could not execute local flow: ', ''))
}

test('the gas differs between transactions by as much as between recorded dry runs', () => {
  const exchanges = read<{ request: { body?: string }; response: { body: string } }[]>('v1-forecast/simulate.json')
  const gasOf = (type: string) => {
    const found = exchanges.find(
      ({ request, response }) => request.body?.includes(`"${type}"`) && response.body.includes('gas_used":"'),
    )
    return Number(JSON.parse(found?.response.body ?? '').gas_info.gas_used)
  }
  const { gasInTransaction = 0 } = rulesOf(named(send))
  expect(gasOf(delegate) - gasOf(send)).toBe((rulesOf(named(delegate)).gasInTransaction ?? 0) - gasInTransaction)
  const submitted = draftNamed('v1-drafts good').gas
  expect(submitted - gasOf(send)).toBe((rulesOf(named(submitFlow)).gasInTransaction ?? 0) - gasInTransaction)
})

describe('response', () => {
  const responses = local.flatMap(({ runs }) => runs.flatMap(({ msgResponses }) => msgResponses))
  const types = [...new Set(responses.map(response => response['@type'].replace(/Response$/, '')))]

  test.each(types.filter(type => rulesOf(named(type)).response))('%s has the recorded coins', type => {
    for (const { '@type': _, ...response } of responses.filter(other => other['@type'] === `${type}Response`))
      expect(shapeOf(response)).toEqual(rulesOf(named(type)).response)
  })

  test('is recorded for 8 types', () => {
    expect(types.filter(type => rulesOf(named(type)).response)).toHaveLength(8)
    expect(types).toContain(undelegate)
    expect(types).toContain(withdrawReward)
  })
})

/** The coins of a response, by the name of their field in Go. */
function shapeOf(response: object): ResponseShape {
  const fields = Object.entries(response).flatMap(([name, value]) => {
    const shape = Array.isArray(value) ? 'coins' : typeof value === 'object' ? 'coin' : undefined
    return shape ? [[`${name[0]?.toUpperCase()}${name.slice(1)}`, shape]] : []
  })
  return Object.fromEntries(fields)
}

describe('once', () => {
  test.each([
    ['v1-truth 80', revoke, /^failed to delete grant.*: authorization not found$/s],
    ['v1-truth-2 68', createVestingAccount, /^account .*already exists/],
    ['v1-drafts-2 vest-new', createVestingAccount, /^account .*already exists/],
  ])('%s: the first run succeeds, and no other one', (name, type, error) => {
    const runs = name.includes('drafts') ? draftNamed(name).runs : flowNamed(name).runs
    expect(runs.map(({ errors }) => errors.length)).toEqual(runs.map((_, index) => Math.min(index, 1)))
    for (const text of errorsOf(name)) expect(text).toMatch(error)
    expect(rulesOf(named(type)).once).toMatch(error)
  })

  test('v1-drafts-2 feegrant-rev-fund: a grant undoes a revocation', () => {
    const { message, runs } = draftNamed('v1-drafts-2 feegrant-rev-fund')
    expect(message.msgs.map(messageName)).toEqual([rulesOf(named(revoke)).undoneBy, 'MsgRevoke'])
    expect(runs.map(({ errors }) => errors)).toEqual([[], [], [], []])
  })
})

describe('coins', () => {
  test.each([
    ['v1-truth 91', send, 'unlocked', /^spendable balance 100000uinto is smaller than 1000000uinto/],
    ['v1-drafts-2 vest-send', send, 'unlocked', /^spendable balance 1000000uinto is smaller than 2000000uinto/],
    ['v1-drafts-2 pool-fund-much', fundPool, 'unlocked', /^spendable balance 20000000uinto is smaller than/],
    ['v1-truth-2 5', delegate, 'all', /^failed to delegate; 1856400uinto is smaller than 6000000uinto/],
  ])('%s names the coins that a message spends', (name, type, spends, error) => {
    expect(errorsOf(name)[0]).toMatch(error)
    expect(rulesOf(named(type)).spends).toBe(spends)
  })

  test.each([
    ['v1-drafts-2 docs-conditional', send, undefined, ['0uinto: invalid coins']],
    ['v1-drafts-2 wasm-text', executeContract, 'none', []],
  ])('%s', (name, type, canLackCoins, expected) => {
    expect(rulesOf(named(type)).canLackCoins).toBe(canLackCoins)
    expect(errorsOf(name).filter(error => error.endsWith('invalid coins'))).toEqual(expected)
  })

  test('v1-drafts-2 funds-zero: a new flow can have fee funds of 0', () => {
    const { message, isAccepted } = draftNamed('v1-drafts-2 funds-zero')
    expect([message.fee_funds, isAccepted]).toEqual([[{ denom: 'uinto', amount: '0' }], true])
    expect(rulesOf(message).canLackCoins).toBe('zero')
  })

  test('v1-drafts funds-denom: fee funds must not be locked', () => {
    expect(draftNamed('v1-drafts funds-denom').said).toMatch('spendable balance 0ufoo is smaller than 5ufoo')
    expect(rulesOf(named(submitFlow)).spends).toBe('unlocked')
  })
})

describe('signers', () => {
  /** The part of an address that accounts and validators share. */
  const account = (address: unknown) => String(address).split('1').slice(1).join('1').slice(0, 32)

  test('the owner signs each message of the recorded flows', () => {
    const wrong = local.filter(({ owner, msgs }) =>
      msgs.some(message => account(message[signerField(message) ?? '']) !== account(owner)),
    )
    expect(wrong.map(({ name }) => name)).toEqual(['v1-outcomes 19', 'v1-forecast 19'])
    for (const { runs } of wrong)
      expect(runs[0]?.errors[0]).toMatch("owner doesn't have permission to send this message")
    expect(local.length).toBeGreaterThan(200)
  })

  test.each([
    ['v1-drafts multisend', multiSend, { hasNoSigner: true }, 'failed to get message signers'],
    ['v1-drafts validator', createValidator, { isSignedByValidator: true }, 'failed to parse owner address'],
  ])('%s: the chain refuses the flow', (name, type, rule, said) => {
    const { message, isAccepted, said: error } = draftNamed(name)
    expect([message.msgs[0]?.['@type'], isAccepted]).toEqual([type, false])
    expect(error).toMatch(said)
    expect(rulesOf(named(type))).toMatchObject(rule)
  })
})

describe('not decided by a recording', () => {
  // `GrantAllowance` and `RevokeAllowance` in x/feegrant/keeper of the Cosmos SDK.
  test.each([
    ['MsgGrantAllowance', 'fee allowance already exists', 'MsgRevokeAllowance'],
    ['MsgRevokeAllowance', 'fee-grant not found', 'MsgGrantAllowance'],
  ])('%s fails if it is repeated', (name, once, undoneBy) => {
    expect(rulesOf(named(`/cosmos.feegrant.v1beta1.${name}`))).toMatchObject({ once, undoneBy })
  })

  test('the signer of a type without rules', () => {
    const message = { ...named('/osmosis.lockup.MsgLockTokens'), sender: 'osmo1' }
    expect([rulesOf(message), signerField(message), signerField(named('/x.Msg'))]).toEqual([{}, 'sender', undefined])
  })

  test('coins whose amount a feedback loop sets, and messages without a type', () => {
    const coin = { denom: 'uinto', amount: '1' }
    expect([coinsIn(coin), coinsIn([coin]), coinsIn([{ denom: 'uinto' }])]).toEqual([[coin], [coin], null])
    expect(coinsIn({ denom: 'uinto', amount: '+0100' })).toEqual([{ denom: 'uinto', amount: '100' }])
    expect(coinsIn({ denom: 'uinto', amount: '9'.repeat(90) })).toEqual([{ denom: 'uinto', amount: '9'.repeat(90) }])
    const message: Message = { ...named('/cosmos.authz.v1beta1.MsgExec'), msgs: [named(send), {}] }
    expect(messagesIn(message)).toEqual([named(send)])
  })
})
