import { BALANCE_TOO_LOW, hostError, NO_ACTIVE_CHANNEL } from '../../chain/execution.js'
import { accountOn, HUB, OSMOSIS } from '../accounts.js'
import { claimAgent } from '../agents.js'
import { comparison, conditioned, configured, ica, loop, throughAgent } from '../clauses.js'
import { DAY, HOUR, MINUTE, MONTH, WEEK } from '../kind.js'
import { authorized, delegate, hubValidator, pay, swap, uatom, uinto, validator, withdraw } from '../messages.js'
import {
  failed,
  insufficient,
  NO_GRANT,
  NO_RESPONSES,
  NO_VALIDATOR,
  rewards,
  SENDING_DISABLED,
  swapped,
} from '../outcomes.js'
import { ago, type Member } from './member.js'
import { garden, landlord, mia, nora, sam, shop, theo, treasury } from './people.js'

/** Flows that run again, and went wrong when they last ran: for each cause that there is, since different times. */
export const failing: readonly Member[] = [
  {
    label: 'Pay back what Mia lent',
    owner: sam,
    every: WEEK,
    first: ago(9 * WEEK + 2 * DAY),
    runs: 40,
    flow: { msgs: [pay(sam, mia, uinto(75_000_000))] },
    execution: run => (run > 7 ? failed(insufficient(4_180_220, 75_000_000)) : undefined),
  },
  {
    label: 'Bills from the shared wallet',
    owner: mia,
    every: DAY,
    first: ago(43 * DAY + 4 * HOUR),
    flow: { msgs: [authorized(mia, [pay(sam, landlord, uinto(3_000_000))])] },
    execution: run => (run > 43 ? failed(NO_GRANT) : undefined),
  },
  {
    // Its channel was closed by the timeout of the flow that sweeps: see the stopped ones.
    label: 'Swap fees to ATOM',
    owner: sam,
    every: 6 * HOUR,
    first: ago(12 * DAY + HOUR),
    flow: { msgs: [swap(accountOn(OSMOSIS, sam).address, 800_000)], ...ica(sam) },
    execution: run => (run > 40 ? failed(NO_ACTIVE_CHANNEL) : swapped(9_800 + run)),
  },
  {
    label: 'Stake where there is no connection yet',
    owner: nora,
    every: 2 * DAY,
    first: ago(17 * DAY),
    flow: {
      msgs: [delegate(accountOn(HUB, nora).address, hubValidator(3), uatom(700_000))],
      ...ica(nora, 'connection-7'),
    },
    execution: () => failed(NO_ACTIVE_CHANNEL),
  },
  {
    label: 'Stake again while rewards are above 0.1 INTO',
    owner: sam,
    every: 6 * HOUR,
    first: ago(3 * DAY + 5 * HOUR),
    flow: {
      msgs: [withdraw(sam, validator(5)), delegate(sam, validator(5), uinto(100_000))],
      ...configured({ saveResponses: false }),
      ...conditioned({ comparisons: [comparison({ operand: '100000uinto' })], feedbackLoops: [loop()] }),
    },
    execution: () => failed(NO_RESPONSES),
  },
  {
    label: 'Sell OSMO every twelve hours',
    owner: theo,
    every: 12 * HOUR,
    first: ago(25 * DAY + 6 * HOUR),
    flow: { msgs: [swap(accountOn(OSMOSIS, theo).address, 12_000_000)], ...ica(theo) },
    execution: run => (run > 46 ? failed(hostError(5)) : swapped(149_000 - run * 40)),
  },
  {
    label: 'Claim on the Hub through the agent',
    owner: nora,
    every: DAY,
    first: ago(6 * DAY + 90 * MINUTE),
    flow: throughAgent(claimAgent, [withdraw(accountOn(HUB, nora).address, hubValidator(6))]),
    execution: () => failed(hostError(2)),
  },
  {
    label: 'Stake with a validator that is gone',
    owner: nora,
    every: WEEK,
    first: ago(30 * WEEK + DAY),
    flow: { msgs: [withdraw(nora, validator(8)), delegate(nora, validator(8), uinto(2_000_000))] },
    execution: run => (run > 26 ? failed(NO_VALIDATOR) : rewards(uinto(310_000 + run))),
  },
  {
    label: 'Donation to the garden',
    owner: sam,
    every: 3 * HOUR,
    first: ago(4 * DAY + HOUR),
    flow: { msgs: [pay(sam, garden, uinto(1_000_000))] },
    execution: run => (run > 30 ? failed(SENDING_DISABLED) : undefined),
  },
  {
    label: 'Bring the profits home',
    owner: theo,
    every: DAY,
    first: ago(10 * DAY + 9 * HOUR),
    flow: { msgs: [swap(accountOn(OSMOSIS, theo).address, 7_000_000)], ...ica(theo) },
    execution: run => (run === 11 ? { outcome: 'timedOut' } : undefined),
  },
  {
    label: 'Subscription on the Hub',
    owner: treasury,
    every: MONTH,
    first: ago(3 * MONTH + 5 * HOUR),
    flow: {
      msgs: [pay(accountOn(HUB, treasury).address, accountOn(HUB, shop).address, uatom(9_000_000))],
      ...ica(treasury, HUB),
    },
    execution: run => (run === 4 ? { outcome: 'unanswered' } : undefined),
  },
  {
    // A flow that cannot pay stops: it counts as late for a minute, and then as stopped.
    label: 'Instalments for the bicycle',
    owner: sam,
    every: WEEK,
    first: ago(5 * WEEK + 10),
    runs: 24,
    flow: { msgs: [pay(sam, shop, uinto(20_000_000))] },
    execution: run => (run === 6 ? failed(BALANCE_TOO_LOW) : undefined),
  },
]
