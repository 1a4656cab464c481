import { balanceTooLow, hostError } from '../../chain/execution.js'
import { accountOn, hub, osmosis } from '../accounts.js'
import { comparison, conditioned, configured, ica, icq } from '../clauses.js'
import { day, hour, minute, week } from '../durations.js'
import { authorized, delegate, hubValidator, pay, swap, uatom, uinto, uosmo, validator, withdraw } from '../messages.js'
import { balances, failed, insufficient, noGrant, rewards } from '../outcomes.js'
import { coldWallet, garden, leo, mia, nora, sam, shop, teacher, theo, treasury } from './people.js'
import { ago, type Situation } from './situation.js'

export const stopped: readonly Situation[] = [
  {
    label: 'Claim the airdrop, until it works',
    owner: sam,
    every: hour,
    first: ago(3 * day),
    flow: { msgs: [authorized(sam, [withdraw(sam, validator(5))])], ...configured({ stopOnSuccess: true }) },
    execution: sequence => (sequence < 6 ? failed(noGrant) : undefined),
  },
  {
    label: 'Drain the faucet, until it is dry',
    owner: sam,
    every: hour,
    first: ago(5 * day),
    flow: { msgs: [pay(sam, leo, uinto(5_000_000))], ...configured({ stopOnFailure: true, updatingDisabled: true }) },
    execution: sequence => (sequence === 31 ? failed(insufficient(1_940_000, 5_000_000)) : undefined),
  },
  {
    // A failure on another chain is known only after the run, so the next run is the last.
    label: 'Stake on the Hub, until that fails',
    owner: nora,
    every: 12 * hour,
    first: ago(20 * day),
    flow: {
      msgs: [delegate(accountOn(hub, nora).address, hubValidator(2), uatom(3_000_000))],
      ...ica(nora, hub),
      ...configured({ stopOnFailure: true }),
    },
    execution: sequence => (sequence === 14 ? failed(hostError(5)) : undefined),
  },
  {
    label: 'Sweep everything to cold storage',
    owner: sam,
    every: 6 * hour,
    first: ago(9 * day),
    flow: {
      msgs: [pay(accountOn(osmosis, sam).address, accountOn(osmosis, coldWallet).address, uosmo(2_000_000))],
      ...ica(sam),
      ...configured({ stopOnTimeout: true }),
    },
    execution: sequence => (sequence === 28 ? { outcome: 'timedOut' } : undefined),
  },
  {
    label: 'Remind of the airdrop, until it is claimed',
    owner: sam,
    every: hour,
    first: ago(3 * day - 20 * minute),
    flow: {
      msgs: [pay(sam, mia, uinto(1))],
      ...conditioned({ stopOnSuccessOf: ['Claim the airdrop, until it works'] }),
    },
  },
  {
    label: 'Share what the faucet gives',
    owner: sam,
    every: 2 * hour,
    first: ago(5 * day - 10 * minute),
    flow: {
      msgs: [pay(sam, garden, uinto(500_000))],
      ...conditioned({ stopOnFailureOf: ['Drain the faucet, until it is dry'] }),
    },
  },
  {
    label: 'Restake while it is worth the fee',
    owner: nora,
    every: day,
    first: ago(33 * day),
    flow: {
      msgs: [withdraw(nora, validator(3)), delegate(nora, validator(3), uinto(100_000))],
      ...conditioned({ comparisons: [comparison({ operand: '40000uinto' })] }),
    },
    execution: sequence => rewards(uinto(90_000 - sequence * 4_000)),
  },
  {
    label: 'A second attempt at the airdrop, if unclaimed',
    owner: sam,
    every: hour,
    first: ago(3 * day - 30 * minute),
    flow: {
      msgs: [withdraw(sam, validator(6))],
      ...conditioned({ skipOnSuccessOf: ['Claim the airdrop, until it works'] }),
    },
  },
  {
    label: 'Ice cream, if the loan was paid back',
    owner: mia,
    every: week,
    first: ago(8 * week),
    flow: { msgs: [pay(mia, leo, uinto(2_000_000))], ...conditioned({ skipOnFailureOf: ['Pay back what Mia lent'] }) },
  },
  {
    label: 'Bonus, if rewards are high and the faucet runs',
    owner: nora,
    every: hour,
    first: ago(4 * day),
    flow: {
      msgs: [withdraw(nora, validator(4))],
      ...conditioned({
        comparisons: [comparison({ operand: '20000uinto' })],
        skipOnFailureOf: ['Drain the faucet, until it is dry'],
      }),
    },
    execution: () => rewards(uinto(21_000)),
  },
  {
    label: 'Test flow without fee funds',
    owner: sam,
    every: day,
    first: ago(12 * day),
    flow: { msgs: [pay(sam, shop, uinto(1_000))], ...configured({ walletFallback: false }) },
    execution: () => failed(balanceTooLow),
  },
  {
    label: 'Payroll of the old team',
    owner: treasury,
    every: week,
    first: ago(30 * week),
    flow: { msgs: [pay(treasury, teacher, uinto(120_000_000)), pay(treasury, shop, uinto(140_000_000))] },
    execution: sequence => (sequence === 23 ? failed(balanceTooLow) : undefined),
  },
  {
    label: 'Rebalance 60/40 every day',
    owner: theo,
    every: day,
    first: ago(21 * day),
    flow: { msgs: [swap(accountOn(osmosis, theo).address, 20_000_000)], ...ica(theo) },
    execution: sequence => (sequence === 17 ? { outcome: 'unacknowledged' } : undefined),
  },
  {
    label: 'Invoice when the vault is full',
    owner: treasury,
    every: day,
    first: ago(15 * day),
    flow: {
      msgs: [pay(treasury, mia, uinto(60_000_000))],
      ...conditioned({
        comparisons: [comparison({ responseKey: '', valueType: 'math.Int', operand: '1000', icqConfig: icq() })],
      }),
    },
    execution: sequence => (sequence === 9 ? { outcome: 'unacknowledged' } : balances(1_400 + sequence)),
  },
  {
    // Its rules may have been different when it stopped, so the reason is unknown.
    label: 'Savings, changed after they had stopped',
    owner: mia,
    every: day,
    first: ago(26 * day),
    updated: ago(3 * day),
    flow: { msgs: [pay(mia, leo, uinto(4_000_000))], ...configured({ stopOnFailure: true }) },
    execution: sequence => (sequence === 16 ? failed(insufficient(3_120_000, 4_000_000)) : undefined),
  },
  {
    // A flow that can't pay the fee stops for good. This one stopped ten seconds ago.
    label: 'Installments for the bicycle',
    owner: sam,
    every: week,
    first: ago(5 * week + 10),
    runs: 24,
    flow: { msgs: [pay(sam, shop, uinto(20_000_000))] },
    execution: sequence => (sequence === 6 ? failed(balanceTooLow) : undefined),
  },
]
