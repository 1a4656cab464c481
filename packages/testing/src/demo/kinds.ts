import { address } from '../builders.js'
import { BALANCE_TOO_LOW, type Execution, hostError, NO_ACTIVE_CHANNEL } from '../chain/execution.js'
import type { Flow, InterchainAccount } from '../chain/state.js'
import {
  authorized,
  byAgentOf,
  comparison,
  conditioned,
  configured,
  delegate,
  failed,
  hubValidator,
  INSUFFICIENT,
  ica,
  icq,
  loop,
  NO_GRANT,
  rewards,
  send,
  swap,
  swapped,
  transfer,
  validator,
  withdraw,
} from './parts.js'

/** Who a flow is made for, and what decides its details. */
export interface Maker {
  owner: string
  /** The owner's account on the other chain. */
  account: string
  agents: readonly InterchainAccount[]
  /** Ids of flows that were made before. */
  earlier: readonly string[]
  pick: <Item>(items: readonly [Item, ...Item[]]) => Item
  /** An integer from `from` to `to`. */
  between: (from: number, to: number) => number
}

/** Something that people automate. */
export interface Kind {
  labels: readonly [string, ...string[]]
  /** Seconds. */
  intervals: readonly [number, ...number[]]
  /** How often it is made, next to the others. */
  weight: number
  make: (maker: Maker) => Partial<Flow>
  /** How its executions go; well where nothing is said. */
  execution?: (sequence: number, maker: Maker) => Execution | undefined
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WEEK = 7 * DAY

const rent: Kind = {
  labels: [
    'Pay rent',
    'Allowance for Mia',
    'Split the streaming bill',
    'Monthly donation',
    'Salary',
    'Savings',
    '家賃の支払い',
    'Miete an die WG 🏠',
  ],
  intervals: [HOUR, DAY, WEEK, 30 * DAY],
  weight: 10,
  make: maker => ({ msgs: [send(maker)] }),
}

const autocompound: Kind = {
  labels: ['Autocompound validator rewards', 'Autocompound', 'Restake rewards every day'],
  intervals: [HOUR, 6 * HOUR, DAY],
  weight: 8,
  make({ owner, between }) {
    const to = validator(between(1, 9))
    return {
      msgs: [withdraw(owner, to), delegate(owner, to, 1_000_000)],
      ...conditioned({ feedbackLoops: [loop()] }),
    }
  },
  execution: (_, maker) => rewards(maker),
}

const dca: Kind = {
  labels: ['DCA ATOM', 'DCA ATOM, 5 OSMO a day', 'Rebalance 60/40', 'Buy the dip'],
  intervals: [HOUR, 12 * HOUR, DAY],
  weight: 8,
  make: maker => ({ msgs: [swap(maker.account, 5_000_000)], ...ica(maker) }),
  execution: (_, maker) => (maker.between(1, 40) === 1 ? failed(hostError(7)) : swapped(maker)),
}

const timesOut: Kind = {
  labels: ['DCA ATOM', 'Sweep to cold storage', 'Swap fees to INTO'],
  intervals: [HOUR, 6 * HOUR],
  weight: 2,
  make: maker => ({ msgs: [swap(maker.account, 2_000_000)], ...ica(maker), ...configured({ stopOnTimeout: true }) }),
  execution: (sequence, maker) => (sequence % 23 === 7 ? { outcome: 'timedOut' } : swapped(maker)),
}

const neverAnswered: Kind = {
  labels: ['Send on the other chain', 'Pay the Hub subscription'],
  intervals: [HOUR, DAY],
  weight: 2,
  make: maker => ({ msgs: [send(maker, maker.account), send(maker, maker.account)], ...ica(maker) }),
  execution: sequence => (sequence === 12 ? { outcome: 'unanswered' } : undefined),
}

const byAgent: Kind = {
  labels: ['Restake on the Cosmos Hub', 'Claim and stake through the agent', 'Agent: vote with the validator'],
  intervals: [6 * HOUR, DAY],
  weight: 6,
  make(maker) {
    const to = hubValidator(maker.between(1, 9))
    const hub = address(maker.owner, 'cosmos')
    return byAgentOf(maker, [withdraw(hub, to), delegate(hub, to, 250_000)])
  },
  execution: sequence => (sequence <= 2 ? failed(hostError(2)) : undefined),
}

const noChannel: Kind = {
  labels: ['ICA without a connection', 'Stake on a chain to come'],
  intervals: [DAY],
  weight: 2,
  make: maker => ({
    msgs: [delegate(maker.account, hubValidator(3), 700_000)],
    selfHostedIca: { portId: `icacontroller-${maker.owner}`, connectionId: 'connection-7' },
  }),
  execution: () => failed(NO_ACTIVE_CHANNEL),
}

const bridge: Kind = {
  labels: ['Send to Osmosis', 'Top up the hot wallet', 'Bridge profits'],
  intervals: [12 * HOUR, DAY, WEEK],
  weight: 5,
  make: maker => ({ msgs: [transfer(maker)] }),
}

const stakeWeekly: Kind = {
  labels: ['Stake 5 INTO', 'Stake my savings', '毎週ステーキング'],
  intervals: [DAY, WEEK],
  weight: 4,
  make: ({ owner, between }) => ({ msgs: [delegate(owner, validator(between(1, 9)), 5_000_000)] }),
}

const whenRich: Kind = {
  labels: ['Only while the other account holds more than 1,000', 'Invoice when funded'],
  intervals: [HOUR, 6 * HOUR],
  weight: 4,
  make: maker => ({
    msgs: [send(maker, maker.account)],
    ...ica(maker),
    ...conditioned({
      comparisons: [
        comparison({ responseKey: '', valueType: 'math.Int', operand: '1000', icqConfig: icq() }),
        comparison({ responseKey: '', valueType: 'math.Int', operator: 'LESS_EQUAL', operand: '5', icqConfig: icq() }),
      ],
    }),
  }),
  execution(_, { between }) {
    const balance = btoa(String(between(200, 9_000)))
    return { outcome: 'succeeded', queryResponses: [balance, balance] }
  },
}

const withAmount: Kind = {
  labels: ['Amount from the other chain', 'Mirror the vault'],
  intervals: [6 * HOUR, DAY],
  weight: 2,
  make: maker => ({
    msgs: [send(maker)],
    ...conditioned({
      feedbackLoops: [
        loop({ msgsIndex: 0, msgKey: 'Amount.[0].Amount', responseKey: '', valueType: 'math.Int', icqConfig: icq() }),
      ],
    }),
  }),
}

const worthIt: Kind = {
  labels: ['Compare rewards', 'Restake when it is worth the fee'],
  intervals: [HOUR, DAY],
  weight: 3,
  make({ owner, between }) {
    const to = validator(between(1, 9))
    const comparisons = [comparison({ operand: '40000uinto', differenceMode: between(0, 1) === 1 })]
    return {
      msgs: [withdraw(owner, to), delegate(owner, to, 100_000)],
      ...conditioned({ comparisons, feedbackLoops: [loop()], useAndForComparisons: true }),
    }
  },
  execution: (_, maker) => rewards(maker),
}

const afterAnother: Kind = {
  labels: ['After the salary only', 'Follow-up payment', 'Stops once the loan is paid'],
  intervals: [HOUR, DAY],
  weight: 4,
  make(maker) {
    const other = () => maker.earlier[maker.between(0, maker.earlier.length - 1)] ?? '1'
    const list = maker.pick(['skipOnFailureOf', 'skipOnSuccessOf', 'stopOnFailureOf', 'stopOnSuccessOf'])
    return { msgs: [send(maker)], ...conditioned({ [list]: [other()] }) }
  },
}

const outOfFunds: Kind = {
  labels: ['Sends more than there is', 'Pay back the loan', 'Rent, if there is enough'],
  intervals: [6 * HOUR, DAY],
  weight: 4,
  make: maker => ({ msgs: [send(maker)] }),
  execution: (_, { between }) => (between(1, 3) > 1 ? failed(INSUFFICIENT) : undefined),
}

const outOfFees: Kind = {
  labels: ['No wallet fallback', 'Forgotten experiment', 'Test flow, please ignore'],
  intervals: [HOUR, DAY],
  weight: 4,
  make: maker => ({ msgs: [send(maker)], ...configured({ walletFallback: false }) }),
  execution: sequence => (sequence === 9 ? failed(BALANCE_TOO_LOW) : undefined),
}

const untilItWorks: Kind = {
  labels: ['Claim the airdrop', 'Mint when it opens', 'Try until it works'],
  intervals: [HOUR, 6 * HOUR],
  weight: 3,
  make: maker => ({
    msgs: [authorized(maker.owner, [send(maker)])],
    ...configured({ stopOnSuccess: true, saveResponses: false }),
  }),
  execution: sequence => (sequence < 6 ? failed(NO_GRANT) : undefined),
}

const untilItFails: Kind = {
  labels: ['Drain the faucet', 'Stops on failure'],
  intervals: [HOUR, 6 * HOUR],
  weight: 3,
  make: maker => ({ msgs: [send(maker)], ...configured({ stopOnFailure: true, updatingDisabled: true }) }),
  execution: sequence => (sequence === 31 ? failed(INSUFFICIENT) : undefined),
}

const once: Kind = {
  labels: ['Birthday gift 🎁', 'Inheritance', 'Pay the invoice of May', 'Vesting cliff'],
  intervals: [0],
  weight: 6,
  make: maker => ({ msgs: [send(maker)] }),
}

const oddlyNamed: Kind = {
  labels: [
    '',
    'x'.repeat(200),
    'A label that goes on and on, as some people like to write the whole story of a payment into it, who gets it and why, what was agreed on and when, and what is to be done should it ever fail. Ask Ann first!',
    '<script>alert(1)</script>',
    'a "quoted" label\nwith a line',
    'Stündlich 日本語 🚀',
    '👩‍👩‍👧‍👦👩🏽‍🚀🏳️‍🌈',
    'دفعة شهرية',
    '  spaces around  ',
    '&lt;b&gt;not bold&lt;/b&gt;',
    "Robert'); DROP TABLE flows;--",
  ],
  intervals: [DAY, WEEK],
  weight: 7,
  make: maker => ({ msgs: [send(maker)] }),
}

const bare: Kind = {
  labels: ['Imported at genesis', 'Migrated'],
  intervals: [DAY],
  weight: 2,
  make: maker => ({
    msgs: [send(maker)],
    selfHostedIca: null,
    trustlessAgent: null,
    configuration: null,
    conditions: null,
  }),
}

/** What most flows do, each as often as its weight says. */
export const KINDS: readonly Kind[] = [
  rent,
  autocompound,
  dca,
  timesOut,
  neverAnswered,
  byAgent,
  noChannel,
  bridge,
  stakeWeekly,
  whenRich,
  withAmount,
  worthIt,
  afterAnother,
  outOfFunds,
  outOfFees,
  untilItWorks,
  untilItFails,
  once,
  oddlyNamed,
  bare,
]

/** What always runs, so that there is something to see at any moment. */
export const HEARTBEATS: readonly Kind[] = [
  { ...rent, labels: ['Streaming payment'], intervals: [15] },
  { ...autocompound, labels: ['Autocompound, as often as it goes'], intervals: [30] },
  { ...rent, labels: ['Pay as you go'], intervals: [20] },
  { ...outOfFunds, labels: ['Top up, when there is enough'], intervals: [45] },
  { ...dca, labels: ['DCA ATOM every minute'], intervals: [MINUTE] },
  {
    ...byAgent,
    labels: ['Restake on the Cosmos Hub, every minute and a half'],
    intervals: [90],
    execution: (_, { between }) => (between(1, 4) === 1 ? failed(hostError(2)) : undefined),
  },
  { ...whenRich, labels: ['Only while the vault holds more than 1,000'], intervals: [75] },
  { ...bridge, labels: ['Send to Osmosis, bit by bit'], intervals: [2 * MINUTE] },
  { ...rent, labels: ['Every five minutes'], intervals: [5 * MINUTE] },
]
