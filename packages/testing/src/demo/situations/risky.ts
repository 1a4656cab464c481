import { accountOn, quiet } from '../accounts.js'
import { comparison, conditioned, configured, ica } from '../clauses.js'
import { day, hour, minute, week } from '../durations.js'
import {
  delegate,
  hubValidator,
  pay,
  uinto,
  undelegate,
  uqck,
  validator,
  vote,
  withdraw,
  withPermission,
} from '../messages.js'
import { failed, inactiveClient, rewards, tooFewShares, tooManyUnbondings } from '../outcomes.js'
import { leo, mia, nora, sam, shop, teacher, treasury } from './people.js'
import { ago, type Situation } from './situation.js'

/** Most of these flows will fail or skip a run unless their owner acts. */
export const risky: readonly Situation[] = [
  {
    label: 'Newspaper subscription',
    owner: mia,
    every: day,
    first: ago(9 * day - 25 * minute),
    flow: { msgs: [pay(mia, shop, uinto(1_800_000))], ...configured({ walletFallback: false }) },
  },
  {
    label: 'Gym membership, paid from Leo’s wallet',
    owner: mia,
    every: hour,
    first: ago(5 * hour - 35 * minute),
    flow: { msgs: [withPermission(mia, [pay(leo, shop, uinto(400_000))])] },
  },
  {
    // The permission allows 11 INTO more, which is enough for two runs.
    label: 'School lunches, within the harbour’s allowance',
    owner: mia,
    every: 2 * hour,
    first: ago(11 * hour - 50 * minute),
    flow: { msgs: [withPermission(mia, [pay(treasury, teacher, uinto(4_500_000))])] },
  },
  {
    label: 'Unstake a little every day',
    owner: nora,
    every: day,
    first: ago(7 * day - 70 * minute),
    flow: { msgs: [undelegate(nora, validator(7), uinto(3_000_000))] },
    execution: sequence => (sequence > 7 ? failed(tooManyUnbondings) : undefined),
  },
  {
    label: 'Stake on the quiet chain',
    owner: nora,
    every: 6 * hour,
    first: ago(4 * day - 95 * minute),
    flow: {
      msgs: [delegate(accountOn(quiet, nora).address, hubValidator(3), uqck(200_000))],
      ...ica(nora, quiet),
    },
    execution: sequence => (sequence > 16 ? failed(inactiveClient) : undefined),
  },
  {
    label: 'Claim rewards above 0.2 INTO',
    owner: sam,
    every: 3 * hour,
    first: ago(2 * day - 110 * minute),
    flow: {
      msgs: [withdraw(sam, validator(3))],
      ...conditioned({ comparisons: [comparison({ operand: '200000uinto' })] }),
    },
    execution: sequence => rewards(uinto(sequence < 16 ? 290_000 - sequence * 5_000 : 180_000)),
  },
  {
    label: 'Restake above 1 INTO, without saved rewards',
    owner: nora,
    every: 4 * hour,
    first: ago(3 * day - 130 * minute),
    flow: {
      msgs: [withdraw(nora, validator(4)), delegate(nora, validator(4), uinto(250_000))],
      ...configured({ saveResponses: false }),
      ...conditioned({ comparisons: [comparison({ operand: '1000000uinto' })] }),
    },
  },
  {
    // Without an earlier run, it is unknown whether the proposal can be voted on.
    label: 'Vote on the next upgrade',
    owner: nora,
    every: day,
    first: 150 * minute,
    flow: { msgs: [vote(nora, '31')] },
  },
  {
    label: 'Unstake 80 INTO for the new roof',
    owner: nora,
    every: 2 * week,
    first: ago(4 * week - 170 * minute),
    flow: { msgs: [undelegate(nora, validator(4), uinto(80_000_000))] },
    execution: sequence => (sequence > 2 ? failed(tooFewShares) : undefined),
  },
]
