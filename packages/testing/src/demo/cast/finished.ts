import { hostError } from '../../chain/execution.js'
import { accountOn, HUB, OSMOSIS } from '../accounts.js'
import { configured, ica } from '../clauses.js'
import { DAY, HOUR, MONTH, WEEK } from '../kind.js'
import { delegate, hubValidator, OSMO, pay, swap, uatom, uinto } from '../messages.js'
import { failed, insufficient, swapped } from '../outcomes.js'
import { ago, type Member } from './member.js'
import { leo, mia, nora, sam, shop, teacher, theo, treasury } from './people.js'

/** Flows that came to their end, well or not. */
export const finished: readonly Member[] = [
  {
    label: 'A year of swimming lessons',
    owner: mia,
    every: MONTH,
    first: ago(13 * MONTH),
    runs: 12,
    flow: { msgs: [pay(mia, teacher, uinto(30_000_000))] },
  },
  {
    label: 'Vesting of the founders',
    owner: treasury,
    every: WEEK,
    first: ago(60 * WEEK),
    runs: 52,
    flow: { msgs: [pay(treasury, theo, uinto(200_000_000), { denom: OSMO, amount: '50000000' })] },
  },
  {
    label: 'Birthday gift for Leo 🎁',
    owner: mia,
    every: 0,
    first: ago(20 * DAY),
    flow: { msgs: [pay(mia, leo, uinto(25_000_000))] },
  },
  {
    label: 'Stop loss until Friday, as long as it goes well',
    owner: theo,
    every: 12 * HOUR,
    first: ago(16 * DAY),
    runs: 14,
    flow: {
      msgs: [swap(accountOn(OSMOSIS, theo).address, 6_000_000)],
      ...ica(theo),
      ...configured({ stopOnFailure: true }),
    },
    execution: run => swapped(74_000 - run * 300),
  },
  {
    label: 'Invoice of May from the bicycle shop',
    owner: sam,
    every: 0,
    first: ago(40 * DAY),
    flow: { msgs: [pay(sam, shop, uinto(310_000_000))] },
    execution: () => failed(insufficient(12_400_000, 310_000_000)),
  },
  {
    label: 'Three swaps, none of which worked',
    owner: sam,
    every: DAY,
    first: ago(11 * DAY),
    runs: 3,
    flow: { msgs: [swap(accountOn(OSMOSIS, sam).address, 1_000_000)], ...ica(sam) },
    execution: () => failed(hostError(5)),
  },
  {
    label: 'Move the stake to the Hub',
    owner: nora,
    every: 0,
    first: ago(6 * DAY),
    flow: { msgs: [delegate(accountOn(HUB, nora).address, hubValidator(1), uatom(15_000_000))], ...ica(nora, HUB) },
    execution: () => ({ outcome: 'timedOut' }),
  },
  {
    label: 'Close the position',
    owner: theo,
    every: 0,
    first: ago(2 * DAY),
    flow: { msgs: [swap(accountOn(OSMOSIS, theo).address, 44_000_000)], ...ica(theo) },
    execution: () => ({ outcome: 'unanswered' }),
  },
]
