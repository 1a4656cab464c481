import { accountOn, hub, onHub, osmosis } from '../accounts.js'
import { restakeAgent } from '../agents.js'
import { comparison, conditioned, configured, ica, icq, loop, throughAgent } from '../clauses.js'
import { day, hour, month, week } from '../durations.js'
import {
  atom,
  atomOnOsmosis,
  delegate,
  hubValidator,
  osmo,
  pay,
  swap,
  transfer,
  uatom,
  uinto,
  validator,
  withdraw,
} from '../messages.js'
import { balances, rewards, swapped } from '../outcomes.js'
import { coldWallet, garden, landlord, leo, mia, nora, teacher, theo, treasury } from './people.js'
import { ago, type Situation } from './situation.js'

const asked = { responseKey: '', valueType: 'math.Int', icqConfig: icq() }

export const healthy: readonly Situation[] = [
  {
    label: 'Salary of Mia',
    owner: treasury,
    every: month,
    first: ago(7 * month + 4 * day),
    runs: 36,
    flow: { msgs: [pay(treasury, mia, uinto(2_400_000_000))] },
  },
  {
    label: 'Rent, once the salary is in',
    owner: mia,
    every: month,
    first: ago(7 * month + 2 * day),
    runs: 24,
    flow: { msgs: [pay(mia, landlord, uinto(850_000_000))], ...conditioned({ skipOnFailureOf: ['Salary of Mia'] }) },
  },
  {
    label: 'Pocket money for Leo',
    owner: mia,
    every: week,
    first: ago(19 * week + 3 * day),
    runs: 52,
    flow: { msgs: [pay(mia, leo, uinto(10_000_000))], ...configured({ walletFallback: false }) },
  },
  {
    label: 'Piano lessons, fees in ATOM',
    owner: mia,
    every: week,
    first: ago(5 * week + day),
    runs: 12,
    flow: { msgs: [pay(mia, teacher, { denom: atom, amount: '4500000' })] },
    execution: () => ({ outcome: 'succeeded', execFee: [{ denom: atom, amount: '4800' }] }),
  },
  {
    label: 'Grant to the community garden',
    owner: treasury,
    every: month,
    first: ago(4 * month + 11 * day),
    runs: 12,
    flow: { msgs: [pay(treasury, garden, uinto(500_000_000), { denom: osmo, amount: '120000000' })] },
  },
  {
    label: 'Autocompound every day',
    owner: nora,
    every: day,
    first: ago(88 * day + 5 * hour),
    flow: {
      msgs: [withdraw(nora, validator(2)), delegate(nora, validator(2), uinto(1_000_000))],
      ...conditioned({ feedbackLoops: [loop()] }),
    },
    execution: sequence => rewards(uinto(610_000 + sequence * 230)),
  },
  {
    label: 'Stake 5 INTO if the day’s rewards are above 0.6',
    owner: nora,
    every: day,
    first: ago(40 * day + 2 * hour),
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
    every: 12 * hour,
    first: ago(30 * day + 7 * hour),
    flow: throughAgent(restakeAgent, [
      withdraw(onHub(nora), hubValidator(2)),
      delegate(onHub(nora), hubValidator(2), uatom(900_000)),
    ]),
  },
  {
    label: 'Buy ATOM for 5 OSMO a day',
    owner: theo,
    every: day,
    first: ago(61 * day + 3 * hour),
    runs: 365,
    flow: { msgs: [swap(accountOn(osmosis, theo).address, 5_000_000)], ...ica(theo) },
    execution: sequence => swapped(61_000 + ((sequence * 911) % 8_000)),
  },
  {
    label: 'Buy ATOM every week and send it to cold storage',
    owner: theo,
    every: week,
    first: ago(8 * week + 2 * day),
    flow: {
      msgs: [
        swap(accountOn(osmosis, theo).address, 35_000_000),
        pay(accountOn(osmosis, theo).address, accountOn(osmosis, coldWallet).address, {
          denom: atomOnOsmosis,
          amount: '70000',
        }),
      ],
      ...ica(theo),
      ...conditioned({
        feedbackLoops: [
          loop({
            responseKey: 'TokenOutAmount',
            msgsIndex: 1,
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
    every: 6 * hour,
    first: ago(20 * day + hour),
    flow: {
      msgs: [transfer(theo, accountOn(hub, theo).address, { denom: atom, amount: '2000000' }, 'channel-1')],
      ...conditioned({
        useAndForComparisons: true,
        comparisons: [
          comparison({ operator: 'SMALLER_THAN', operand: '5000000', ...asked }),
          comparison({ operator: 'LARGER_THAN', operand: '0', differenceMode: true, ...asked }),
        ],
      }),
    },
    execution: sequence => balances(3_100_000 + sequence * 900, 3_100_000 + sequence * 900),
  },
]
