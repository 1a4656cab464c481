import { agentFeeNotPaid, agentNotFound } from '../../chain/accounts/payments.js'
import { hostError, noActiveChannel } from '../../chain/execution.js'
import { accountOn, hub, onHub, osmosis } from '../accounts.js'
import { claimAgent, retiredAgent } from '../agents.js'
import { comparison, conditioned, ica, loop, throughAgent } from '../clauses.js'
import { day, hour, minute, month, week } from '../durations.js'
import {
  authorized,
  delegate,
  hubValidator,
  pay,
  swap,
  uatom,
  uinto,
  validator,
  withdraw,
  withPermission,
} from '../messages.js'
import {
  failed,
  insufficient,
  noGrant,
  noNumber,
  noValidator,
  rewards,
  sendingDisabled,
  swapped,
  wrongSigner,
} from '../outcomes.js'
import { garden, landlord, leo, mia, nora, sam, shop, theo, treasury } from './people.js'
import { ago, type Situation } from './situation.js'

export const failing: readonly Situation[] = [
  {
    label: 'Pay back what Mia lent',
    owner: sam,
    every: week,
    first: ago(9 * week + 2 * day),
    runs: 40,
    flow: { msgs: [pay(sam, mia, uinto(75_000_000))] },
    execution: sequence => (sequence > 7 ? failed(insufficient(4_180_220, 75_000_000)) : undefined),
  },
  {
    label: 'Bills from the shared wallet',
    owner: mia,
    every: day,
    first: ago(43 * day + 4 * hour),
    flow: { msgs: [withPermission(mia, [pay(sam, landlord, uinto(3_000_000))])] },
    execution: sequence => (sequence > 43 ? failed(noGrant) : undefined),
  },
  {
    // The timeout of the sweeping flow in stopped.ts closed this flow's channel.
    label: 'Swap fees to ATOM',
    owner: sam,
    every: 6 * hour,
    first: ago(12 * day + hour),
    flow: { msgs: [swap(accountOn(osmosis, sam).address, 800_000)], ...ica(sam) },
    execution: sequence => (sequence > 40 ? failed(noActiveChannel) : swapped(9_800 + sequence)),
  },
  {
    label: 'Stake where there is no connection yet',
    owner: nora,
    every: 2 * day,
    first: ago(17 * day),
    flow: {
      msgs: [delegate(accountOn(hub, nora).address, hubValidator(3), uatom(700_000))],
      ...ica(nora, 'connection-7'),
    },
    execution: () => failed(noActiveChannel),
  },
  {
    label: 'Stake again while rewards are above 0.1 INTO',
    owner: sam,
    every: 6 * hour,
    first: ago(3 * day + 5 * hour),
    flow: {
      msgs: [withdraw(sam, validator(5)), delegate(sam, validator(5), uinto(100_000))],
      ...conditioned({
        comparisons: [comparison({ responseKey: 'Amount.[0].Amount', valueType: 'math.Int', operand: '100000uinto' })],
        feedbackLoops: [loop()],
      }),
    },
    execution: sequence => (sequence === 1 ? rewards(uinto(120_000)) : failed(noNumber)),
  },
  {
    label: 'Sell OSMO every twelve hours',
    owner: theo,
    every: 12 * hour,
    first: ago(25 * day + 6 * hour),
    flow: { msgs: [swap(accountOn(osmosis, theo).address, 12_000_000)], ...ica(theo) },
    execution: sequence => (sequence > 46 ? failed(hostError(5)) : swapped(149_000 - sequence * 40)),
  },
  {
    label: 'Claim on the Hub through the agent',
    owner: nora,
    every: day,
    first: ago(6 * day + 90 * minute),
    flow: throughAgent(claimAgent, [withdraw(onHub(nora), hubValidator(6))]),
    execution: () => failed(hostError(2)),
  },
  {
    label: 'Stake with a validator that is gone',
    owner: nora,
    every: week,
    first: ago(30 * week + day),
    flow: { msgs: [withdraw(nora, validator(8)), delegate(nora, validator(8), uinto(2_000_000))] },
    execution: sequence => (sequence > 26 ? failed(noValidator) : rewards(uinto(310_000 + sequence))),
  },
  {
    label: 'Donation to the garden',
    owner: sam,
    every: 3 * hour,
    first: ago(4 * day + hour),
    flow: { msgs: [pay(sam, garden, uinto(1_000_000))] },
    execution: sequence => (sequence > 30 ? failed(sendingDisabled) : undefined),
  },
  {
    label: 'Bring the profits home',
    owner: theo,
    every: day,
    first: ago(10 * day + 9 * hour),
    flow: { msgs: [swap(accountOn(osmosis, theo).address, 7_000_000)], ...ica(theo) },
    execution: sequence => (sequence === 11 ? { outcome: 'timedOut' } : undefined),
  },
  {
    label: 'Subscription on the Hub',
    owner: treasury,
    every: month,
    first: ago(3 * month + 5 * hour),
    flow: {
      msgs: [pay(accountOn(hub, treasury).address, accountOn(hub, shop).address, uatom(9_000_000))],
      ...ica(treasury, hub),
    },
    execution: sequence => (sequence === 4 ? { outcome: 'unacknowledged' } : undefined),
  },
  {
    label: 'Vote through an agent that charges more now',
    owner: leo,
    every: 3 * day,
    first: ago(19 * day + 7 * hour),
    flow: throughAgent(claimAgent, [withdraw(onHub(leo), hubValidator(6))], 20),
    execution: sequence => (sequence > 5 ? failed(agentFeeNotPaid) : undefined),
  },
  {
    label: 'Claim through an agent that is gone',
    owner: theo,
    every: 2 * day,
    first: ago(8 * day + 3 * hour),
    flow: throughAgent(retiredAgent, [withdraw(onHub(theo), hubValidator(6))]),
    execution: () => failed(agentNotFound(retiredAgent.owner)),
  },
  {
    label: 'Pay the rent as Mia',
    owner: leo,
    every: day,
    first: ago(4 * day + 5 * hour),
    flow: { msgs: [authorized(mia, [authorized(leo, [pay(leo, landlord, uinto(3_000_000))])])] },
    execution: () => failed(wrongSigner),
  },
  {
    label: 'Allowance for twelve cousins',
    owner: mia,
    every: day,
    first: ago(14 * day + 7 * hour + 20 * minute),
    flow: {
      msgs: [
        authorized(
          mia,
          Array.from({ length: 12 }, () => pay(mia, leo, uinto(100_000))),
        ),
      ],
    },
    execution: sequence =>
      sequence > 12 && sequence < 16
        ? { outcome: 'feeNotCollected' }
        : { outcome: 'succeeded', execFee: [uinto(102_800)] },
  },
]
