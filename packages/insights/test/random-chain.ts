import {
  type AnyMessage,
  address,
  type Comparison,
  createLcd,
  type FeedbackLoop,
  type Flow,
  type HistoryEntry,
  type Lcd,
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
const uinto = (amount: number) => ({ denom: 'uinto', amount: String(amount) })

const anna = address('anna')
const ben = address('ben')
const carl = address('carl')
const shop = address('shop')
export const wallets = [anna, ben, carl]
const validator = address('validator', 'intovaloper')
export const connectionId = 'connection-0'
export const interchainAccount = address('interchain account', 'cosmos')

const agentWith = (name: string, feeCoinsSupported: { denom: string; amount: string }[]) =>
  trustlessAgent({
    agentAddress: address(name, 'into', 32),
    feeConfig: { feeAdmin: address('admin'), feeCoinsSupported },
  })
const agents = [agentWith('free', []), agentWith('cheap', [uinto(20_000)]), agentWith('expensive', [uinto(90_000)])]
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
  { weight: 4, arbitrary: fc.constant<string[]>([]) },
  { weight: 1, arbitrary: oneOf(['1'], ['2'], ['3'], ['4']) },
)
const input = {
  flowId: oneOf('0', '1', '2'),
  responseIndex: mostly(0, 1),
  responseKey: mostly('Amount.[0]', '', 'Sequence'),
  valueType: mostly('sdk.Coin', 'string'),
  differenceMode: mostly(false, true),
  icqConfig: fc.constant(null),
}
const comparison: fc.Arbitrary<Comparison> = fc.record({
  ...input,
  operator: oneOf('EQUAL', 'LARGER_THAN', 'LARGER_EQUAL'),
  operand: oneOf('0uinto', '5uinto'),
})
const loop: fc.Arbitrary<FeedbackLoop> = fc.record({
  ...input,
  flowId: fc.constant('0'),
  msgsIndex: fc.constant(0),
  msgKey: fc.constant('Amount'),
})
const upTo = <Value>(maxLength: number, value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant<Value[]>([]) }, { weight: 1, arbitrary: fc.array(value, { maxLength }) })

const seed = fc.record({
  owner: oneOf(anna, ben),
  messages: fc.array(fc.record({ kind: kinds, amount: oneOf(100_000, 300_000) }), { minLength: 1, maxLength: 2 }),
  interval: oneOf(60, 90, 120, 0),
  first: oneOf(90, 90.5, 120, 150),
  runs: fc.integer({ min: 1, max: 7 }),
  isEndOnRun: fc.boolean(),
  feeFunds: oneOf(0, 60_000, 130_000, 3_000_000),
  controller: fc.option(controllers, { nil: null, freq: 4 }),
  feeLimit: oneOf([], [uinto(50_000)], [{ denom: 'uother', amount: '50000' }]),
  configuration: fc.record({
    saveResponses: fc.boolean(),
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
  newest: mostly('succeeded', 'failed', 'skipped', 'none', 'stopped'),
})

export const chains = fc.record({
  release: oneOf('1.0.7', '1.0.8', '1.0.9', '1.1.0-hotfix.13'),
  seeds: fc.array(seed, { minLength: 2, maxLength: 6 }),
  balances: fc.tuple(...wallets.map(() => oneOf(0, 310_000, 730_000, 50_000_000))),
  grant: oneOf('none', 'generic', 'limited', 'expires', 'other'),
  delegated: oneOf('0', '500000', '90000000'),
})

type RandomChain = typeof chains extends fc.Arbitrary<infer Value> ? Value : never
type Seed = RandomChain['seeds'][number]

const lastError = 'msg handling error: could not execute local flow: something is wrong'

export function nodeOf({ release, seeds, balances, grant, delegated }: RandomChain): Lcd {
  const flows = seeds.map(flowOf)
  const history = Object.fromEntries(flows.map((flow, index) => [flow.id, historyOf(seeds[index], flow)]))
  const lcd = createLcd({
    release,
    state: state({ time: after(0), flows, history, trustlessAgents: agents }, start),
    behave({ id, msgs }) {
      const seed = seeds[Number(id) - 1]
      // Without an earlier run, a forecast estimates this fee.
      if (seed && isNew(seed)) return { outcome: 'succeeded', execFee: [uinto(50_000 * msgs.length)] }
      return seed?.newest === 'failed' ? { outcome: 'failed', error: lastError } : undefined
    },
  })
  const { accounts } = lcd
  const deposit = (account: string, amount = 0) => {
    accounts.balances[account] = amount > 0 ? [uinto(amount)] : []
  }
  for (const [index, wallet] of wallets.entries()) deposit(wallet, balances[index])
  for (const [index, { feeAddress }] of flows.entries()) deposit(feeAddress, seeds[index]?.feeFunds)
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

function flowOf(seed: Seed, index: number): Partial<Flow> & Pick<Flow, 'id' | 'feeAddress' | 'msgs'> {
  const { owner, interval, first, runs, isEndOnRun, controller, feeLimit, configuration, conditions } = seed
  const isOwn = controller === 'own'
  const end = interval > 0 ? first + interval * (runs - 1) + (isEndOnRun ? 0 : 7) : first
  return {
    id: String(index + 1),
    owner,
    feeAddress: address(`fees ${index}`),
    msgs: seed.messages.map(({ kind, amount }) =>
      controller
        ? messages[remoteKinds.includes(kind) ? kind : 'send']('ICA_ADDR', amount)
        : messages[kind](owner, amount),
    ),
    interval: `${interval}s`,
    startTime: after(-3_600),
    execTime: after(seed.newest === 'stopped' ? -600 : first),
    endTime: after(end),
    selfHostedIca: isOwn ? { portId: `icacontroller-${owner}`, connectionId } : null,
    trustlessAgent: controller && !isOwn ? { agentAddress: controller, feeLimit, connectionId: '' } : null,
    configuration,
    conditions: controller ? { ...conditions, feedbackLoops: [] } : conditions,
  }
}

/** A loop that changes the first message prevents all messages. */
function isIdle({ controller, conditions }: Seed): boolean {
  return !controller && conditions.feedbackLoops.length > 0
}

function isNew(seed: Seed): boolean {
  return !isIdle(seed) && (seed.newest === 'none' || seed.messages.some(({ kind }) => newKinds.includes(kind)))
}

/** Returns runs with the fees and responses of the in-memory node, so that forecasts need no estimates. */
function historyOf(seed: Seed | undefined, { msgs }: Pick<Flow, 'msgs'>): Partial<HistoryEntry>[] {
  if (!seed || isNew(seed)) return []
  const { newest, controller, configuration } = seed
  const more = msgs.length - 1
  const fee = controller ? 27_920 + 11_040 * more + (controller === 'own' ? 0 : 9_360) : 19_200 + 28_320 * more
  const failedFee = controller ? fee : 13_520 + 28_320 * more
  const nothing = { executed: false, msgResponses: [], execFee: [] }
  const responses = configuration.saveResponses ? msgs.map(responseTo) : []
  const packetSequences = controller ? ['1'] : []
  const succeeded = isIdle(seed)
    ? { ...nothing, execFee: [uinto(11_200)] }
    : { execFee: [uinto(fee)], msgResponses: responses, packetSequences }
  const failed = { ...nothing, execFee: [uinto(failedFee)], errors: [lastError] }
  const last = {
    succeeded,
    failed,
    skipped: nothing,
    none: succeeded,
    stopped: { ...nothing, errors: ['balance too low to deduct expected fee'] },
  }[newest]
  return [failed, succeeded, last].map((entry, index) => ({
    ...entry,
    scheduledExecTime: after(-1_800 + index * 600),
    actualExecTime: after(-1_799 + index * 600),
  }))
}

function responseTo(message: AnyMessage): AnyMessage {
  const type = `${message['@type']}Response`
  if (type.includes('Withdraw')) return { '@type': type, amount: [uinto(0)] }
  if (type.includes('MsgTransfer')) return { '@type': type, sequence: '1' }
  return type.includes('MsgExecResponse') ? { '@type': type, results: [''] } : { '@type': type }
}
