import {
  type AnyMessage,
  address,
  type Coin,
  type Comparison,
  createLcd,
  type FeedbackLoop,
  type Flow,
  type HistoryEntry,
  type Lcd,
  params,
  state,
  trustlessAgent,
} from '@flow-query/testing'
import fc from 'fast-check'

// Generates flows that share wallets, agents, permissions and conditions, and the in-memory node that executes them.

const start = Date.parse('2026-11-24T12:00:00Z')
const after = (seconds: number) => new Date(start + seconds * 1_000).toISOString()
const oneOf = <Value>(...values: Value[]) => fc.constantFrom(...values)
const mostly = <Value>(usual: Value, ...others: Value[]) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) })
const coin = (denom: string, amount: number): Coin => ({ denom, amount: String(amount) })
const uinto = (amount: number) => coin('uinto', amount)
const gasFeeCoins = [coin('uatom', 20), uinto(80), coin('uosmo', 10)]

const anna = address('anna')
const ben = address('ben')
const carl = address('carl')
const shop = address('shop')
export const wallets = [anna, ben, carl]
const validator = address('validator', 'intovaloper')
export const connectionId = 'connection-0'
export const interchainAccount = address('interchain account', 'cosmos')

const agentWith = (name: string, feeCoinsSupported: Coin[]) =>
  trustlessAgent({
    agentAddress: address(name, 'into', 32),
    feeConfig: { feeAdmin: address('admin'), feeCoinsSupported },
  })
const agents = [
  agentWith('free', []),
  agentWith('cheap', [coin('uatom', 3_000), uinto(20_000)]),
  agentWith('expensive', [uinto(90_000)]),
]
const controllers = oneOf('own', ...agents.map(({ agentAddress }) => agentAddress), address('gone', 'into', 32))

const bank = '/cosmos.bank.v1beta1.MsgSend'
const generic = (msg: string) => ({ '@type': '/cosmos.authz.v1beta1.GenericAuthorization', msg })
const sendFrom = (from: string, amount: number, to = shop): AnyMessage => ({
  '@type': bank,
  from_address: from,
  to_address: to,
  amount: [uinto(amount)],
})
const execOf = (grantee: string, message: AnyMessage): AnyMessage => ({
  '@type': '/cosmos.authz.v1beta1.MsgExec',
  grantee,
  msgs: [message],
})
const staking = (name: string, owner: string, amount: number): AnyMessage => ({
  '@type': `/cosmos.staking.v1beta1.${name}`,
  delegator_address: owner,
  validator_address: validator,
  amount: uinto(amount),
})
const revoke = (granter: string, grantee: string): AnyMessage => ({
  '@type': '/cosmos.authz.v1beta1.MsgRevoke',
  granter,
  grantee,
  msg_type_url: bank,
})

const transfer = (owner: string, amount: number, timeout = start + 86_400_000): AnyMessage => ({
  '@type': '/ibc.applications.transfer.v1.MsgTransfer',
  sender: owner,
  receiver: address('friend', 'osmo'),
  token: uinto(amount),
  timeout_timestamp: `${timeout}000000`,
})

const messages = {
  send: sendFrom,
  sendToBen: (owner, amount) => sendFrom(owner, amount, ben),
  wrongSigner: (_, amount) => sendFrom(carl, amount),
  spendOfCarl: (owner, amount) => execOf(owner, sendFrom(carl, amount)),
  spendOfAnna: (owner, amount) => execOf(owner, sendFrom(anna, amount)),
  delegate: (owner, amount) => staking('MsgDelegate', owner, amount),
  undelegate: (owner, amount) => staking('MsgUndelegate', owner, amount),
  withdraw: owner => ({
    '@type': '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward',
    delegator_address: owner,
    validator_address: validator,
  }),
  fundPool: (owner, amount) => ({
    '@type': '/cosmos.distribution.v1beta1.MsgFundCommunityPool',
    depositor: owner,
    amount: [uinto(amount)],
  }),
  transfer,
  transferUntilMinuteFour: (owner, amount) => transfer(owner, amount, start + 240_000),
  grantBen: owner => ({
    '@type': '/cosmos.authz.v1beta1.MsgGrant',
    granter: owner,
    grantee: ben,
    grant: { authorization: generic(bank), expiration: after(240) },
  }),
  revokeFromBen: owner => revoke(owner, ben),
  revokeFromCarl: owner => revoke(owner, carl),
  vote: owner => ({ '@type': '/cosmos.gov.v1.MsgVote', proposal_id: '1', voter: owner, option: 'VOTE_OPTION_YES' }),
  executeContract: (owner, amount) => ({
    '@type': '/cosmwasm.wasm.v1.MsgExecuteContract',
    sender: owner,
    contract: address('contract', 'into', 32),
    msg: {},
    funds: [uinto(amount)],
  }),
  submitFlow: (owner, amount) => ({
    '@type': '/intento.intent.v1.MsgSubmitFlow',
    owner,
    msgs: [sendFrom(owner, 1)],
    duration: '600s',
    interval: '60s',
    fee_funds: [uinto(amount)],
  }),
} satisfies { [kind: string]: (owner: string, amount: number) => AnyMessage }

type Kind = keyof typeof messages

/** The other chain of the test executes every message, so it gets only messages that can't fail. */
const remoteKinds: readonly Kind[] = ['send', 'delegate', 'withdraw', 'transfer', 'vote']
/** Flows with these messages have no earlier runs, because these couldn't have succeeded or changed the permissions. */
const newKinds: readonly Kind[] = ['wrongSigner', 'revokeFromBen']

const kinds = fc.oneof(
  { weight: 2, arbitrary: oneOf<Kind>('send', 'sendToBen', 'spendOfCarl', 'spendOfAnna', 'withdraw') },
  { weight: 3, arbitrary: fc.constantFrom(...(Object.keys(messages) as Kind[])) },
)

const ids = fc.oneof(
  { weight: 9, arbitrary: fc.constant<string[]>([]) },
  { weight: 1, arbitrary: oneOf(['1'], ['2'], ['3'], ['4']) },
)
const input = {
  flowId: mostly('0', '1', '2'),
  responseIndex: mostly(0, 1),
  responseKey: mostly('Amount.[0]', '', 'Sequence'),
  valueType: mostly('sdk.Coin', 'string'),
  differenceMode: mostly(false, true),
  icqConfig: fc.constant(null),
}
const comparison: fc.Arbitrary<Comparison> = fc.record({
  ...input,
  operator: oneOf('EQUAL', 'LARGER_THAN', 'NOT_EQUAL'),
  operand: oneOf('0uinto', '5uinto'),
})
const loop: fc.Arbitrary<FeedbackLoop> = fc.record({
  ...input,
  flowId: fc.constant('0'),
  msgsIndex: oneOf(0, 1, 1),
  msgKey: fc.constant('Amount'),
})
const upTo = <Value>(maxLength: number, value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant<Value[]>([]) }, { weight: 1, arbitrary: fc.array(value, { maxLength }) })

const seed = fc.record({
  owner: oneOf(anna, ben),
  messages: fc.array(fc.record({ kind: kinds, amount: oneOf(100_000, 300_000) }), { minLength: 1, maxLength: 3 }),
  interval: oneOf(60, 90, 120, 0),
  first: oneOf(90, 90.5, 120, 150),
  runs: fc.integer({ min: 1, max: 7 }),
  isEndOnRun: fc.boolean(),
  feeFunds: oneOf(0, 0, 60_000, 130_000, 250_000, 3_000_000),
  feeFundsInOsmo: mostly(0, 6_000, 40_000),
  controller: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: controllers }),
  feeLimit: oneOf([], [uinto(50_000)], [coin('uatom', 50_000), uinto(50_000)], [coin('uother', 50_000)]),
  configuration: fc.record({
    saveResponses: mostly(true, false),
    updatingDisabled: fc.constant(false),
    stopOnSuccess: mostly(false, true),
    stopOnFailure: mostly(false, true),
    stopOnTimeout: fc.constant(false),
    walletFallback: fc.boolean(),
  }),
  conditions: fc.record({
    comparisons: upTo(2, comparison),
    feedbackLoops: upTo(1, loop),
    stopOnSuccessOf: ids,
    stopOnFailureOf: ids,
    skipOnSuccessOf: ids,
    skipOnFailureOf: ids,
    useAndForComparisons: fc.boolean(),
  }),
  isDryRun: fc.boolean(),
  newest: mostly('succeeded', 'failed', 'skipped', 'none', 'none', 'stopped'),
})

export const chains = fc.record({
  release: oneOf('1.0.7', '1.0.8', '1.0.9', '1.1.0-hotfix.13'),
  seeds: fc.array(seed, { minLength: 2, maxLength: 6 }),
  balances: fc.tuple(...wallets.map(() => oneOf(0, 310_000, 730_000, 5_000_000, 50_000_000))),
  balanceInAtom: mostly(0, 12_000, 1_000_000),
  locked: mostly(0, 200_000),
  grant: oneOf('none', 'generic', 'limited', 'expires', 'other'),
  delegated: oneOf('0', '500000', '90000000'),
})

type RandomChain = typeof chains extends fc.Arbitrary<infer Value> ? Value : never
type Seed = RandomChain['seeds'][number]

const lastError = 'msg handling error: could not execute local flow: something is wrong'

/** @param estimateFee returns the fee of a run of a flow without an earlier run. Index 0 is the first run */
export function nodeOf(chain: RandomChain, estimateFee: (id: string, index: number) => Coin): Lcd {
  const { release, seeds, balances, balanceInAtom, locked, grant, delegated } = chain
  const flows = seeds.map(flowOf)
  const history = Object.fromEntries(flows.map((flow, index) => [flow.id, historyOf(seeds[index], flow)]))
  const lcd: Lcd = createLcd({
    release,
    state: state({ time: after(0), params: params({ gasFeeCoins }), flows, history, trustlessAgents: agents }, start),
    behave({ id }) {
      const seed = seeds[Number(id) - 1]
      if (seed && isNew(seed)) return { outcome: 'succeeded', execFee: [estimateFee(id, lcd.history(id).length)] }
      return seed?.newest === 'failed' ? { outcome: 'failed', error: lastError } : undefined
    },
  })
  const { accounts } = lcd
  const deposit = (account: string, ...coins: Coin[]) => {
    accounts.balances[account] = coins.filter(({ amount }) => amount !== '0')
  }
  for (const [index, wallet] of wallets.entries())
    deposit(wallet, coin('uatom', balanceInAtom), uinto(balances[index] ?? 0))
  const free = Math.max(0, (balances[0] ?? 0) - locked)
  if (locked > 0) accounts.spendableBalances[anna] = [coin('uatom', balanceInAtom), uinto(free)]
  for (const [index, { feeFunds, feeFundsInOsmo }] of seeds.entries())
    deposit(feeAccountOf(index), uinto(feeFunds), coin('uosmo', feeFundsInOsmo))
  const limited = { '@type': '/cosmos.bank.v1beta1.SendAuthorization', spend_limit: [uinto(700_000)], allow_list: [] }
  const authorization = grant === 'limited' ? limited : generic(grant === 'other' ? '/cosmos.gov.v1.MsgVote' : bank)
  const expiration = grant === 'expires' ? after(200) : null
  const pairs = [
    [carl, anna],
    [carl, ben],
    [anna, ben],
  ] as const
  if (grant !== 'none')
    accounts.grants.push(...pairs.map(([granter, grantee]) => ({ granter, grantee, authorization, expiration })))
  for (const owner of [anna, ben]) {
    accounts.unbondingDelegations[owner] = []
    accounts.delegations[owner] = { [validator]: delegated }
  }
  accounts.channels[connectionId] = [anna, ben, ...agents.map(({ agentAddress }) => agentAddress)].map(
    (controller, index) => ({
      port_id: `icacontroller-${controller}`,
      channel_id: `channel-${index}`,
      state: 'STATE_OPEN',
      ordering: 'ORDER_UNORDERED',
      version: JSON.stringify({ version: 'ics27-1', address: interchainAccount }),
    }),
  )
  accounts.connections[connectionId] = { client_id: '07-tendermint-0' }
  accounts.clients['07-tendermint-0'] = 'Active'
  return lcd
}

const feeAccountOf = (index: number) => address(`fees ${index}`)

function flowOf(seed: Seed, index: number): Partial<Flow> & Pick<Flow, 'id' | 'msgs'> {
  const { owner, interval, first, runs, isEndOnRun, controller, feeLimit, configuration, conditions } = seed
  const isOwn = controller === 'own'
  const end = interval > 0 ? first + interval * (runs - 1) + (isEndOnRun ? 0 : 7) : first
  return {
    id: String(index + 1),
    owner,
    feeAddress: feeAccountOf(index),
    msgs: messagesOf(seed),
    interval: `${interval}s`,
    startTime: after(-3_600),
    execTime: after(seed.newest === 'stopped' ? -600 : first),
    endTime: after(end),
    selfHostedIca: isOwn ? { portId: `icacontroller-${owner}`, connectionId } : null,
    trustlessAgent: controller && !isOwn ? { agentAddress: controller, feeLimit, connectionId: '' } : null,
    configuration,
    conditions: { ...conditions, feedbackLoops: loopsOf(seed) },
  }
}

function messagesOf(seed: Seed): AnyMessage[] {
  const { owner, controller, conditions } = seed
  return seed.messages.slice(0, isIdle(seed) ? 1 : 3).map(({ kind, amount }, index) => {
    if (controller) return messages[remoteKinds.includes(kind) ? kind : 'send']('ICA_ADDR', amount)
    // Only this message has a response with a value.
    const isCompared = index === 0 && conditions.comparisons.length > 0
    return messages[isCompared ? 'withdraw' : kind](owner, amount)
  })
}

/** The in-memory node sends one packet for each run, so it doesn't imitate feedback loops on another chain. */
function loopsOf({ controller, conditions, messages }: Seed): FeedbackLoop[] {
  return controller ? [] : conditions.feedbackLoops.filter(({ msgsIndex }) => msgsIndex < messages.length)
}

/** A loop that changes the first message prevents all messages. */
function isIdle(seed: Seed): boolean {
  return loopsOf(seed).some(({ msgsIndex }) => msgsIndex === 0)
}

function isNew(seed: Seed): boolean {
  return !isIdle(seed) && (seed.newest === 'none' || seed.messages.some(({ kind }) => newKinds.includes(kind)))
}

/** A dry run doesn't show the fee of a flow, it can't repeat an error that has no cause, and other flows can undelegate after it. */
export function canDryRun(seed: Seed): boolean {
  const undelegates = seed.messages.some(({ kind }) => kind === 'undelegate')
  return seed.isDryRun && seed.newest !== 'failed' && !isNew(seed) && !undelegates
}

/** Returns runs with the fees and responses of the in-memory node, so that forecasts need no estimates. */
function historyOf(seed: Seed | undefined, { msgs }: Pick<Flow, 'msgs'>): Partial<HistoryEntry>[] {
  if (!seed || isNew(seed)) return []
  const { newest, controller, configuration } = seed
  const more = msgs.length - 1
  const fee = controller ? 27_920 + 11_040 * more + (controller === 'own' ? 0 : 9_360) : 19_200 + 28_320 * more
  const failedFee = controller ? fee : 13_520 + 28_320 * more
  const nothing = { executed: false, msgResponses: [], execFee: [] }
  const sent = controller ? { packetSequences: ['1'] } : {}
  const msgResponses = configuration.saveResponses ? msgs.map(responseTo) : []
  const succeeded = isIdle(seed)
    ? { ...nothing, execFee: [uinto(11_200)] }
    : { ...sent, execFee: [uinto(fee)], msgResponses }
  const failed = { ...nothing, execFee: [uinto(failedFee)], errors: [lastError] }
  const last = {
    succeeded,
    failed,
    skipped: nothing,
    none: succeeded,
    stopped: { ...nothing, errors: ['balance too low to deduct expected fee'] },
  }[newest]
  // Two equal fees show that the fees don't grow.
  const earlier = [failed, succeeded, succeeded].flatMap(entry =>
    gasFeeCoins.map(price => ({ ...entry, execFee: convert(entry.execFee, msgs.length, price) })),
  )
  return [...earlier, last].map((entry, index) => ({
    ...entry,
    scheduledExecTime: after(-3_600 + index * 300),
    actualExecTime: after(-3_599 + index * 300),
  }))
}

/** Converts a fee in uinto, which contains the burned part of each message. */
function convert(fee: Coin[], messages: number, { denom, amount }: Coin): Coin[] {
  if (denom === 'uinto') return fee
  return fee.map(paid => coin(denom, ((Number(paid.amount) - 10_000 * messages) / 80) * Number(amount)))
}

function responseTo(message: AnyMessage): AnyMessage {
  const type = `${message['@type']}Response`
  if (type.includes('Withdraw')) return { '@type': type, amount: [uinto(0)] }
  if (type.includes('MsgTransfer')) return { '@type': type, sequence: '1' }
  return type.includes('MsgExecResponse') ? { '@type': type, results: [''] } : { '@type': type }
}
