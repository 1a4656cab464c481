import { accountOn, HUB, OSMOSIS } from '../accounts.js'
import { voteAgent } from '../agents.js'
import { comparison, conditioned, ica, icq, throughAgent } from '../clauses.js'
import { DAY, HOUR, MINUTE, MONTH, WEEK } from '../kind.js'
import { delegate, hubValidator, pay, swap, uatom, uinto, vote } from '../messages.js'
import { balances } from '../outcomes.js'
import { ago, type Member } from './member.js'
import { garden, landlord, leo, mia, nora, teacher, theo, treasury } from './people.js'

/** Flows with which nothing is wrong, and nothing done yet. Other chains answer while one watches. */
export const waiting: readonly Member[] = [
  {
    label: 'Vote with the validator',
    owner: nora,
    every: WEEK,
    first: ago(30),
    flow: throughAgent(voteAgent, [vote(accountOn(HUB, nora).address, '84')]),
    execution: () => ({ outcome: 'succeeded', answerAfter: 45_000 }),
  },
  {
    label: 'Stake the bonus on the Hub',
    owner: nora,
    every: MONTH,
    first: ago(4 * MINUTE),
    runs: 6,
    flow: { msgs: [delegate(accountOn(HUB, nora).address, hubValidator(2), uatom(40_000_000))], ...ica(nora, HUB) },
    execution: () => ({ outcome: 'succeeded', answerAfter: 6 * MINUTE * 1_000 }),
  },
  {
    label: 'Sell OSMO every ten minutes, over a slow relayer',
    owner: theo,
    every: 10 * MINUTE,
    first: ago(5 * HOUR + 3 * MINUTE),
    flow: { msgs: [swap(accountOn(OSMOSIS, theo).address, 3_000_000)], ...ica(theo) },
    execution: () => ({ outcome: 'succeeded', answerAfter: 9 * MINUTE * 1_000 }),
  },
  {
    label: 'Settle the trade of today',
    owner: theo,
    every: 0,
    first: ago(8 * MINUTE),
    flow: { msgs: [swap(accountOn(OSMOSIS, theo).address, 90_000_000)], ...ica(theo) },
    execution: () => ({ outcome: 'succeeded', answerAfter: 11 * MINUTE * 1_000 }),
  },
  {
    label: 'Share the rewards of the vault',
    owner: treasury,
    every: DAY,
    first: ago(2 * MINUTE),
    flow: {
      msgs: [pay(treasury, garden, uinto(25_000_000))],
      ...conditioned({ comparisons: [comparison({ icqConfig: icq({ timeoutDuration: '300s' }) })] }),
    },
    execution: () => ({ outcome: 'unanswered' }),
  },
  {
    label: 'Buy the dip under 4 OSMO',
    owner: theo,
    every: 12 * HOUR,
    first: ago(14 * DAY + 4 * HOUR),
    flow: {
      msgs: [swap(accountOn(OSMOSIS, theo).address, 50_000_000)],
      ...ica(theo),
      ...conditioned({
        comparisons: [
          comparison({
            responseKey: '',
            valueType: 'math.Int',
            operator: 'SMALLER_THAN',
            operand: '4000000',
            icqConfig: icq({ connectionId: OSMOSIS, chainId: 'osmosis-1' }),
          }),
        ],
      }),
    },
    execution: run => balances(5_100_000 + ((run * 7_919) % 90_000)),
  },
  {
    label: 'Second half of the lessons, unless the first is paid',
    owner: mia,
    every: WEEK,
    first: ago(2 * DAY),
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
    first: 12 * DAY,
    flow: { msgs: [pay(mia, landlord, uinto(1_700_000_000))] },
  },
  {
    label: 'Savings for Leo, from next week on',
    owner: mia,
    every: MONTH,
    first: 9 * DAY,
    flow: { msgs: [pay(mia, leo, uinto(40_000_000))] },
  },
  {
    label: 'Harvest festival, every year',
    owner: treasury,
    every: 12 * MONTH,
    first: 14 * MONTH,
    runs: 2,
    flow: { msgs: [pay(treasury, garden, uinto(900_000_000))] },
  },
]
