import { accountOn, hub, onHub, osmosis } from '../accounts.js'
import { voteAgent } from '../agents.js'
import { comparison, conditioned, ica, icq, throughAgent } from '../clauses.js'
import { day, hour, minute, month, week } from '../durations.js'
import { delegate, hubValidator, pay, swap, uatom, uinto, vote } from '../messages.js'
import { balances } from '../outcomes.js'
import { garden, landlord, leo, mia, nora, teacher, theo, treasury } from './people.js'
import { ago, type Situation } from './situation.js'

/** Other chains respond to some of these flows while you watch. */
export const waiting: readonly Situation[] = [
  {
    label: 'Vote with the validator',
    owner: nora,
    every: week,
    first: ago(30),
    flow: throughAgent(voteAgent, [vote(onHub(nora), '84')]),
    execution: () => ({ outcome: 'succeeded', answerAfter: 45_000 }),
  },
  {
    label: 'Stake the bonus on the Hub',
    owner: nora,
    every: month,
    first: ago(4 * minute),
    runs: 6,
    flow: { msgs: [delegate(accountOn(hub, nora).address, hubValidator(2), uatom(40_000_000))], ...ica(nora, hub) },
    execution: () => ({ outcome: 'succeeded', answerAfter: 6 * minute * 1_000 }),
  },
  {
    label: 'Sell OSMO every ten minutes, over a slow relayer',
    owner: theo,
    every: 10 * minute,
    first: ago(5 * hour + 3 * minute),
    flow: { msgs: [swap(accountOn(osmosis, theo).address, 3_000_000)], ...ica(theo) },
    execution: () => ({ outcome: 'succeeded', answerAfter: 9 * minute * 1_000 }),
  },
  {
    label: 'Settle the trade of today',
    owner: theo,
    every: 0,
    first: ago(8 * minute),
    flow: { msgs: [swap(accountOn(osmosis, theo).address, 90_000_000)], ...ica(theo) },
    execution: () => ({ outcome: 'succeeded', answerAfter: 11 * minute * 1_000 }),
  },
  {
    label: 'Share the rewards of the vault',
    owner: treasury,
    every: day,
    first: ago(2 * minute),
    flow: {
      msgs: [pay(treasury, garden, uinto(25_000_000))],
      ...conditioned({ comparisons: [comparison({ icqConfig: icq({ timeoutDuration: '300s' }) })] }),
    },
    execution: () => ({ outcome: 'unacknowledged' }),
  },
  {
    label: 'Buy the dip under 4 OSMO',
    owner: theo,
    every: 12 * hour,
    first: ago(14 * day + 4 * hour),
    flow: {
      msgs: [swap(accountOn(osmosis, theo).address, 50_000_000)],
      ...ica(theo),
      ...conditioned({
        comparisons: [
          comparison({
            responseKey: '',
            valueType: 'math.Int',
            operator: 'SMALLER_THAN',
            operand: '4000000',
            icqConfig: icq({ connectionId: osmosis, chainId: 'osmosis-1' }),
          }),
        ],
      }),
    },
    execution: sequence => balances(5_100_000 + ((sequence * 7_919) % 90_000)),
  },
  {
    label: 'Second half of the lessons, if the first is due',
    owner: mia,
    every: week,
    first: ago(2 * day),
    runs: 12,
    flow: {
      msgs: [pay(mia, teacher, uinto(15_000_000))],
      ...conditioned({ skipOnSuccessOf: ['Piano lessons, fees in ATOM'] }),
    },
  },
  {
    label: 'Deposit for the landlord',
    owner: mia,
    every: 0,
    first: 12 * day,
    flow: { msgs: [pay(mia, landlord, uinto(1_700_000_000))] },
  },
  {
    label: 'Savings for Leo, from next week on',
    owner: mia,
    every: month,
    first: 9 * day,
    flow: { msgs: [pay(mia, leo, uinto(40_000_000))] },
  },
  {
    label: 'Harvest festival, every year',
    owner: treasury,
    every: 12 * month,
    first: 14 * month,
    runs: 2,
    flow: { msgs: [pay(treasury, garden, uinto(900_000_000))] },
  },
]
