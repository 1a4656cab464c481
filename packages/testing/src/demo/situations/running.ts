import { hostError } from '../../chain/execution.js'
import { accountOn, onHub, osmosis } from '../accounts.js'
import { restakeAgent } from '../agents.js'
import { comparison, conditioned, ica, icq, loop, throughAgent } from '../clauses.js'
import { hour, minute } from '../durations.js'
import { delegate, hubValidator, pay, swap, transfer, uatom, uinto, validator, withdraw } from '../messages.js'
import { balances, failed, insufficient, rewards, swapped } from '../outcomes.js'
import { garden, leo, mia, nora, shop, teacher, theo, treasury } from './people.js'
import { ago, type Situation } from './situation.js'

export const running: readonly Situation[] = [
  {
    label: 'Every five minutes',
    owner: mia,
    every: 5 * minute,
    first: ago(8 * hour - 2 * minute),
    flow: { msgs: [pay(mia, teacher, uinto(150_000))] },
  },
  {
    label: 'Send to Osmosis, bit by bit',
    owner: theo,
    every: 2 * minute,
    first: ago(3 * hour - 70),
    flow: { msgs: [transfer(theo, accountOn(osmosis, theo).address, uinto(400_000), 'channel-0')] },
  },
  {
    label: 'Only while the vault holds more than 1,000',
    owner: treasury,
    every: 75,
    first: ago(hour - 50),
    flow: {
      msgs: [pay(treasury, garden, uinto(300_000))],
      ...conditioned({
        comparisons: [comparison({ responseKey: '', valueType: 'math.Int', operand: '1000', icqConfig: icq() })],
      }),
    },
    execution: sequence => balances(sequence % 5 < 2 ? 640 : 4_200),
  },
  {
    label: 'Restake on the Cosmos Hub, every minute and a half',
    owner: nora,
    every: 90,
    first: ago(2 * hour - 25),
    flow: throughAgent(restakeAgent, [
      withdraw(onHub(nora), hubValidator(4)),
      delegate(onHub(nora), hubValidator(4), uatom(250_000)),
    ]),
    execution: sequence => (sequence % 4 === 3 ? failed(hostError(11)) : undefined),
  },
  {
    // Every other run gets too little ATOM, so a subscriber to alerts soon gets a message.
    label: 'DCA ATOM every minute',
    owner: theo,
    every: minute,
    first: ago(2 * hour - 34),
    flow: { msgs: [swap(accountOn(osmosis, theo).address, 5_000_000)], ...ica(theo) },
    execution: sequence => (sequence % 2 ? failed(hostError(7)) : swapped(60_000 + ((sequence * 37) % 900))),
  },
  {
    label: 'Top up, when there is enough',
    owner: shop,
    every: 45,
    first: ago(hour - 21),
    flow: { msgs: [pay(shop, leo, uinto(2_500_000))] },
    execution: sequence =>
      sequence % 3 === 2 ? undefined : failed(insufficient(48_041 * (1 + (sequence % 3)), 2_500_000)),
  },
  {
    label: 'Autocompound as often as possible',
    owner: nora,
    every: 30,
    first: ago(45 * minute - 13),
    flow: {
      msgs: [withdraw(nora, validator(1)), delegate(nora, validator(1), uinto(1_000_000))],
      ...conditioned({ feedbackLoops: [loop()] }),
    },
    execution: sequence => rewards(uinto(1_100 + ((sequence * 7) % 90))),
  },
  {
    label: 'Pay as you go',
    owner: mia,
    every: 20,
    first: ago(30 * minute - 4),
    flow: { msgs: [pay(mia, shop, uinto(50_000))] },
  },
  {
    label: 'Streaming payment',
    owner: treasury,
    every: 15,
    first: ago(30 * minute - 9),
    flow: { msgs: [pay(treasury, mia, uinto(20_000))] },
  },
]
