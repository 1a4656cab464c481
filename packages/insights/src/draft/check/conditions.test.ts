import { address, createClock, createLcd } from '@flow-query/testing'
import { describe, expect, test } from 'vitest'
import { clientOf } from '../../../../core/test/client.js'
import { checkFlow, type DraftFacts, type FlowCheck, parseDraft, readDraftFacts } from '../index.js'

const owner = address('owner')
const agentAddress = address('agent')
const connectionId = 'connection-0'
const uinto = (amount: number) => ({ denom: 'uinto', amount: String(amount) })

const agent = {
  agentAddress,
  icaConfig: { portId: `icacontroller-${agentAddress}`, connectionId },
  feeConfig: { feeAdmin: agentAddress, feeCoinsSupported: [uinto(250)] },
}
const channel = {
  channelId: 'channel-0',
  portId: `icacontroller-${agentAddress}`,
  state: 'STATE_OPEN',
  ordering: 'ORDER_UNORDERED',
  address: address('agent', 'cosmos'),
}

async function check(input: object, known: Partial<DraftFacts> = {}): Promise<FlowCheck> {
  const lcd = createLcd({ clock: createClock('2026-11-24T12:00:00Z').now })
  lcd.deposit(owner, uinto(1_000_000_000))
  lcd.accounts.delegations[owner] = { [address('validator', 'intovaloper')]: '1000000' }
  const draft = parseDraft(input, { owner })
  const facts = await readDraftFacts(clientOf(lcd, { retries: 0 }), draft)
  const agents = { [agentAddress]: agent }
  const channels = { [`${connectionId}/${agentAddress}`]: channel }
  return checkFlow(draft, { ...facts, agents, channels, ...known }, facts.time)
}

const withdraw = '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward'
const stake = '/cosmos.staking.v1beta1.MsgDelegate'

/** Returns the messages of the portal's template, which claims rewards and stakes them. */
function messagesFor(prefix: string, denom: string): [claim: object, delegate: object] {
  const staker = {
    delegatorAddress: address('owner', prefix),
    validatorAddress: address('validator', `${prefix}valoper`),
  }
  return [
    { typeUrl: withdraw, value: staker },
    { typeUrl: stake, value: { ...staker, amount: { denom, amount: '1' } } },
  ]
}

function exec(...msgs: object[]) {
  return { typeUrl: '/cosmos.authz.v1beta1.MsgExec', value: { grantee: 'ICA_ADDR', msgs } }
}

const overOne = {
  responseIndex: 0,
  responseKey: 'Amount.[-1]',
  valueType: 'sdk.Coin',
  operator: 4,
  operand: '1000000uatom',
}
const loop = { responseIndex: 0, responseKey: 'Amount.[-1]', valueType: 'sdk.Coin', msgsIndex: 1, msgKey: 'Amount' }
const autocompound = {
  label: 'Autocompound if rewards > 1 ATOM',
  duration: 86_400_000,
  interval: 3_600_000,
  configuration: { saveResponses: true, walletFallback: true },
}

/** Returns the FlowInput of the template for Cosmos Hub, where a trustless agent executes the messages. */
function onCosmosHub(comparisons: object[], others: { feedbackLoops?: object[]; useAndForComparisons?: boolean } = {}) {
  return {
    ...autocompound,
    msgs: messagesFor('cosmos', 'uatom').map(message => JSON.stringify(exec(message))),
    conditions: { feedbackLoops: [loop], comparisons, ...others },
    trustlessAgent: { agentAddress, feeLimit: uinto(250) },
  }
}

function onIntento(comparisons: object[], feedbackLoops: object[] = [], msgs: object[] = messagesFor('into', 'uinto')) {
  return {
    ...autocompound,
    msgs: msgs.map(message => JSON.stringify(message)),
    conditions: { feedbackLoops, comparisons },
  }
}

describe('a comparison whose response may have any denom, amount and length is not said to fail', () => {
  test.each([
    ['the last coin', [overOne], {}],
    ['no feedback loop', [overOne], { feedbackLoops: [] }],
    ['the first coin', [{ ...overOne, responseKey: 'Amount.[0]' }], {}],
    ['the third coin', [{ ...overOne, responseKey: 'Amount.[2]', operand: '1.5ibc/27394FB0' }], {}],
    [
      'the amount of a coin',
      [{ ...overOne, responseKey: 'Amount.[1].Amount', valueType: 'math.Int', operand: '1' }],
      {},
    ],
    [
      'the denom of a coin',
      [{ ...overOne, responseKey: 'Amount.[1].Denom', valueType: 'string', operator: 0, operand: 'uatom' }],
      {},
    ],
    [
      'all coins',
      [{ ...overOne, responseKey: 'Amount', valueType: 'sdk.Coins', operator: 1, operand: '5uatom, 7uosmo' }],
      {},
    ],
    ['the first of all coins', [{ ...overOne, responseKey: 'Amount' }], {}],
    ['itself', [{ ...overOne, operand: 'sdk.Coin' }], {}],
    ['a difference', [{ ...overOne, differenceMode: true }], {}],
    ['two differences', [{ ...overOne, differenceMode: true, operand: 'delta' }], {}],
    ['two values', [overOne, { ...overOne, operator: 3, operand: '9uosmo' }], { useAndForComparisons: true }],
    ['one of two values', [overOne, { ...overOne, responseKey: 'Nothing' }], {}],
  ])('%s', async (_, comparisons, others) => {
    const { verdict, problems, runs } = await check(onCosmosHub(comparisons, others))
    expect(problems).toEqual([])
    expect(verdict).toBe('unknown')
    expect(runs.map(({ outcome }) => outcome)).not.toContain('failed')
  })

  test('in a message of the command line', async () => {
    const [validator, staker] = [address('validator', 'cosmosvaloper'), address('owner', 'cosmos')]
    const message = (type: string, fields: object = {}) => ({
      '@type': '/cosmos.authz.v1beta1.MsgExec',
      grantee: 'ICA_ADDR',
      msgs: [{ '@type': type, delegator_address: staker, validator_address: validator, ...fields }],
    })
    const read = { response_index: 0, response_key: 'Amount.[0]', value_type: 'sdk.Coin' }
    const submit = {
      '@type': '/intento.intent.v1.MsgSubmitFlow',
      owner,
      label: 'Conditional Autocompound',
      msgs: [message(withdraw), message(stake, { amount: { denom: 'uatom', amount: '10' } })],
      duration: '7200s',
      interval: '3600s',
      start_at: '0',
      configuration: { save_responses: true, wallet_fallback: true },
      conditions: {
        feedback_loops: [{ ...read, msgs_index: 1, msg_key: 'Amount' }],
        comparisons: [{ ...read, operand: '1uatom', operator: 4 }],
      },
      trustless_agent: { agent_address: agentAddress, fee_limit: [uinto(250)] },
    }
    expect(await check(submit)).toMatchObject({ verdict: 'unknown', problems: [] })
  })

  test('on Intento', async () => {
    const { verdict, problems } = await check(onIntento([{ ...overOne, operand: '1000000uinto' }]))
    expect(problems).toEqual([])
    expect(verdict).toBe('unknown')
    const inWholeCoins = await check(onIntento([{ ...overOne, operand: '1.5INTO' }]))
    expect(inWholeCoins.problems).toEqual([])
  })

  test('if the responses of two packed messages can be in any order', async () => {
    const [claim, delegate] = messagesFor('cosmos', 'uatom')
    const packed = [exec(claim, delegate), exec(claim)].map(message => JSON.stringify(message))
    const comparison = { ...overOne, responseIndex: 1 }
    const input = { ...onCosmosHub([comparison], { feedbackLoops: [] }), msgs: packed }
    expect(await check(input)).toMatchObject({ verdict: 'unknown', problems: [] })
  })
})

describe('a comparison fails', () => {
  const fails = { kind: 'conditionFails', path: 'conditions.comparisons[0]', effect: 'everyRunFails' }

  test.each([
    ['the response has no such field', { responseKey: 'Nothing' }],
    ['the name of a field is not the one of the chain', { responseKey: 'amount.[0]' }],
    ['a list is read without brackets around the index', { responseKey: 'Amount.0' }],
    ['a list is read without a dot before the index', { responseKey: 'Amount[0]' }],
    ['a coin has no such field', { responseKey: 'Amount.[0].Value' }],
    ['an amount is read like a list', { responseKey: 'Amount.[0].Amount.[0]' }],
    ['a coin is not a number', { valueType: 'math.Int', operand: '1' }],
    ['an amount is not a text', { responseKey: 'Amount.[0].Amount', valueType: 'string', operand: '1' }],
    ['a denom is not a number', { responseKey: 'Amount.[0].Denom', valueType: 'math.Int', operand: '1' }],
    ['coins are not texts', { responseKey: 'Amount', valueType: '[]string', operator: 1 }],
    ['the chain does not know the type', { responseKey: 'Amount.[0].Amount', valueType: 'sdk.Int', operand: '1' }],
    ['the operand is not a coin', { operand: '1000000' }],
    [
      'the operand is no list of coins',
      { responseKey: 'Amount', valueType: 'sdk.Coins', operator: 0, operand: 'uatom' },
    ],
    ['the operand is not a number', { responseKey: 'Amount.[0].Amount', valueType: 'math.Int', operand: 'abc' }],
    ['a list of coins is not ordered', { responseKey: 'Amount', valueType: 'sdk.Coins' }],
    ['texts are not ordered', { responseKey: 'Amount.[0].Denom', valueType: 'string', operand: 'uatom' }],
    [
      'a text has no difference',
      { responseKey: 'Amount.[0].Denom', valueType: 'string', operator: 0, differenceMode: true },
    ],
    ['the response to the second message has no fields', { responseIndex: 1 }],
  ])('because %s', async (_, changes) => {
    const comparison = { ...overOne, ...changes }
    const { verdict, problems } = await check(onCosmosHub([comparison], { feedbackLoops: [] }))
    expect(problems).toMatchObject([fails])
    expect(verdict).toBe('willFail')
  })

  test('on Intento, where the response to a MsgExec contains no readable field', async () => {
    const message = {
      typeUrl: '/cosmos.authz.v1beta1.MsgExec',
      value: { grantee: owner, msgs: messagesFor('into', 'uinto') },
    }
    expect((await check(onIntento([overOne], [], [message]))).problems).toMatchObject([fails])
  })

  test('on Intento, where a transfer has no response', async () => {
    const [claim] = messagesFor('into', 'uinto')
    const token = uinto(5)
    const route = {
      sourcePort: 'transfer',
      sourceChannel: 'channel-0',
      receiver: address('owner', 'cosmos'),
      timeoutTimestamp: '2526374086000000000',
    }
    const transfer = { typeUrl: '/ibc.applications.transfer.v1.MsgTransfer', value: { sender: owner, token, ...route } }
    const second = { ...overOne, responseIndex: 1 }
    expect((await check(onIntento([second], [], [transfer, claim]))).problems).toMatchObject([fails])
  })

  test('because the chain knows no such type for a message with an unknown response', async () => {
    const message = {
      typeUrl: '/elys.estaking.MsgWithdrawElysStakingRewards',
      value: { delegatorAddress: address('owner', 'cosmos') },
    }
    const compared = { ...overOne, responseKey: 'Amount.[0].Amount', operand: '1' }
    const withType = (valueType: string) => ({
      ...onCosmosHub([{ ...compared, valueType }], { feedbackLoops: [] }),
      msgs: [JSON.stringify(exec(message))],
    })
    // The in-memory node doesn't know this message.
    const known = { nodeAnswer: undefined }
    expect((await check(withType('sdk.Int'), known)).problems).toMatchObject([fails])
    expect((await check(withType('math.Int'), known)).problems).toEqual([])
  })
})

describe('a feedback loop from a response that does not exist yet', () => {
  const [claim, delegate] = messagesFor('into', 'uinto')
  const msgs = [claim, delegate, delegate]
  const checkLoop = (changes: object) => check(onIntento([], [{ ...loop, ...changes }], msgs))

  test.each([
    ['the last coin', {}],
    ['the second coin', { responseKey: 'Amount.[1]' }],
    [
      'the amount of the second coin',
      { responseKey: 'Amount.[1].Amount', valueType: 'math.Int', msgKey: 'Amount.Amount' },
    ],
  ])('is not said to fail: %s', async (_, changes) => {
    const { problems, runs } = await checkLoop(changes)
    expect(problems).toEqual([])
    expect(runs.map(({ outcome }) => outcome)).not.toContain('failed')
  })

  test.each([
    ['the response has no such field', { responseKey: 'amount.[0]' }],
    ['a coin is not a text', { valueType: 'string' }],
    ['coins have no difference', { responseKey: 'Amount', valueType: 'sdk.Coins', differenceMode: true }],
  ])('fails because %s', async (_, changes) => {
    const { problems } = await checkLoop(changes)
    expect(problems).toMatchObject([{ kind: 'conditionFails', path: 'conditions.feedbackLoops[0]' }])
  })
})

describe('a feedback loop on another chain', () => {
  const onHub = (changes: object) => check(onCosmosHub([], { feedbackLoops: [{ ...loop, ...changes }] }))
  const amount = { responseKey: 'Amount.[1].Amount', valueType: 'math.Int', msgKey: 'Amount.Amount' }

  test.each([
    ['the last coin', {}],
    ['the amount of the second coin', amount],
    ['a response that comes later', { responseIndex: 1, responseKey: 'Nothing' }],
  ])('is not said to fail: %s', async (_, changes) => {
    expect(await onHub(changes)).toMatchObject({ verdict: 'unknown', problems: [] })
  })

  test.each([
    ['the response has no such field', { responseKey: 'amount.[0]' }],
    ['the chain does not know the type', { ...amount, valueType: 'sdk.Int' }],
    ['the message has no such field', { msgKey: 'amount.[0]' }],
    ['the field is a coin', { ...amount, msgKey: 'Amount' }],
    ['the field is not a list', { responseKey: 'Amount', valueType: 'sdk.Coins' }],
  ])('fails because %s', async (_, changes) => {
    const { verdict, problems, runs } = await onHub(changes)
    const path = 'conditions.feedbackLoops[0]'
    expect(problems).toEqual([{ kind: 'conditionFails', path, effect: 'everyRunFails', run: 1 }])
    expect([verdict, runs[0]?.outcome]).toEqual(['willFail', 'failed'])
  })

  test('is named together with a comparison that fails after it', async () => {
    const input = onCosmosHub([{ ...overOne, valueType: 'sdk.Int' }], {
      feedbackLoops: [{ ...loop, valueType: 'sdk.Int' }],
    })
    expect((await check(input)).problems).toMatchObject([
      { kind: 'conditionFails', path: 'conditions.comparisons[0]', run: 2 },
      { kind: 'conditionFails', path: 'conditions.feedbackLoops[0]', run: 1 },
    ])
  })
})

describe('messages of other modules on another chain', () => {
  const sender = address('owner', 'cosmos')
  const values: { [type: string]: object | undefined } = {
    '/elys.estaking.MsgWithdrawElysStakingRewards': { delegatorAddress: sender },
    '/ibc.applications.transfer.v1.MsgTransfer': { sender, timeoutTimestamp: '2526374086000000000' },
  }
  const checkWith = (typeUrl: string, changes: object) =>
    check({
      ...onCosmosHub([{ ...overOne, ...changes }], { feedbackLoops: [] }),
      msgs: [JSON.stringify(exec({ typeUrl, value: values[typeUrl] ?? { sender } }))],
    })
  const int = { valueType: 'math.Int', operand: '5' }

  test.each([
    ['/osmosis.gamm.v1beta1.MsgSwapExactAmountIn', { ...int, responseKey: 'TokenOutAmount' }],
    ['/osmosis.gamm.v1beta1.MsgExitPool', { responseKey: 'TokenOut.[-1]' }],
    ['/elys.estaking.MsgWithdrawElysStakingRewards', { ...int, responseKey: 'Amount.[1].Amount' }],
    ['/elys.amm.MsgSwapByDenom', { responseKey: 'Recipient', valueType: 'string', operator: 7, operand: 'elys1' }],
    ['/elys.amm.MsgFeedMultipleExternalLiquidity', { responseKey: 'Unknown' }],
  ])('%s has a response with the field', async (type, changes) => {
    expect((await checkWith(type, changes)).problems).toEqual([])
  })

  test.each([
    ['/osmosis.gamm.v1beta1.MsgSwapExactAmountIn', { responseKey: 'Amount.[0]' }],
    ['/osmosis.gamm.v1beta1.MsgExitPool', { responseKey: 'TokenOut' }],
    ['/elys.amm.MsgSwapExactAmountIn', { responseKey: 'SwapFee', valueType: 'math.Dec', operand: '0.1' }],
    ['/cosmwasm.wasm.v1.MsgExecuteContract', { responseKey: 'Data', valueType: 'string', operator: 1 }],
    ['/ibc.applications.transfer.v1.MsgTransfer', { ...int, responseKey: 'Sequence' }],
  ])('%s has a response without a field that the chain can read', async (type, changes) => {
    const { problems } = await checkWith(type, changes)
    expect(problems).toContainEqual(expect.objectContaining({ kind: 'conditionFails', run: 2 }))
  })
})

describe('a comparison with a query', () => {
  const price = 'osmosistwapv1beta1.TwapRecord.P0LastSpotPrice'
  const icqConfig = {
    connectionId: 'connection-1',
    chainId: 'osmosis-1',
    timeoutPolicy: 2,
    timeoutDuration: '60s',
    queryType: 'store/twap/key',
    queryKey: 'AhRz',
  }
  const below = { responseIndex: 0, responseKey: '', operator: 3, operand: '0.01', valueType: price, icqConfig }
  const checkQuery = (changes: object, configuration: object = {}) => {
    const input = onCosmosHub([{ ...below, ...changes }], { feedbackLoops: [] })
    return check({ ...input, configuration: { ...input.configuration, ...configuration } })
  }

  test.each([
    ['a price', {}],
    ['a price that is compared with another price', { operand: 'osmosistwapv1beta1.TwapRecord.P1LastSpotPrice' }],
    ['a balance', { valueType: 'math.Int', operand: '5' }],
    ['a value in JSON', { valueType: 'math.Int', operand: '5', responseKey: 'balance' }],
    ['a text', { valueType: 'string', operator: 1, operand: 'any' }],
  ])('is not said to fail: %s', async (_, changes) => {
    expect(await checkQuery(changes)).toMatchObject({ verdict: 'unknown', problems: [] })
  })

  test.each([
    ['the operand has a denom', { valueType: 'math.Int', operand: '200000uatom' }],
    ['the operand is not a number', { operand: 'five' }],
    ['the record has no such price', { valueType: 'osmosistwapv1beta1.TwapRecord.LastErrorTime' }],
    ['the chain does not know the type', { valueType: 'sdk.Int', operand: '5' }],
    ['texts are not ordered', { valueType: 'string' }],
    ['an acceleration needs two runs that succeeded', { differenceMode: true, operand: 'delta' }],
  ])('fails because %s', async (_, changes) => {
    const { verdict, problems } = await checkQuery(changes)
    expect(problems).toMatchObject([{ kind: 'conditionFails', effect: 'everyRunFails', run: 1 }])
    expect(verdict).toBe('willFail')
  })

  test('for a difference, only fails in the first run if the flow saves answers', async () => {
    const saved = await checkQuery({ differenceMode: true })
    expect(saved.problems).toMatchObject([{ kind: 'conditionFails', effect: 'stops', run: 1 }])
    expect(saved.runs.slice(0, 2).map(({ outcome }) => outcome)).toEqual(['failed', 'unknown'])
    const unsaved = await checkQuery({ differenceMode: true }, { saveResponses: false })
    expect(unsaved.problems).toMatchObject([{ kind: 'conditionFails', effect: 'everyRunFails', run: 1 }])
  })
})
