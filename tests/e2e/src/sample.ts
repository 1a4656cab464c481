import {
  type AccountsState,
  address,
  type ChainState,
  type Flow,
  flow,
  type HistoryEntry,
  state,
} from '@flow-query/testing'
import { start } from '../../setup/browser-test.js'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export const alice = address('alice')
export const bob = address('bob')
/** A valid address without flows. */
export const nobody = address('nobody')
/** Alice's account on the other end of `connection-0`. */
export const account = address('account of alice', 'osmo', 32)
export const agent = address('agent', 'into', 32)

const atom = 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2'

/** The ids of the flows in {@link sample}. */
export const ids = {
  rent: '1',
  interchain: '2',
  scheduled: '3',
  completed: '4',
  stopped: '5',
  conditions: '6',
  markup: '7',
  long: '8',
  rightToLeft: '9',
  lines: '10',
  empty: '11',
}

export const labels = {
  markup: `<img src=x onerror="window.broken = true"><script>window.broken = true</script> & "quotes" 'n' \`ticks\``,
  long: 'Autocompound'.repeat(17).slice(0, 200),
  rightToLeft: '\u202Eדמי שכירות\u202E إيجار',
  lines: 'First line\nsecond line\r\n\tthird line',
}

export const hostError =
  'error handling packet on host chain: see host chain events for details, error: ABCI code: 5: error handling packet: see events for details'

/** The outcomes of the runs of the flow `interchain`, oldest first. They include each outcome and several problems. */
export const outcomes = [
  'succeeded',
  'failed',
  'timedOut',
  'skipped',
  'unacknowledged',
  'failed',
  'failed',
  'failed',
  'failed',
  'failed',
  'pending',
] as const

const problems = [
  'balance too low to deduct expected fee',
  'msg handling error: could not execute local flow: spendable balance 1000uinto is smaller than 900000uinto: insufficient funds',
  'msg handling error: could not execute local flow: authorization not found: unauthorized',
  'msg handling error: no active channel for this owner',
  'conditions to execute not met: no response for comparison',
]

/** Creates a small chain with one flow of each kind. No flow is due within the next minutes. */
export function sample(now: number = start): ChainState {
  const at = (ms: number) => new Date(now + ms).toISOString()
  const over = { startTime: at(-3 * day), execTime: at(-2 * hour) }
  const flows: Partial<Flow>[] = [
    { label: 'Pay rent', owner: alice },
    {
      label: 'Stake on Osmosis',
      owner: alice,
      selfHostedIca: { portId: `icacontroller-${alice}`, connectionId: 'connection-0' },
      msgs: [
        {
          '@type': '/cosmos.authz.v1beta1.MsgExec',
          grantee: account,
          msgs: [
            {
              '@type': '/cosmos.staking.v1beta1.MsgDelegate',
              delegator_address: account,
              validator_address: address('validator', 'osmovaloper'),
              amount: { denom: 'uosmo', amount: '5000000' },
            },
          ],
        },
      ],
    },
    { label: 'Pay the gardener', owner: bob, startTime: at(day), execTime: at(day + hour) },
    { label: 'Pay back the loan', owner: bob, ...over, endTime: at(-2 * hour + minute) },
    { label: 'Buy ATOM', owner: bob, ...over, endTime: at(30 * day) },
    {
      label: 'Restake when it pays',
      owner: alice,
      trustlessAgent: { agentAddress: agent, feeLimit: [{ denom: 'uinto', amount: '50000' }], connectionId: '' },
      conditions: {
        feedbackLoops: [
          {
            flowId: '0',
            responseIndex: 0,
            responseKey: 'Amount.[0]',
            msgsIndex: 0,
            msgKey: 'Amount',
            valueType: 'sdk.Coin',
            differenceMode: false,
            icqConfig: null,
          },
        ],
        comparisons: [
          {
            flowId: '0',
            responseIndex: 0,
            responseKey: '',
            valueType: 'math.Int',
            operator: 'LARGER_THAN',
            operand: '1000',
            differenceMode: false,
            icqConfig: {
              connectionId: 'connection-0',
              chainId: 'osmosis-1',
              timeoutPolicy: 'REJECT_QUERY_RESPONSE',
              timeoutDuration: '50s',
              queryType: 'store/bank/key',
              queryKey: 'AiBe/rO5rjxvXcCpVTYDcXYKqyJhwGxRKQp/7fudyZ49s3VpbnRv',
              response: null,
            },
          },
        ],
        stopOnSuccessOf: [],
        stopOnFailureOf: ['2'],
        skipOnFailureOf: ['1'],
        skipOnSuccessOf: [],
        useAndForComparisons: true,
      },
    },
    { label: labels.markup },
    {
      label: labels.long,
      msgs: [
        {
          '@type': '/some.chain.v1.MsgThatNobodyKnows',
          text: 'x'.repeat(300),
          amount: [
            { denom: atom, amount: '123456789012345678901234567890' },
            { denom: 'uinto', amount: '1' },
          ],
        },
      ],
    },
    { label: labels.rightToLeft },
    { label: labels.lines },
    { label: '' },
  ]
  return state(
    {
      flows: flows.map((changes, index) => flow({ ...changes, id: `${index + 1}` }, now)),
      history: {
        [ids.rent]: Array.from({ length: 12 }, (_, index) => wentWell(at((index - 12) * hour))),
        [ids.interchain]: interchainHistory(at),
        [ids.completed]: [wentWell(at(-3 * hour)), wentWell(at(-2 * hour))],
      },
      trustlessAgents: [
        {
          agentAddress: agent,
          icaConfig: { portId: `icacontroller-${agent}`, connectionId: 'connection-0' },
          feeConfig: { feeAdmin: bob, feeCoinsSupported: [{ denom: 'uinto', amount: '20' }] },
        },
      ],
      accounts: sampleAccounts(),
      interchainAccounts: [
        { owner: alice, connectionId: 'connection-0', address: account },
        { owner: agent, connectionId: 'connection-0', address: address('account of the agent', 'osmo', 32) },
      ],
    },
    now,
  )
}

/**
 * With these balances, the rent is paid, the gardener is not, and a part of the balance for the loan remains. The channel to the other
 * chain is open.
 */
function sampleAccounts(): AccountsState {
  const uinto = (amount: number) => [{ denom: 'uinto', amount: `${amount}` }]
  return {
    balances: {
      [alice]: uinto(2_000_000),
      [address('owner')]: uinto(500_000_000),
      [feeAccountOf(ids.rent)]: uinto(200_000),
      [feeAccountOf(ids.interchain)]: uinto(90_000_000),
      [feeAccountOf(ids.completed)]: uinto(442_880),
    },
    spendableBalances: {},
    grants: [],
    channels: { 'connection-0': [channel(alice), channel(agent)] },
    connections: {},
    clients: {},
    unbondingDelegations: {},
    delegations: {},
    stakingParams: {},
    authAccounts: {},
    acknowledgements: {},
  }
}

export const feeAccountOf = (id: string) => address(`fees of ${id}`)

function channel(owner: string): AccountsState['channels'][string][number] {
  return {
    port_id: `icacontroller-${owner}`,
    channel_id: `channel-${owner === alice ? 0 : 1}`,
    state: 'STATE_OPEN',
    ordering: 'ORDER_UNORDERED',
    version: '',
  }
}

function wentWell(time: string): Partial<HistoryEntry> {
  return { scheduledExecTime: time, actualExecTime: later(time, 400) }
}

/** See {@link outcomes}. */
function interchainHistory(at: (ms: number) => string): Partial<HistoryEntry>[] {
  const open = { executed: false, msgResponses: [], packetSequences: [] }
  const entries: Partial<HistoryEntry>[] = [
    {
      executed: true,
      msgResponses: [
        { '@type': '/cosmos.staking.v1beta1.MsgDelegateResponse', amount: { denom: 'uosmo', amount: '7' } },
      ],
      packetSequences: ['41'],
      queryResponses: [btoa('499982000'), btoa('\x00\x01\xff\xfe')],
      execFee: [
        { denom: 'uinto', amount: '27920' },
        { denom: atom, amount: '3' },
      ],
    },
    { ...open, errors: [hostError], packetSequences: ['42'] },
    { ...open, timedOut: true, packetSequences: ['43'] },
    { ...open, execFee: [] },
    { ...open, packetSequences: ['44'] },
    ...problems.map(problem => ({ ...open, errors: [problem] })),
    { ...open, packetSequences: ['45'] },
  ]
  return entries.map((entry, index) => {
    const time = at(-(entries.length - index) * hour + 30 * minute)
    return { ...entry, scheduledExecTime: time, actualExecTime: later(time, 12_345) }
  })
}

function later(time: string, ms: number): string {
  return new Date(Date.parse(time) + ms).toISOString()
}
