import { type AnyMessage, type Coin, executionOutcome, type Flow, v1, v1beta1 } from '@flow-query/core'
import { address, createClock, createLcd, type Lcd } from '@flow-query/testing'
import { describe, expect, test } from 'vitest'
import { clientOf } from '../../../core/test/client.js'
import {
  checkFlow,
  type DraftProblem,
  draftMessage,
  type FlowCheck,
  type FlowDraft,
  parseDraft,
  readDraftFacts,
} from './index.js'

const owner = address('owner')
const friend = address('friend')
const ended = '2026-11-24T11:00:00Z'
const start = Date.parse('2026-11-24T12:00:00Z')
const uinto = (amount: number | string): Coin => ({ denom: 'uinto', amount: String(amount) })

const pay = (changes: object = {}): AnyMessage => ({
  '@type': '/cosmos.bank.v1beta1.MsgSend',
  from_address: owner,
  to_address: friend,
  amount: [uinto(5)],
  ...changes,
})
const exec = (changes: object = {}): AnyMessage => ({
  '@type': '/cosmos.authz.v1beta1.MsgExec',
  grantee: owner,
  msgs: [pay()],
  ...changes,
})
const good = {
  '@type': '/intento.intent.v1.MsgSubmitFlow',
  owner,
  label: 'Rent',
  msgs: [pay()],
  duration: '3600s',
  interval: '600s',
  start_at: '0',
  configuration: { save_responses: true, wallet_fallback: true },
}
const transfer = (timeout: number): AnyMessage => ({
  '@type': '/ibc.applications.transfer.v1.MsgTransfer',
  source_port: 'transfer',
  source_channel: 'channel-0',
  token: uinto(5),
  sender: owner,
  receiver: address('friend', 'cosmos'),
  timeout_timestamp: `${timeout}000000`,
})
const untimed: AnyMessage = { ...transfer(0), timeout_timestamp: '0' }
const revoke = (grantee: string): AnyMessage => ({
  '@type': '/cosmos.authz.v1beta1.MsgRevoke',
  granter: owner,
  grantee,
  msg_type_url: '/cosmos.bank.v1beta1.MsgSend',
})
const validator = address('validator', 'intovaloper')
const undelegate = (amount: Coin): AnyMessage => ({
  '@type': '/cosmos.staking.v1beta1.MsgUndelegate',
  delegator_address: owner,
  validator_address: validator,
  amount,
})
const noFallback = { configuration: { save_responses: true, wallet_fallback: false } }
const comparison = { response_key: 'Amount.[0].Amount', value_type: 'math.Int', operator: 'LARGER_THAN', operand: '1' }
const loop = { response_key: 'Amount.[0]', msgs_index: 1, msg_key: 'Amount.[0]', value_type: 'sdk.Coin' }
const compare = (...comparisons: object[]) => ({ conditions: { comparisons } })
const feedBack = (...feedback_loops: object[]) => ({ conditions: { feedback_loops } })
const query = {
  connection_id: 'connection-0',
  chain_id: 'host-1',
  query_key: 'AiBe',
  timeout_duration: '30s',
  timeout_policy: 2,
}

/** A node where the owner has 1,000 INTO. Flow 1 succeeds, flow 2 has ended after a failure. */
function node(): Lcd {
  const lcd = createLcd({ clock: createClock(start).now })
  lcd.addFlow({ owner: address('other') }, [{}])
  lcd.addFlow({ owner: address('other'), execTime: ended, endTime: ended }, [
    { executed: false, errors: ['it failed'] },
  ])
  for (const account of [owner, friend]) lcd.deposit(account, uinto(1_000_000_000))
  const authorization = { '@type': '/cosmos.authz.v1beta1.GenericAuthorization', msg: '/cosmos.bank.v1beta1.MsgSend' }
  lcd.accounts.delegations[owner] = { [validator]: '100' }
  lcd.accounts.grants.push({ granter: owner, grantee: friend, authorization, expiration: null })
  return lcd
}

async function check(changes: object, lcd = node(), known = {}): Promise<FlowCheck> {
  const draft = draftOf(changes)
  const facts = await readDraftFacts(clientOf(lcd, { retries: 0 }), draft)
  return checkFlow(draft, { ...facts, ...known }, facts.time)
}

function draftOf(changes: object): FlowDraft {
  return parseDraft({ ...good, ...changes })
}

const kindsOf = ({ problems }: { problems: DraftProblem[] }) => problems.map(({ kind, path }) => `${kind} ${path}`)

test.each<[string, object, string[]]>([
  ['a transfer without a timeout', { msgs: [pay(), untimed] }, ['dryRunFails msgs[1]']],
  ['a transfer with a timeout in seconds', { msgs: [transfer(1)] }, ['dryRunFails msgs[0]']],
  [
    'a second payment that is too high',
    { msgs: [pay(), pay({ amount: [uinto(2_000_000_000)] })] },
    ['messageFunds msgs[1].amount'],
  ],
])('every run of %s fails', async (_, changes, problems) => {
  const result = await check(changes)
  expect([result.verdict, kindsOf(result)]).toEqual(['willFail', problems])
})

test.each<[string, AnyMessage, string[]]>([
  ['a transfer without a timeout', untimed, ['messageFails msgs[1]']],
  ['a transfer with a timeout in the past', transfer(start - 1_000), ['messageFails msgs[1]']],
])('%s is reported without any answer of a node', async (_, message, problems) => {
  const known = { dryRun: undefined, balances: {}, nodeAnswer: undefined }
  const send = (sender: string) => [pay({ from_address: sender }), { ...message, sender }]
  expect(kindsOf(await check({ msgs: send(owner) }, node(), known))).toEqual(problems)
  const there = { msgs: send('ICA_ADDR'), connection_id: 'connection-0' }
  expect(kindsOf(await check(there, node(), { ...known, channels: {} }))).toEqual(problems)
})

test('a payment that needs locked coins fails in every run', async () => {
  const lcd = node()
  const poor = { spendableBalances: { [owner]: [uinto(1_000_000)] }, balances: { [owner]: [uinto(20_000_000)] } }
  const result = await check({ msgs: [pay({ amount: [uinto(2_000_000)] })] }, lcd, { ...poor, dryRun: undefined })
  expect([result.verdict, kindsOf(result)]).toEqual(['willFail', ['messageFunds msgs[0].amount']])
})

test('amounts are those before the run', async () => {
  const payments = [pay({ amount: [uinto(600_000_000)] }), pay({ amount: [uinto(600_000_000)] })]
  const { problems } = await check({ msgs: payments })
  expect(problems).toMatchObject([{ held: uinto(1_000_000_000), needed: uinto(1_200_000_000) }])
})

describe('an operand that does not fit its type is reported although the answer to a query is unknown', () => {
  const price = { response_key: '', value_type: 'math.Dec', operator: 'LARGER_THAN', operand: '1.5', icq_config: query }
  const fails = (index: number, effect: string, run = 1) => [
    { kind: 'conditionFails', path: `conditions.comparisons[${index}]`, effect, run },
  ]
  test.each<[string, object, object[]]>([
    [
      'a coin instead of an integer',
      compare({ ...price, value_type: 'math.Int', operand: '200000uatom' }),
      fails(0, 'everyRunFails'),
    ],
    [
      'a text instead of a coin',
      compare({ ...price, value_type: 'sdk.Coin', operand: 'abc' }),
      fails(0, 'everyRunFails'),
    ],
    ['the order of texts', compare({ ...price, value_type: 'string' }), fails(0, 'everyRunFails')],
    [
      'a price',
      compare({ ...price, value_type: 'osmosistwapv1beta1.TwapRecord', operand: 'cheap' }),
      fails(0, 'everyRunFails'),
    ],
    ['one of two comparisons', compare(price, { ...price, operand: 'abc' }), fails(1, 'stops')],
    ['a decimal', compare(price), []],
    ['a price as a decimal', compare({ ...price, value_type: 'osmosistwapv1beta1.TwapRecord.P0LastSpotPrice' }), []],
    ['an object', compare({ ...price, value_type: 'json', operand: 'abc' }), fails(0, 'everyRunFails')],
  ])('%s', async (_, changes, expected) => {
    const { problems } = await check(changes)
    expect(problems.filter(({ kind }) => kind === 'conditionFails')).toMatchObject(expected)
  })
})

test('a payment that works is good', async () => {
  const { verdict, problems, cost, runs } = await check({})
  expect(verdict).toBe('good')
  expect(problems).toEqual([])
  expect(cost).toMatchObject({ scheduled: 6, run: { likely: uinto(19_200) }, check: uinto(50_000), isReturned: true })
  expect(runs).toHaveLength(6)
})

test('an amount with a plus sign is the same amount', async () => {
  const pays = (amount: string) => check({ msgs: [pay({ amount: [{ denom: 'uinto', amount }] })] })
  const [plain, signed] = [await pays('9000000000000'), await pays('+9000000000000')]
  expect(plain.verdict).toBe('willFail')
  expect([signed.verdict, kindsOf(signed)]).toEqual([plain.verdict, kindsOf(plain)])
})

test('withdrawals are good if enough is delegated for all of them', async () => {
  expect((await check({ msgs: [undelegate(uinto(16))] })).verdict).toBe('good')
  const { verdict, runs } = await check({ msgs: [undelegate(uinto(17))] })
  expect(verdict).toBe('atRisk')
  expect(runs.map(({ outcome }) => outcome)).toEqual([...Array(5).fill('succeeded'), 'failed'])
})

test('later withdrawals are unknown if the node does not return delegations', async () => {
  const draft = { msgs: [undelegate(uinto(16))] }
  expect((await check(draft, node(), { delegations: {} })).verdict).toBe('unknown')
})

const otherValidator = address('other', 'intovaloper')

test.each([
  ['gov.v1.MsgVote', { voter: owner }],
  ['gov.v1.MsgDeposit', { depositor: owner, amount: [uinto(1)] }],
  [
    'staking.v1beta1.MsgBeginRedelegate',
    {
      delegator_address: owner,
      validator_src_address: validator,
      validator_dst_address: otherValidator,
      amount: uinto(1),
    },
  ],
  [
    'staking.v1beta1.MsgCancelUnbondingDelegation',
    { delegator_address: owner, validator_address: validator, amount: uinto(1) },
  ],
])('only the first run with a %s is known, because a period or entry ends', async (name, fields) => {
  const message = { '@type': `/cosmos.${name}`, ...fields }
  const { verdict, runs, assumptions } = await check({ msgs: [message], duration: '1800s' })
  expect(verdict).toBe('unknown')
  expect(runs.map(({ outcome }) => outcome)).toEqual(['succeeded', 'unknown', 'unknown'])
  expect(assumptions).toContain('factsMissing')
  expect((await check({ msgs: [message], interval: '3600s' })).verdict).toBe('good')
})

test('a MsgCreateValidator fails since release 1.0.9', async () => {
  const create = {
    '@type': '/cosmos.staking.v1beta1.MsgCreateValidator',
    delegator_address: owner,
    validator_address: address('owner', 'intovaloper'),
  }
  expect(await check({ msgs: [create] })).toMatchObject({
    verdict: 'willFail',
    problems: [{ kind: 'unsupportedMessage', path: 'msgs[0]', effect: 'everyRunFails' }],
  })
  expect((await check({ msgs: [create] }, node(), { release: '1.0.7' })).problems).toEqual([])
})

test.each([{ version: 'v1beta1' }, { release: '1.0.4' }] as const)(
  'a check has no result on a node with %j',
  async options => {
    const lcd = createLcd({ ...options, clock: createClock(start).now })
    const draft = draftOf({ msgs: [pay({ from_address: friend })] })
    const facts = await readDraftFacts(clientOf(lcd, { versions: [v1, v1beta1] }), draft)
    expect(checkFlow(draft, facts, facts.time)).toEqual({
      verdict: 'unknown',
      problems: [],
      cost: null,
      runs: [],
      stop: null,
      assumptions: ['releaseNotSupported'],
    })
  },
)

test('a flow that starts at a fixed time can only be submitted before that time', async () => {
  const msgs = [{ ...good, start_at: String(start / 1_000 + 900) }]
  const { verdict, problems, runs } = await check({ msgs })
  expect(verdict).toBe('willFail')
  expect(problems).toEqual([
    {
      kind: 'messageFails',
      path: 'msgs[0]',
      effect: 'everyRunFails',
      run: 2,
      message: 'custom start time must be at least a minute into the future',
    },
  ])
  expect(runs.slice(0, 2).map(({ outcome }) => outcome)).toEqual(['succeeded', 'failed'])
})

test('if each run submits another flow, the account needs its fee funds for all runs', async () => {
  const { problems } = await check({ msgs: [{ ...good, fee_funds: [uinto(400_000_000)] }] })
  expect(problems).toMatchObject([{ kind: 'messageFunds', path: 'msgs[0].fee_funds', effect: 'stops', run: 3 }])
})

const later = String(BigInt(start) / 1_000n + 3_600n)

describe('refuses', () => {
  test.each<[string, object, string]>([
    [
      'an invalid proposer',
      { msgs: [{ '@type': '/cosmos.gov.v1.MsgSubmitProposal', proposer: 'into1....', messages: [] }] },
      'invalidAddress msgs[0].proposer',
    ],
    ['an owner of another chain', { owner: address('a', 'cosmos') }, 'otherChainAddress owner'],
    ['an owner with a typo', { owner: `${owner.slice(0, -1)}x` }, 'invalidAddress owner'],
    ['a label of 51 bytes', { label: 'x'.repeat(51) }, 'labelTooLong label'],
    ['ten messages', { msgs: Array(10).fill(pay()) }, 'tooManyMessages msgs'],
    ['a duration without a unit', { duration: '3600' }, 'invalidDuration duration'],
    ['an interval in days', { interval: '1d' }, 'invalidDuration interval'],
    ['a long duration', { duration: '94867201s' }, 'durationTooLong duration'],
    ['a short interval', { interval: '4s' }, 'intervalTooShort interval'],
    ['a negative interval', { interval: '-60s' }, 'intervalTooShort interval'],
    ['an interval without a duration', { duration: '0s' }, 'intervalTooLong interval'],
    ['a start in 59 seconds', { start_at: String(start / 1_000 + 59) }, 'startTooSoon startAt'],
    ['a start in the past', { start_at: '5' }, 'startTooSoon startAt'],
    ['a delay of 14 days that was read as a time', { start_at: '1209600' }, 'startBefore2001 startAt'],
    ['a time in seconds that was read as milliseconds', { start_at: '1795495' }, 'startBefore2001 startAt'],
    ['a start in many years', { start_at: '2795495196' }, 'startTooLate startAt'],
    ['a start without an interval', { start_at: later, interval: '0s' }, 'startWithoutInterval interval'],
    ['a message of another account', { msgs: [pay({ from_address: friend })] }, 'wrongSigner msgs[0].from_address'],
    [
      'a placeholder in a message on this chain',
      { msgs: [pay({ from_address: 'ICA_ADDR' })] },
      'invalidAddress msgs[0].from_address',
    ],
    ['a message without a signer', { msgs: [pay({ from_address: '' })] }, 'invalidAddress msgs[0].from_address'],
    [
      'such a message in a MsgExec',
      { msgs: [exec({ msgs: [pay({ from_address: friend })] })] },
      'wrongSigner msgs[0].msgs[0].from_address',
    ],
    ['an amount that is no integer', { msgs: [pay({ amount: [uinto('1.5')] })] }, 'invalidAmount msgs[0].amount'],
    ['more fee funds than there are', { fee_funds: [uinto(1_000_000_001)] }, 'feeFundsNotHeld feeFunds'],
    ['negative fee funds', { fee_funds: [uinto(-5)] }, 'amountNotPositive feeFunds'],
    ['six comparisons', compare(...Array(6).fill(comparison)), 'tooManyComparisons conditions.comparisons'],
    [
      'a comparison without a type',
      compare({ ...comparison, value_type: '' }),
      'incompleteCondition conditions.comparisons[0].valueType',
    ],
    [
      'a comparison of the second response',
      compare({ ...comparison, response_index: 1 }),
      'responseIndexTooHigh conditions.comparisons[0].responseIndex',
    ],
    ['a loop for the second message', feedBack(loop), 'messageIndexTooHigh conditions.feedbackLoops[0].msgsIndex'],
    [
      'a loop without a field',
      feedBack({ ...loop, msgs_index: 0, msg_key: '' }),
      'incompleteCondition conditions.feedbackLoops[0].msgKey',
    ],
    [
      'a query without a key',
      compare({ ...comparison, icq_config: { ...query, query_key: '' } }),
      'incompleteCondition conditions.comparisons[0].icqConfig.queryKey',
    ],
    [
      'a query that takes longer than the interval',
      compare({ ...comparison, icq_config: { ...query, timeout_duration: '601s' } }),
      'queryTimeoutTooLong conditions.comparisons[0].icqConfig.timeoutDuration',
    ],
    [
      'a message of an agent that is no MsgExec',
      { trustless_agent: { agent_address: friend, fee_limit: [] } },
      'onlyExec msgs[0]',
    ],
  ])('%s', async (_, changes, problem) => {
    const checked = await check(changes)
    expect(checked.verdict).toBe('refused')
    expect(kindsOf(checked)[0]).toBe(problem)
    const unasked = await check(changes, node(), { nodeAnswer: undefined })
    expect(unasked.verdict).not.toBe('good')
    expect(unasked.assumptions).toContain('nodeNotAsked')
    expect(await simulated(changes)).toBeGreaterThanOrEqual(400)
  })
})

describe('accepts, and finds the problem of', () => {
  test.each<[string, object, FlowCheck['verdict'], string[]]>([
    ['no message in a MsgExec', { msgs: [exec({ msgs: [] })] }, 'willFail', ['noMessages msgs[0].msgs']],
    ['an amount of 0', { msgs: [pay({ amount: [uinto(0)] })] }, 'willFail', ['amountNotPositive msgs[0].amount']],
    ['no amount', { msgs: [pay({ amount: [] })] }, 'willFail', ['invalidCoins msgs[0].amount']],
    ['a denom twice', { msgs: [pay({ amount: [uinto(1), uinto(1)] })] }, 'willFail', ['invalidCoins msgs[0].amount']],
    [
      'an invalid denom',
      { msgs: [pay({ amount: [{ denom: 'u!', amount: '1' }] })] },
      'willFail',
      ['invalidDenom msgs[0].amount'],
    ],
    [
      'an unknown denom',
      { msgs: [pay({ amount: [{ denom: 'ibc/27394FB0', amount: '1' }] })] },
      'willFail',
      ['unknownDenom msgs[0].amount'],
    ],
    [
      'a recipient of another chain',
      { msgs: [pay({ to_address: address('a', 'cosmos') })] },
      'willFail',
      ['otherChainAddress msgs[0].to_address'],
    ],
    ['no recipient', { msgs: [pay({ to_address: '' })] }, 'willFail', ['invalidAddress msgs[0].to_address']],
    ['another grantee', { msgs: [exec({ grantee: friend })] }, 'willFail', ['wrongGrantee msgs[0].grantee']],
    [
      'a missing permission',
      { msgs: [exec({ msgs: [exec({ msgs: [pay({ from_address: friend })] })] })] },
      'willFail',
      ['grantMissing msgs[0].msgs[0].msgs[0]'],
    ],
    [
      'money for some runs',
      { msgs: [pay({ amount: [uinto(400_000_000)] })] },
      'atRisk',
      ['messageFunds msgs[0].amount'],
    ],
    ['no money for the first run', noFallback, 'willFail', ['feeBalanceTooLow feeFunds']],
    ['fee funds of 0', { ...noFallback, fee_funds: [uinto(0)] }, 'willFail', ['feeBalanceTooLow feeFunds']],
    [
      'fee funds for one run',
      { ...noFallback, fee_funds: [uinto(50_000)] },
      'atRisk',
      ['feeBalanceTooLow feeFunds', 'feeFundsStranded feeFunds'],
    ],
    [
      'fee funds that are too low, with a fallback',
      { fee_funds: [uinto(49_999)] },
      'atRisk',
      ['feeFundsTooLow feeFunds'],
    ],
    [
      'an uneven interval with fee funds',
      { interval: '700s', fee_funds: [uinto(1_000_000)] },
      'atRisk',
      ['unevenInterval interval'],
    ],
    [
      'a stop after the first success with fee funds',
      { configuration: { stop_on_success: true }, fee_funds: [uinto(1_000_000)] },
      'atRisk',
      ['feeFundsStranded feeFunds'],
    ],
    [
      'a transfer that times out before run 2',
      { msgs: [transfer(start + 1_200_000)] },
      'willFail',
      ['messageFails msgs[0]'],
    ],
    [
      'a transfer that times out before run 3',
      { msgs: [pay(), transfer(start + 1_500_000)] },
      'atRisk',
      ['messageFails msgs[1]'],
    ],
    [
      'three withdrawals if only two are delegated',
      { msgs: [undelegate(uinto(50))], duration: '1800s' },
      'atRisk',
      ['messageFails msgs[0]'],
    ],
    [
      'withdrawals that are delegated only once',
      { msgs: [undelegate(uinto(60))] },
      'willFail',
      ['messageFails msgs[0]'],
    ],
    ['a permission that is revoked in each run', { msgs: [revoke(friend)] }, 'willFail', ['messageFails msgs[0]']],
    ['a permission that doesn’t exist', { msgs: [revoke(owner)] }, 'willFail', ['dryRunFails msgs[0]']],
    [
      'a query whose response is rejected',
      compare({ ...comparison, icq_config: { ...query, timeout_policy: 0 } }),
      'willFail',
      ['queryResponseRejected conditions.comparisons[0].icqConfig.timeoutPolicy'],
    ],
    [
      'a query with an invalid key',
      compare({ ...comparison, icq_config: { ...query, query_key: 'AiB' } }),
      'willFail',
      ['invalidQueryKey conditions.comparisons[0].icqConfig.queryKey'],
    ],
    [
      'an amount of 0 that an ignored loop sets',
      { msgs: [pay(), pay({ amount: [uinto(0)] })], ...feedBack(loop) },
      'willFail',
      ['amountNotPositive msgs[1].amount', 'loopIgnored conditions.feedbackLoops[0]'],
    ],
    ['a start time and no interval', { start_at: later, interval: '' }, 'atRisk', ['runsInEveryBlock interval']],
    [
      'both stops',
      { configuration: { stop_on_success: true, stop_on_failure: true, wallet_fallback: true } },
      'atRisk',
      ['bothStops configuration.stopOnFailure'],
    ],
    [
      'a comparison without responses',
      { ...compare(comparison), configuration: { wallet_fallback: true } },
      'atRisk',
      ['noSavedResponses conditions.comparisons[0]'],
    ],
    [
      'a comparison without a field',
      compare({ ...comparison, response_key: '' }),
      'atRisk',
      ['emptyResponseKey conditions.comparisons[0].responseKey'],
    ],
    [
      'a comparison with a missing flow',
      compare({ ...comparison, flow_id: '999' }),
      'atRisk',
      ['conditionFlowNotFound conditions.comparisons[0].flowId'],
    ],
    [
      'a field that a response does not have',
      compare(comparison),
      'willFail',
      ['conditionFails conditions.comparisons[0]'],
    ],
    [
      'a field that a response does not have, in the second of two comparisons',
      { conditions: { comparisons: [{ ...comparison, flow_id: '999' }, comparison], use_and_for_comparisons: true } },
      'willFail',
      ['conditionFails conditions.comparisons[1]', 'conditionFlowNotFound conditions.comparisons[0].flowId'],
    ],
    [
      'a loop for the first message',
      feedBack({ ...loop, msgs_index: 0 }),
      'willFail',
      ['loopOnFirstMessage conditions.feedbackLoops[0].msgsIndex'],
    ],
    [
      'a loop with a missing flow',
      feedBack({ ...loop, msgs_index: 0, flow_id: '999' }),
      'willFail',
      ['conditionFlowNotFound conditions.feedbackLoops[0].flowId'],
    ],
    [
      'a dependency on a missing flow',
      { conditions: { skip_on_failure_of: ['999'] } },
      'atRisk',
      ['conditionFlowNotFound conditions.skipOnFailureOf[0]'],
    ],
    [
      'a dependency on a flow that has failed for good',
      { conditions: { skip_on_failure_of: ['2'] } },
      'willFail',
      ['dependency conditions'],
    ],
    [
      'a dependency on a flow that can no longer succeed',
      { conditions: { stop_on_success_of: ['2'] } },
      'atRisk',
      ['conditionFlowEnded conditions.stopOnSuccessOf[0]'],
    ],
    ['a connection that does not exist', { connection_id: 'connection-9' }, 'willFail', ['noOpenChannel connectionId']],
    [
      'an agent that does not exist',
      { msgs: [exec({ grantee: 'ICA_ADDR' })], trustless_agent: { agent_address: friend, fee_limit: [] } },
      'willFail',
      ['agentNotFound trustlessAgent.agentAddress'],
    ],
  ])('%s', async (_, changes, verdict, problems) => {
    const checked = await check(changes)
    expect(kindsOf(checked)).toEqual(problems)
    expect(checked.verdict).toBe(verdict)
    // Unlike the chain, the in-memory node accepts any connection, and a MsgExec without messages.
    if (/noMessages|noOpenChannel|runsInEveryBlock/.test(problems.join())) return
    const lcd = node()
    const { id } = lcd.submitFlow(draftMessage(draftOf(changes)))
    lcd.advance(7_200_000)
    const flow = lcd.flow(id) as Flow
    const { history } = await clientOf(lcd).flowHistory({ id, limit: 1_000 })
    const outcomes = history.map(entry => executionOutcome(entry, flow, { block: '2027-01-01T00:00:00Z' }))
    // A run without messages looks like a run that another chain has not acknowledged.
    expect(checked.runs.map(({ outcome }) => outcome)).toEqual(
      outcomes.map(outcome => (outcome === 'unacknowledged' ? 'skipped' : outcome)),
    )
  })
})

test.each([
  ['a negative amount', { denom: 'uinto', amount: '-5' }, 'agentFeeTooHigh trustlessAgent.feeLimit'],
  ['no denom', { denom: '', amount: '500' }, 'agentFeeDenom trustlessAgent.feeLimit'],
])('a limit with %s is not the same as no limit, so the agent refuses each run', async (_, limit, problem) => {
  const agent = {
    agentAddress: friend,
    icaConfig: { portId: `icacontroller-${friend}`, connectionId: 'connection-0' },
    feeConfig: { feeAdmin: friend, feeCoinsSupported: [uinto(250)] },
  }
  const hires = {
    msgs: [exec({ grantee: 'ICA_ADDR' })],
    trustless_agent: { agent_address: friend, fee_limit: [limit] },
  }
  const checked = await check(hires, node(), { agents: { [friend]: agent } })
  expect(kindsOf(checked)).toContain(problem)
  expect(checked.verdict).toBe('willFail')
})

test('the first run uses an amount of 0 that a feedback loop replaces later', async () => {
  const free = pay({ amount: [uinto(0)] })
  const checked = await check({ msgs: [pay(), pay(), free, pay()], ...feedBack(loop) })
  expect(checked.problems).toMatchObject([{ kind: 'amountNotPositive', path: 'msgs[2].amount', effect: 'stops' }])
  expect(checked.verdict).toBe('atRisk')
  // The chain counts the messages from the second one, so the loop doesn't change the second one.
  expect((await check({ msgs: [pay(), free, pay(), pay()], ...feedBack(loop) })).verdict).toBe('willFail')
})

test('the runs after the first are unknown if a feedback loop changes a message', async () => {
  const withdraw = { '@type': '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward', delegator_address: owner }
  const msgs = [{ ...withdraw, validator_address: validator }, pay(), pay()]
  const { verdict, runs } = await check({ msgs, ...feedBack(loop) })
  expect(verdict).toBe('unknown')
  expect(runs.map(({ outcome }) => outcome)).toEqual(['succeeded', ...Array(5).fill('unknown')])
  const difference = await check({ msgs, ...feedBack({ ...loop, difference_mode: true }) })
  expect(kindsOf(difference)).toEqual(['conditionFails conditions.feedbackLoops[0]'])
})

async function simulated(changes: object): Promise<number> {
  const lcd = node()
  const message = draftMessage(draftOf(changes))
  const tx = { body: { messages: [message] }, auth_info: { signer_infos: [{ sequence: '0' }] } }
  return (await lcd.fetch(`${lcd.url}/cosmos/tx/v1beta1/simulate`, { method: 'POST', body: JSON.stringify({ tx }) }))
    .status
}

describe('a flow with millions of runs', () => {
  const schedule = { duration: '94867200s', interval: '5s' }
  const scheduled = 18_973_440
  // A run costs 19,200, and the margin is 720.
  const fund = (scheduled - 1) * 19_920 + 50_000

  test('costs more than the owner has', async () => {
    const { verdict, cost, runs, problems } = await check(schedule)
    expect(cost).toMatchObject({ scheduled, fund: uinto(fund), run: { atMost: uinto(19_920) } })
    expect(runs).toHaveLength(100)
    expect(verdict).toBe('atRisk')
    const needed = fund + scheduled * 5
    expect(problems).toEqual([
      {
        kind: 'feeBalanceTooLow',
        path: 'feeFunds',
        effect: 'stops',
        address: owner,
        run: Math.floor((1_000_000_000 * scheduled) / needed) + 1,
        held: uinto(1_000_000_000),
        needed: uinto(Math.floor(needed / scheduled)),
        missing: uinto(needed - 1_000_000_000),
      },
    ])
  })

  test('is good if the owner has enough for the messages and the fee account for the fees', async () => {
    const lcd = node()
    lcd.deposit(owner, uinto(fund))
    const funded = { ...schedule, ...noFallback, fee_funds: [uinto(fund)] }
    expect(await check(funded, lcd)).toMatchObject({ verdict: 'good', problems: [] })
    const payment = pay({ amount: [uinto(60)] })
    expect((await check({ ...funded, msgs: [payment] }, lcd)).problems).toMatchObject([
      {
        kind: 'messageFunds',
        address: owner,
        held: uinto(1_000_000_000),
        missing: uinto(scheduled * 60 - 1_000_000_000),
      },
    ])
  })
})

describe('the balance after each run', () => {
  const balancesOf = ({ runs }: FlowCheck) => runs.map(({ balance }) => Number(balance?.amount))

  test('is what the fees leave in the fee account, before the last run returns the rest', async () => {
    const checked = await check({ ...noFallback, fee_funds: [uinto(500_000)] })
    const fees = checked.runs.map(({ fee }) => Number(fee?.amount))
    const left = fees.map((_, index) => 500_000 - fees.slice(0, index + 1).reduce((sum, fee) => sum + fee, 0))
    expect(balancesOf(checked)).toEqual(left)
  })

  test('is what the fees and the messages leave in the wallet', async () => {
    const [first = 0, second = 0] = balancesOf(await check({}))
    expect([first, first - second]).toEqual([1_000_000_000 - 19_205, 19_205])
  })
})

test('the runs show the balance that is too low, although another coin pays the fee', async () => {
  const uatom = { denom: 'ibc/C4CFF46FD6DE35CA4CF4CE031E643C8FDC9BA4B99AE598E9B0ED98FE3A2319F9', amount: '1000000' }
  const lcd = node()
  lcd.deposit(owner, uatom)
  const payment = (amount: number) => ({ msgs: [pay({ amount: [uinto(amount)] })] })
  const paid = await check(payment(1), lcd)
  expect(paid.runs[1]).toMatchObject({ fee: { denom: uatom.denom }, account: owner, balance: { denom: uatom.denom } })
  const { runs, problems } = await check(payment(600_000_000), lcd)
  expect(problems[0]).toMatchObject({ kind: 'messageFunds', run: 2 })
  expect(runs.slice(0, 2)).toMatchObject([
    { outcome: 'succeeded', fee: { denom: uatom.denom }, account: owner, balance: uinto(400_000_000) },
    { outcome: 'failed', account: owner, balance: uinto(400_000_000) },
  ])
})

test('the fee account does not receive the coins of a delegation', async () => {
  const type = '/cosmos.staking.v1beta1.MsgDelegate'
  const amount = uinto(1_000_000)
  const message = { '@type': type, delegator_address: owner, validator_address: validator, amount }
  const { runs } = await check({ ...noFallback, msgs: [message], fee_funds: [uinto(500_000)] })
  const balances = runs.map(({ balance }) => Number(balance?.amount))
  expect(balances.length).toBeGreaterThan(2)
  expect(balances).toEqual(balances.toSorted((one, other) => other - one))
})

describe('a fee account that pays for some of the runs', () => {
  const funded = (amount: number) => ({ duration: '180000s', ...noFallback, fee_funds: [uinto(amount)] })
  const shortage = async (amount: number) => (await check(funded(amount))).problems[0]

  test.each([500_000, 2_000_000])(
    'can pay for one more run or for all runs after it receives the missing amounts, %i',
    async paid => {
      const problem = await shortage(paid)
      if (problem?.kind !== 'feeBalanceTooLow') return expect.fail()
      const { run, missing, missingForAllRuns } = problem
      const later = await shortage(paid + Number(missing?.amount))
      // The amount has a margin for each run, which can pay for more than one run.
      expect(later?.kind === 'feeBalanceTooLow' && later.run).toBeGreaterThanOrEqual(run + 2)
      expect(await shortage(paid + Number(missingForAllRuns?.amount))).toBeUndefined()
    },
  )
})

describe('a long flow of an owner with other flows', () => {
  const daily = { duration: '86400000s', interval: '86400s' }

  function nodeWithHourlyFlows(count: number): Lcd {
    const lcd = node()
    const soon = new Date(start + 3_600_000).toISOString()
    const late = new Date(start + 86_400_000 * 2_000).toISOString()
    for (let index = 0; index < count; index++)
      lcd.addFlow({ owner, msgs: [pay()], interval: '3600s', execTime: soon, endTime: late })
    return lcd
  }

  test('is good if the first 100 runs are known to succeed', async () => {
    const { verdict, assumptions } = await check(daily, nodeWithHourlyFlows(4))
    expect([verdict, assumptions]).toEqual(['good', expect.arrayContaining(['laterRunsUnknown'])])
  })

  test('is unknown if fewer runs are known', async () => {
    const { verdict, assumptions, runs } = await check(daily, nodeWithHourlyFlows(30))
    expect([verdict, assumptions]).toEqual(['unknown', expect.arrayContaining(['laterRunsUnknown'])])
    expect(runs.at(-1)?.outcome).toBe('unknown')
  })

  test.each([1, 30])('is at risk if its fee account can only pay for some runs, with %i other flows', async count => {
    const funded = { ...daily, ...noFallback, fee_funds: [uinto(10_000_000)] }
    const { verdict, problems } = await check(funded, nodeWithHourlyFlows(count))
    expect([verdict, problems[0]]).toMatchObject(['atRisk', { kind: 'feeBalanceTooLow', address: '' }])
  })
})

describe('the facts', () => {
  const delegate = {
    '@type': '/cosmos.staking.v1beta1.MsgDelegate',
    delegator_address: owner,
    validator_address: address('validator', 'intovaloper'),
    amount: uinto(5),
  }
  const failed = { result: 'failed', messageIndex: 0, problem: 'other', message: 'validator does not exist' }

  test('contain the result of a dry run, which applies to all runs', async () => {
    const { verdict, problems, runs } = await check({ msgs: [delegate] }, node(), { dryRun: failed })
    expect(problems).toEqual([
      { kind: 'dryRunFails', path: 'msgs[0]', effect: 'everyRunFails', message: 'validator does not exist' },
    ])
    expect(verdict).toBe('willFail')
    expect(new Set(runs.map(({ outcome }) => outcome))).toEqual(new Set(['failed']))
    expect((await check({ msgs: [delegate] })).verdict).toBe('good')
  })

  test('contain the answer of the node for an owner without an account', async () => {
    const nobody = address('without an account')
    const { problems } = await check({ owner: nobody, msgs: [pay({ from_address: nobody })] })
    expect(problems).toEqual([
      { kind: 'nodeRefuses', path: '', effect: 'refused', message: expect.stringContaining('does not exist') },
    ])
  })

  test('leave the verdict unknown if only a dry run knows the result', async () => {
    const { verdict, assumptions } = await check({ msgs: [delegate] }, node(), { dryRun: undefined })
    expect(verdict).toBe('unknown')
    expect(assumptions).toContain('factsMissing')
  })

  test('leave the verdict unknown if the node can’t simulate transactions', async () => {
    const lcd = node()
    lcd.fail({ path: '/simulate', status: 501, body: { code: 12, message: 'Not Implemented', details: [] } })
    const { verdict, problems, assumptions } = await check({}, lcd)
    expect([verdict, problems]).toEqual(['unknown', []])
    expect(assumptions).toContain('nodeNotAsked')
  })

  test('are rejected if another request fails', async () => {
    const lcd = node()
    lcd.fail({ query: 'params', status: 503 })
    await expect(check({}, lcd)).rejects.toMatchObject({ kind: 'node', status: 503 })
  })

  test('contain the other flows of the owner, which spend the same money', async () => {
    const lcd = node()
    lcd.submitFlow({ ...good, msgs: [pay({ amount: [uinto(170_000_000)] })] })
    const { problems } = await check({ msgs: [pay({ amount: [uinto(150_000_000)] })] }, lcd)
    expect(problems).toMatchObject([{ kind: 'messageFunds', effect: 'stops' }])
    expect((await check({ msgs: [pay({ amount: [uinto(150_000_000)] })] })).problems).toEqual([])
  })

  test('are not needed to refuse a start before 1970', async () => {
    const draft = { ...draftOf({}), startAt: '-5' }
    const facts = await readDraftFacts(clientOf(node()), draft)
    const { verdict, problems } = checkFlow(draft, facts, facts.time)
    expect(verdict).toBe('refused')
    expect(problems).toMatchObject([{ kind: 'startTooSoon', path: 'startAt' }])
  })

  test('do not change the draft', async () => {
    const draft = Object.freeze(draftOf({ fee_funds: [uinto(500_000)] }))
    const facts = await readDraftFacts(clientOf(node()), draft)
    expect(checkFlow(draft, facts, facts.time)).toEqual(checkFlow(draft, facts, facts.time))
  })

  test('must have the time of a block', async () => {
    const draft = draftOf({})
    const facts = await readDraftFacts(clientOf(node()), draft)
    expect(() => checkFlow(draft, facts, { block: 'now' })).toThrow(expect.objectContaining({ kind: 'argument' }))
  })
})
