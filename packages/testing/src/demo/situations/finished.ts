import { hostError } from '../../chain/execution.js'
import { accountOn, hub, osmosis } from '../accounts.js'
import { configured, ica } from '../clauses.js'
import { day, hour, month, week } from '../durations.js'
import { authorized, delegate, hubValidator, osmo, pay, swap, uatom, uinto } from '../messages.js'
import { failed, insufficient, swapped } from '../outcomes.js'
import { leo, mia, nora, sam, shop, teacher, theo, treasury } from './people.js'
import { ago, type Situation } from './situation.js'

export const finished: readonly Situation[] = [
  {
    label: 'A year of swimming lessons',
    owner: mia,
    every: month,
    first: ago(13 * month),
    runs: 12,
    flow: { msgs: [pay(mia, teacher, uinto(30_000_000))] },
  },
  {
    label: 'Vesting of the founders',
    owner: treasury,
    every: week,
    first: ago(60 * week),
    runs: 52,
    flow: { msgs: [pay(treasury, theo, uinto(200_000_000), { denom: osmo, amount: '50000000' })] },
  },
  {
    label: 'Birthday gift for Leo 🎁',
    owner: mia,
    every: 0,
    first: ago(20 * day),
    flow: { msgs: [pay(mia, leo, uinto(25_000_000))] },
  },
  {
    label: 'Stop loss until Friday, as long as it goes well',
    owner: theo,
    every: 12 * hour,
    first: ago(16 * day),
    runs: 14,
    flow: {
      msgs: [swap(accountOn(osmosis, theo).address, 6_000_000)],
      ...ica(theo),
      ...configured({ stopOnFailure: true }),
    },
    execution: sequence => swapped(74_000 - sequence * 300),
  },
  {
    label: 'Invoice of May from the bicycle shop',
    owner: sam,
    every: 0,
    first: ago(40 * day),
    flow: { msgs: [pay(sam, shop, uinto(310_000_000))] },
    execution: () => failed(insufficient(12_400_000, 310_000_000)),
  },
  {
    label: 'Three swaps that all failed',
    owner: sam,
    every: day,
    first: ago(11 * day),
    runs: 3,
    flow: { msgs: [swap(accountOn(osmosis, sam).address, 1_000_000)], ...ica(sam) },
    execution: () => failed(hostError(5)),
  },
  {
    label: 'Move the stake to the Hub',
    owner: nora,
    every: 0,
    first: ago(6 * day),
    flow: { msgs: [delegate(accountOn(hub, nora).address, hubValidator(1), uatom(15_000_000))], ...ica(nora, hub) },
    execution: () => ({ outcome: 'timedOut' }),
  },
  {
    label: 'Prizes for the whole club',
    owner: mia,
    every: 0,
    first: ago(12 * day),
    flow: {
      msgs: [
        authorized(
          mia,
          Array.from({ length: 20 }, () => pay(mia, leo, uinto(400_000))),
        ),
      ],
    },
    execution: () => ({ outcome: 'feeNotCollected' }),
  },
  {
    label: 'Close the position',
    owner: theo,
    every: 0,
    first: ago(2 * day),
    flow: { msgs: [swap(accountOn(osmosis, theo).address, 44_000_000)], ...ica(theo) },
    execution: () => ({ outcome: 'unacknowledged' }),
  },
]
