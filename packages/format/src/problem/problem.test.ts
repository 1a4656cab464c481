import type { ExecutionOutcome, FlowStatus } from '@flow-query/core'
import { describe, expect, test } from 'vitest'
import { none } from '../../test/conditions.js'
import { errorsOfDrafts, folders, recordedFlows } from '../../test/recorded.js'
import type { ExplainedFlow } from '../flow.js'
import type { ExplainOptions } from './diagnosis.js'
import { explainExecution, explainProblem } from './problem.js'
import { nameProblem } from './problem-names.js'

const flow: ExplainedFlow = {
  owner: 'into1owner',
  feeAddress: 'into1fees',
  msgs: [{ '@type': '/cosmos.bank.v1beta1.MsgSend' }],
  selfHostedIca: null,
  trustlessAgent: null,
  configuration: {
    saveResponses: true,
    updatingDisabled: false,
    stopOnSuccess: false,
    stopOnFailure: false,
    stopOnTimeout: false,
    walletFallback: false,
  },
  conditions: none,
}
const withFallback = { ...flow, configuration: { ...flow.configuration, walletFallback: true } }
const ica = { ...flow, selfHostedIca: { portId: 'icacontroller-into1owner', connectionId: 'connection-0' } }
const exec = { ...flow, msgs: [{ '@type': '/cosmos.authz.v1beta1.MsgExec', grantee: 'into1other', msgs: [] }] }

const noFee = 'balance too low to deduct expected fee'
const tooLittle =
  'msg handling error: could not execute local flow: spendable balance 5000000uinto is smaller than 900000000uinto: insufficient funds'
const there = (code: number) =>
  `error handling packet on host chain: see host chain events for details, error: ABCI code: ${code}: error handling packet: see events for details`

const agentFee =
  'msg handling error: could not pay trustless agent: no valid fee coin with sufficient balance found within limit'
const agentFlow = (denom: string, amount: string): ExplainedFlow => ({
  ...flow,
  trustlessAgent: { agentAddress: 'into1agent', feeLimit: [{ denom, amount }], connectionId: '' },
})
const agent = { feeConfig: { feeAdmin: 'into1admin', feeCoinsSupported: [{ denom: 'uinto', amount: '10' }] } }

test.each<[error: string, flow: ExplainedFlow, title: string, help: string]>([
  [
    tooLittle,
    flow,
    'Insufficient balance',
    'into1owner had 5 INTO to spend, and the message needs 900 INTO. Fund this',
  ],
  [tooLittle, exec, 'Insufficient balance', 'The sending account had 5 INTO to spend'],
  ['insufficient funds', flow, 'Insufficient balance', 'holds less than the message needs'],
  [
    'msg handling error: no active channel for this owner',
    ica,
    'No open channel to the other chain',
    'Register the interchain account on connection-0 by signing a MsgRegisterAccount.',
  ],
  [
    'msg handling error: no active channel for this owner',
    agentFlow('uinto', '10'),
    'No open channel to the other chain',
    'Choose an agent whose channel is open.',
  ],
  ['999: inactive proposal', flow, 'The proposal is not open', 'Proposal 999 does not exist, or its voting period'],
  [
    'invalid shares amount: invalid request',
    flow,
    'Too little is delegated to this validator',
    'Delegate more to the validator or lower the amount.',
  ],
  ['no validator commission to withdraw', flow, 'There is no commission to withdraw', 'Only a validator'],
  ['redelegation destination validator not found', flow, 'The validator does not exist', 'Name an existing validator.'],
  [
    'account into1old already exists: invalid request',
    flow,
    'The account already exists',
    'its address already has one',
  ],
  [
    'into1module is not allowed to receive funds: unauthorized',
    flow,
    'The recipient can’t receive coins',
    'Send to another address.',
  ],
  [
    'cannot send to into1friend address: unauthorized',
    exec,
    'The permission does not allow this recipient',
    'Grant a permission that allows this recipient or send to an allowed address.',
  ],
  [
    'into1module is not allowed to receive external funds: unauthorized',
    flow,
    'The withdraw address can’t receive coins',
    'Set another withdraw address.',
  ],
  [
    'too many redelegation entries for (delegator, src-validator, dst-validator) tuple',
    flow,
    'Too many redelegations',
    'Redelegate less often',
  ],
  [
    'redelegation to this validator already in progress; first redelegation to this validator must complete',
    flow,
    'A redelegation is in progress',
    'Redelegate less often, or from another validator.',
  ],
  [
    'cannot redelegate to the same validator',
    flow,
    'A redelegation names the same validator twice',
    'Name another validator as the destination.',
  ],
  [
    'invalid feedback loop MsgsIndex: 1 (only 1 messages in flow 7)',
    flow,
    'A feedback loop names a message that does not exist',
    'Flow 7 has only 1 message. Correct the message index of the feedback loop.',
  ],
  [
    'grantee and granter should be different',
    flow,
    'The account can’t grant a permission to itself',
    'Name another grantee.',
  ],
  [
    'messages cannot be empty: invalid request',
    exec,
    'A MsgExec contains no messages',
    'Add a message to the MsgExec.',
  ],
  [
    'channel handshake open init failed: connection-0: connection not found',
    flow,
    'The connection does not exist',
    'Name an existing connection.',
  ],
  [
    'packet timeout height and packet timeout timestamp cannot both be 0: invalid packet',
    flow,
    'A transfer has no timeout',
    'Set a timeout after the last run.',
  ],
  ['5uinto,5ibc/27: invalid coins', flow, 'The coins of a message are invalid', 'sorted by denom'],
  [
    'invalid delegation amount: invalid request',
    flow,
    'The coins of a message are invalid',
    'Amounts must be greater than 0',
  ],
  [
    'invalid to address: decoding bech32 failed: invalid separator index 4: invalid address',
    flow,
    'An address is invalid',
    'Correct the addresses in the message.',
  ],
  ['fee allowance already exists: invalid request', flow, 'The fee allowance already exists', 'Revoke the existing'],
  ['fee-grant not found: not found', flow, 'The fee allowance does not exist', 'an earlier run revoked it'],
  [
    'current timestamp: 2, timeout timestamp 1: timeout elapsed: invalid packet timeout',
    flow,
    'A timeout or expiration in a message has passed',
    'Use a time after the last run.',
  ],
  ['paused: execute wasm contract failed', flow, 'The contract failed', 'The contract refused the call.'],
  ['no such contract: into1amm: not found', flow, 'The contract does not exist', 'Name an existing contract.'],
  [
    'failed to delete grant with key ?: authorization not found',
    flow,
    'The permission is missing or used up',
    'The message revokes a permission that does not exist',
  ],
  [
    'failed to delegate; 0uinto is smaller than 1uinto: insufficient funds',
    flow,
    'Insufficient balance',
    'had 0 INTO to spend, and the message needs 0.000001 INTO.',
  ],
  [
    'msg handling error: could not execute local flow: spendable balance 0ufoo is smaller than 5ufoo: insufficient funds',
    flow,
    'Insufficient balance',
    'into1owner holds no ufoo. The chain may not have this denom. Correct the denom.',
  ],
  [
    `spendable balance 1uinto is smaller than ${'9'.repeat(30)}uinto: insufficient funds`,
    flow,
    'Insufficient balance',
    'INTO. Lower the amount.',
  ],
  ['validator does not exist', flow, 'The validator does not exist', 'Name an existing validator.'],
  [
    'no delegation for (address, validator) tuple',
    flow,
    'Nothing is delegated to this validator',
    'Delegate to the validator first',
  ],
  ['too many unbonding delegation entries', flow, 'Too many unbonding entries', 'at most seven unbonding entries'],
  [
    'port ID (transfer) channel ID (channel-9): channel not found',
    flow,
    'The channel does not exist',
    'Name an existing',
  ],
  [
    'invalid feedback loop FlowID: 9999 (not found)',
    flow,
    'A feedback loop names a flow that does not exist',
    'There is no flow 9999. Correct the flow id of the feedback loop.',
  ],
  [
    'validator creation is gated by governance; direct usage is disabled: unauthorized',
    flow,
    'Only governance can create validators',
    'flows can’t create validators. Remove the message.',
  ],
  [
    "owner doesn't have permission to send this message: unauthorized",
    exec,
    'A message has the wrong signer',
    'names into1other as its grantee, but on this chain the grantee must be the flow’s owner into1owner.',
  ],
  [
    "owner doesn't have permission to send this message: unauthorized",
    flow,
    'A message has the wrong signer',
    'Make the owner the sender of each message.',
  ],
  [
    'authorization not found',
    exec,
    'The permission is missing or used up',
    'Grant the account an authorization for this kind',
  ],
  ['authorization expired', exec, 'The permission is missing or used up', 'Renew the grant.'],
  ['requested amount is more than spend limit', exec, 'The permission is missing or used up', 'Grant a higher limit.'],
  ['trustless agent or ICAConfig is nil', agentFlow('uinto', '5'), 'The agent does not exist', 'no agent into1agent.'],
  [
    agentFee,
    agentFlow('uinto', '5'),
    'The agent’s fee could not be paid',
    'The flow’s fee limit is 0.000005 INTO. The limit',
  ],
  [
    'fee limit reached for hosted account',
    agentFlow('uinto', '5'),
    'The agent’s fee could not be paid',
    'Raise the fee',
  ],
  [
    'coin not in hosted config',
    agentFlow('uinto', '5'),
    'The agent’s fee could not be paid',
    'does not accept this denom',
  ],
  [
    there(5),
    ica,
    'The other chain rejected it',
    '“insufficient funds”. The transaction there says more. Fund the interchain',
  ],
  [
    there(5),
    { ...ica, msgs: [{ '@type': '/cosmwasm.wasm.v1.MsgExecuteContract' }] },
    'The other chain rejected it',
    'which usually means “execute wasm contract failed”.',
  ],
  [there(5), exec, 'The other chain rejected it', 'Fund the sending account there or lower the amount.'],
  [there(4), ica, 'The other chain rejected it', '“unauthorized”'],
  [there(11), ica, 'The other chain rejected it', '“out of gas”'],
  [there(2), exec, 'The other chain rejected it', '“authorization not found”'],
  [there(2), ica, 'The other chain rejected it', 'Make the interchain account the sender of each message.'],
  [there(1171), ica, 'The other chain rejected it', 'error code 1171, whose meaning depends on the module'],
  ['error handling packet on host chain', ica, 'The other chain rejected it', 'The other chain returned no reason.'],
])('explains the error “%s”', (error, flow, title, help) => {
  const explained = explainProblem(error, flow)
  expect(explained).toEqual({ title, help: expect.stringContaining(help), chainSaid: error })
  expect(nameProblem(error)).toBe(title)
})

describe('the code of another chain', () => {
  const typed = (...types: string[]) => types.map(type => ({ '@type': type }))
  const [claim, delegate, undelegate, redelegate] = typed(
    '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward',
    '/cosmos.staking.v1beta1.MsgDelegate',
    '/cosmos.staking.v1beta1.MsgUndelegate',
    '/cosmos.staking.v1beta1.MsgBeginRedelegate',
  )
  const [swap, swapOut, elysSwap] = typed(
    '/osmosis.gamm.v1beta1.MsgSwapExactAmountIn',
    '/osmosis.gamm.v1beta1.MsgSwapExactAmountOut',
    '/elys.amm.MsgSwapExactAmountIn',
  )
  const [send, transfer, call, instantiate, vote, open] = typed(
    '/cosmos.bank.v1beta1.MsgSend',
    '/ibc.applications.transfer.v1.MsgTransfer',
    '/cosmwasm.wasm.v1.MsgExecuteContract',
    '/cosmwasm.wasm.v1.MsgInstantiateContract',
    '/cosmos.gov.v1beta1.MsgVote',
    '/elys.leveragelp.MsgOpen',
  )
  const execOf = (...msgs: (object | undefined)[]) => ({ '@type': '/cosmos.authz.v1beta1.MsgExec', msgs })
  const noRemedy = /The transaction there says more\.$/

  test.each([
    [7, [swap], /“calculated amount is lesser than min amount”.* Lower the minimum amount in the message\.$/],
    [6, [swapOut], /“calculated amount is larger than max amount”.* Raise the maximum amount in the message\.$/],
    [7, [elysSwap], /“calculated amount is lesser than min amount”/],
    [11, [swap], /“denom does not exist in pool”.* Name a pool that has the denoms\.$/],
    [5, [swap], /“insufficient funds”.* Fund the interchain account/],
    [11, [send], /“out of gas”.* Send fewer messages in one run\.$/],
    [7, [send], /“invalid address”.* Correct the addresses in the message\.$/],
    [5, [claim], /“no delegation distribution info”.* Delegate to the validator first/],
    [5, [execOf(claim)], /“no delegation distribution info”/],
    [
      5,
      [claim, delegate],
      /“no delegation distribution info” or “insufficient funds”\. The transaction there says more\.$/,
    ],
    [5, [execOf(claim), execOf(delegate)], /“no delegation distribution info” or “insufficient funds”/],
    [3, [delegate], /“validator does not exist”.* Name an existing validator of the other chain\.$/],
    [19, [undelegate], /“no delegation for \(address, validator\) tuple”/],
    [18, [undelegate], /“invalid shares amount”.* Delegate more to the validator or lower the amount\.$/],
    [18, [delegate], /“invalid request”\. The transaction there says more\.$/],
    [27, [undelegate], /“too many unbonding delegation entries”.* Unbond less often\.$/],
    [33, [redelegate], /“too many redelegation entries”.* Redelegate less often\.$/],
    [27, [send], /error code 27, whose meaning depends on the module/],
    [3, [transfer], /“channel not found”/],
    [40, [transfer], /“timeout elapsed”.* Use a timeout after the last run\.$/],
    [22, [call], /“no such contract”/],
    [4, [instantiate], /“instantiate wasm contract failed”\. The transaction there says more\.$/],
    [3, [vote], /“inactive proposal”.* Name a proposal that is open\.$/],
    [2, [vote], /“unknown proposal”/],
    [6, [execOf(send)], /“authorization expired”.* Renew the grant on the other chain\.$/],
    [2, [execOf(delegate)], /“authorization not found”/],
    [7, [open], /error code 7, whose meaning depends on the module/],
    [4, [{ ...send, from_address: 'ICA_ADDR' }], noRemedy],
    [4, [{ ...execOf(send), grantee: 'ICA_ADDR' }], noRemedy],
    [4, [{ ...send, from_address: 'cosmos1other' }], /Make the interchain account the sender of each message\.$/],
  ])('%i of %j', (code, msgs, help) => {
    expect(explainProblem(there(code), { ...ica, msgs: msgs as ExplainedFlow['msgs'] }).help).toMatch(help)
  })
})

test('does not recommend to change a flow whose updates are disabled', () => {
  const frozen = { ...flow, configuration: { ...flow.configuration, updatingDisabled: true } }
  const help = (error: string, status?: FlowStatus) => explainProblem(error, frozen, { status }).help
  expect(help(tooLittle)).toMatch(
    /INTO\. Fund this account\. The flow can’t be changed, because updating is disabled\.$/,
  )
  expect(help('validator does not exist')).toMatch(
    /The flow can’t be corrected, because updating is disabled\. Create a new flow instead, and .+\.$/,
  )
  expect(help('authorization expired')).toMatch(/Renew the grant\.$/)
  expect(help(tooLittle, 'completed')).toMatch(/If you create a new flow, fund this account or lower the amount\.$/)
})

test('refers to the chain’s message for an unknown error', () => {
  for (const error of ['panic: out of gas in location: WriteFlat', 'constructor', '']) {
    expect(nameProblem(error)).toBeNull()
    expect(explainProblem(error, flow)).toEqual({
      title: 'The chain rejected it',
      help: 'The chain’s message says why.',
      chainSaid: error,
    })
  }
})

test('formats amounts with the given denoms', () => {
  const denoms = { uinto: { symbol: 'Into', decimals: 0 } }
  expect(explainProblem(tooLittle, flow, { denoms }).help).toContain('had 5,000,000 Into to spend')
})

test('warns against sending money to a flow that could not pay, regardless of its status', () => {
  for (const status of [undefined, 'active', 'stopped'] as const) {
    const { title, help } = explainProblem(noFee, flow, { status, feeBalance: [{ denom: 'uinto', amount: '1000000' }] })
    expect(title).toBe('Insufficient balance for the fee')
    expect(help).toBe(
      'This flow won’t run again, so don’t send money to its fee account. Create a new flow with enough fee funds for all its runs, or with wallet fallback turned on. Its fee account still holds 1 INTO, which is stranded there.',
    )
  }
  expect(explainProblem(noFee, withFallback).help).toMatch(/for all its runs\.$/)
})

test('recommends a new flow if the flow is over', () => {
  const help = (error: string) => explainProblem(error, flow, { status: 'completed' }).help
  expect(help('validator does not exist')).toBe(
    'The message names a validator that this chain does not have. This flow won’t run again. If you create a new flow, name an existing validator.',
  )
  expect(help('panic')).toBe(
    'The chain’s message says why. This flow won’t run again. Create a new flow if you still need it.',
  )
  expect(help(uncollected)).not.toMatch(/[Tt]op up|next run/)
})

const uncollected = 'distribution error: spendable balance 40000uinto is smaller than 92800uinto: insufficient funds'

test('explains an uncollected fee', () => {
  expect(explainProblem(uncollected, flow)).toEqual({
    title: 'The messages ran, but the fee could not be collected',
    help: 'The messages took effect. The paying account held 0.04 INTO after the burnt part of the fee, and the rest of the fee was 0.0928 INTO. Top up the fee account into1fees before the next run. A flow that can’t pay for a run stops for good.',
    chainSaid: uncollected,
  })
})

test.each([
  ['uinto', '5', 'The limit is below the fee. Raise the fee limit to at least 0.00001 INTO.'],
  ['uatom', '5', 'The agent does not accept this denom. Set the fee limit in a denom that the agent accepts.'],
  ['uinto', '20', 'The fee account did not hold enough to pay it. Send the agent’s fee to into1fees or choose another'],
])('explains why the agent’s fee could not be paid with a limit of %s %s', (denom, amount, help) => {
  const explained = explainProblem(agentFee, agentFlow(denom, amount), { agent }).help
  expect(explained).toMatch(/^The agent charges 0\.00001 INTO, and the flow’s fee limit is 0\.\d+ (INTO|ATOM)\./)
  expect(explained).toContain(help)
})

const noResponses =
  'conditions to execute not met: did not make a comparison, no responses on the target history. Set SaveResponses to true to use responses for comparison'

test.each([
  ['0', true, 'Fix the error of the earlier runs, which saved no response.'],
  ['0', false, 'Turn on saving responses.'],
  ['7', true, 'Make sure that flow 7 saves responses and has succeeded.'],
])('explains missing responses of flow %s, with saveResponses %s', (flowId, saveResponses, help) => {
  const comparison = {
    flowId,
    responseIndex: 0,
    responseKey: '',
    valueType: 'sdk.Coin',
    operator: 'EQUAL',
    operand: '',
    differenceMode: false,
    icqConfig: null,
  }
  const explained = explainProblem(noResponses, {
    ...flow,
    configuration: { ...flow.configuration, saveResponses },
    conditions: { ...none, comparisons: [comparison] },
  })
  expect(explained).toMatchObject({
    title: 'Its conditions could not be checked',
    help: `There is no saved response to compare with. ${help}`,
  })
})

test.each([
  [noResponses, 'There is no saved response to compare with. Turn on saving responses, and check which flow'],
  [
    'conditions to execute not met: error parsing value: field Nothing not found in interface amount:<denom:"uinto" > ',
    'The response has no field Nothing. Correct the response key.',
  ],
  [
    'conditions to execute not met: error parsing value: field Amount not found in interface ',
    'The response is empty, so it has no field Amount. Read the response of another message.',
  ],
  ['conditions to execute not met: value is no number', 'The chain’s message says why.'],
])('explains why conditions could not be checked: %s', (error, help) => {
  expect(explainProblem(error, flow).help).toContain(help)
})

test('explainExecution returns one explanation per error, or one for the outcome', () => {
  const titles = (outcome: ExecutionOutcome, errors: string[] = []) =>
    explainExecution({ errors }, flow, outcome).map(({ title }) => title)
  expect(titles('succeeded')).toEqual([])
  expect(titles('skipped')).toEqual(['Its conditions were not met'])
  expect(titles('timedOut')).toEqual(['A packet to the other chain timed out'])
  expect(titles('pending')).toEqual(['Waiting for the other chain'])
  expect(titles('unacknowledged')).toEqual(['No acknowledgement from the other chain'])
  expect(titles('failed', [noFee, there(5)])).toEqual([
    'Insufficient balance for the fee',
    'The other chain rejected it',
  ])
})

test('recommends to register again after a timeout only if the channel is closed or ordered', () => {
  const help = (channel?: { state: string; ordering: string }) =>
    explainExecution({ errors: [] }, ica, 'timedOut', { channel }).map(({ help }) => help)[0]
  expect(help()).not.toMatch(/[Rr]egister/)
  expect(help({ state: 'STATE_OPEN', ordering: 'ORDER_UNORDERED' })).not.toMatch(/[Rr]egister/)
  expect(help({ state: 'STATE_CLOSED', ordering: 'ORDER_UNORDERED' })).toMatch(/Register the interchain account again/)
  expect(help({ state: 'STATE_OPEN', ordering: 'ORDER_ORDERED' })).toMatch(/Register the interchain account again/)
})

test('explains that a missing acknowledgement can still arrive', () => {
  const [explanation] = explainExecution({ errors: [] }, ica, 'unacknowledged')
  expect(explanation?.help).toMatch(/Either can still arrive while the channel is open/)
  expect(explanation?.help).toMatch(/that next run is the last\.$/)
})

test('explains a failure of an earlier packet as well as a timeout', () => {
  const explanations = explainExecution({ errors: [there(5)] }, ica, 'timedOut')
  expect(explanations.map(({ title }) => title)).toEqual([
    'A packet to the other chain timed out',
    'The other chain rejected it',
  ])
})

test('a timeout may belong to an earlier run, unless all earlier runs are acknowledged', () => {
  const help = (options?: ExplainOptions) => explainExecution({ errors: [] }, ica, 'timedOut', options)[0]?.help
  expect(help()).toMatch(/may have taken effect if an earlier run is unacknowledged/)
  expect(help({ unclear: [] })).toBe('No relayer delivered the packet in time, so its messages did not run.')
})

describe('runs with unclear results', () => {
  const runs = [
    { number: 1, time: '', packetSequences: ['32'] },
    { number: 2, time: '', packetSequences: ['36'] },
  ]
  const packet = { run: 1, sequence: '32', result: 'timedOut', code: null } as const
  const help = (packets: ExplainOptions['packets'], unclear: ExplainOptions['unclear'] = runs) =>
    explainExecution({ errors: [] }, ica, 'timedOut', { unclear, packets, status: 'stopped' })[0]?.help

  test('must be checked on the other chain before a new flow', () => {
    expect(help(undefined)).toBe(
      'No relayer delivered a packet in time. It is unknown whether the messages of runs 1 and 2 took effect, because the chain records a late result in the newest run. To find out, check the balances of the interchain account or the acknowledgements of packets 32 and 36 on the other chain. This flow won’t run again. Don’t create a new flow before you know, because its messages could take effect a second time.',
    )
    expect(help(undefined, [{ number: null, time: '', packetSequences: [] }])).toContain(
      'the messages of the newest runs took effect',
    )
    expect(help([packet])).toMatch(/never reached .* It is unknown whether the messages of run 2 took effect/)
    for (const result of ['open', 'delivered', 'unknown'] as const)
      expect(help([packet, { run: 2, sequence: '36', result, code: null }])).toContain('Don’t create a new flow')
    const frozen = { ...ica, configuration: { ...ica.configuration, updatingDisabled: true } }
    expect(explainProblem(there(2), frozen, { unclear: runs }).help).toMatch(/because updating is disabled\.$/)
  })

  test('are explained by the results on the other chain', () => {
    expect(help([packet, { run: 2, sequence: '36', result: 'executed', code: null }])).toBe(
      'No relayer delivered a packet in time. The packet of run 1 never reached the other chain, so its messages did not run. The other chain shows that the messages of run 2 took effect. This flow won’t run again. Create a new flow if you still need it.',
    )
    expect(help([packet, { run: 2, sequence: '36', result: 'failed', code: 5 }])).toContain(
      'The packet of run 2 reached the other chain, but its messages failed there with error code 5, which usually means “insufficient funds”.',
    )
  })
})

test.each([...folders, 'v1-forecast', 'v1-truth'] as const)('all recorded errors of %s are known', async name => {
  const { flows } = await recordedFlows(name)
  const errors = flows.flatMap(({ flow, history }) =>
    history.flatMap(entry => entry.errors.map(error => [error, flow] as const)),
  )
  expect(errors).not.toEqual([])
  for (const [error, flow] of new Map(errors)) {
    expect(nameProblem(error)).not.toBeNull()
    expect(explainProblem(error, flow).help).not.toMatch(/message says why|no reason/)
  }
})

test.each(['v1-drafts', 'v1-drafts-2'] as const)('all recorded errors of %s are known', folder => {
  const errors = errorsOfDrafts(folder)
  expect(errors).not.toEqual([])
  for (const error of errors) {
    expect(nameProblem(error), error).not.toBeNull()
    expect(explainProblem(error, ica).help, error).not.toMatch(/message says why|no reason/)
  }
})
