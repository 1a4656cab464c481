import { accountOn, HUB, OSMOSIS } from '../accounts.js'
import { restakeAgent } from '../agents.js'
import { comparison, conditioned, configured, ica, icq, loop, throughAgent } from '../clauses.js'
import { DAY, HOUR, MONTH, WEEK } from '../kind.js'
import {
  ATOM,
  ATOM_ON_OSMOSIS,
  delegate,
  hubValidator,
  OSMO,
  pay,
  swap,
  transfer,
  uatom,
  uinto,
  validator,
  withdraw,
} from '../messages.js'
import { balances, rewards, swapped } from '../outcomes.js'
import { ago, type Member } from './member.js'
import { coldWallet, garden, landlord, leo, mia, nora, teacher, theo, treasury } from './people.js'

/** A number that the Hub is asked for. */
const asked = { responseKey: '', valueType: 'math.Int', icqConfig: icq() }

/** Flows that do what they were made for, the next time too. */
export const healthy: readonly Member[] = [
  {
    label: 'Salary of Mia',
    owner: treasury,
    every: MONTH,
    first: ago(7 * MONTH + 4 * DAY),
    runs: 36,
    flow: { msgs: [pay(treasury, mia, uinto(2_400_000_000))] },
  },
  {
    label: 'Rent, once the salary is in',
    owner: mia,
    every: MONTH,
    first: ago(7 * MONTH + 2 * DAY),
    runs: 24,
    flow: { msgs: [pay(mia, landlord, uinto(850_000_000))], ...conditioned({ skipOnFailureOf: ['Salary of Mia'] }) },
  },
  {
    label: 'Pocket money for Leo',
    owner: mia,
    every: WEEK,
    first: ago(19 * WEEK + 3 * DAY),
    runs: 52,
    flow: { msgs: [pay(mia, leo, uinto(10_000_000))], ...configured({ walletFallback: false }) },
  },
  {
    label: 'Piano lessons, fees in ATOM',
    owner: mia,
    every: WEEK,
    first: ago(5 * WEEK + DAY),
    runs: 12,
    flow: { msgs: [pay(mia, teacher, { denom: ATOM, amount: '4500000' })] },
    execution: () => ({ outcome: 'succeeded', execFee: [{ denom: ATOM, amount: '4800' }] }),
  },
  {
    label: 'Grant to the community garden',
    owner: treasury,
    every: MONTH,
    first: ago(4 * MONTH + 11 * DAY),
    runs: 12,
    flow: { msgs: [pay(treasury, garden, uinto(500_000_000), { denom: OSMO, amount: '120000000' })] },
  },
  {
    label: 'Autocompound every day',
    owner: nora,
    every: DAY,
    first: ago(88 * DAY + 5 * HOUR),
    flow: {
      msgs: [withdraw(nora, validator(2)), delegate(nora, validator(2), uinto(1_000_000))],
      ...conditioned({ feedbackLoops: [loop()] }),
    },
    execution: run => rewards(uinto(610_000 + run * 230)),
  },
  {
    label: 'Stake 5 INTO when the day’s rewards were above 0.6',
    owner: nora,
    every: DAY,
    first: ago(40 * DAY + 2 * HOUR),
    flow: {
      msgs: [delegate(nora, validator(2), uinto(5_000_000))],
      ...conditioned({
        comparisons: [comparison({ flowId: 'Autocompound every day', operand: '600000uinto' })],
        stopOnFailureOf: ['Autocompound every day'],
      }),
    },
  },
  {
    label: 'Restake on the Cosmos Hub, by an agent',
    owner: nora,
    every: 12 * HOUR,
    first: ago(30 * DAY + 7 * HOUR),
    flow: throughAgent(restakeAgent, [
      withdraw(accountOn(HUB, nora).address, hubValidator(2)),
      delegate(accountOn(HUB, nora).address, hubValidator(2), uatom(900_000)),
    ]),
  },
  {
    label: 'Buy ATOM for 5 OSMO a day',
    owner: theo,
    every: DAY,
    first: ago(61 * DAY + 3 * HOUR),
    runs: 365,
    flow: { msgs: [swap(accountOn(OSMOSIS, theo).address, 5_000_000)], ...ica(theo) },
    execution: run => swapped(61_000 + ((run * 911) % 8_000)),
  },
  {
    label: 'Send what the DCA bought to cold storage',
    owner: theo,
    every: WEEK,
    first: ago(8 * WEEK + 2 * DAY),
    flow: {
      msgs: [
        pay(accountOn(OSMOSIS, theo).address, accountOn(OSMOSIS, coldWallet).address, {
          denom: ATOM_ON_OSMOSIS,
          amount: '70000',
        }),
      ],
      ...ica(theo),
      ...conditioned({
        feedbackLoops: [
          loop({
            flowId: 'Buy ATOM for 5 OSMO a day',
            responseKey: 'TokenOutAmount',
            msgsIndex: 0,
            msgKey: 'Amount.[0].Amount',
            valueType: 'math.Int',
          }),
        ],
      }),
    },
  },
  {
    label: 'Keep the wallet on the Hub filled',
    owner: theo,
    every: 6 * HOUR,
    first: ago(20 * DAY + HOUR),
    flow: {
      msgs: [transfer(theo, accountOn(HUB, theo).address, { denom: ATOM, amount: '2000000' }, 'channel-1')],
      ...conditioned({
        useAndForComparisons: true,
        comparisons: [
          comparison({ operator: 'SMALLER_THAN', operand: '5000000', ...asked }),
          comparison({ operator: 'LARGER_THAN', operand: '0', differenceMode: true, ...asked }),
        ],
      }),
    },
    execution: run => balances(3_100_000 + run * 900, 3_100_000 + run * 900),
  },
]
