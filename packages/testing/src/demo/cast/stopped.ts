import { BALANCE_TOO_LOW, hostError } from '../../chain/execution.js'
import { accountOn, HUB, OSMOSIS } from '../accounts.js'
import { comparison, conditioned, configured, ica, icq } from '../clauses.js'
import { DAY, HOUR, MINUTE, WEEK } from '../kind.js'
import { authorized, delegate, hubValidator, pay, swap, uatom, uinto, uosmo, validator, withdraw } from '../messages.js'
import { balances, failed, insufficient, NO_GRANT, rewards } from '../outcomes.js'
import { ago, type Member } from './member.js'
import { coldWallet, garden, leo, mia, nora, sam, shop, teacher, theo, treasury } from './people.js'

/** Flows that ended before their time, by each rule that there is. */
export const stopped: readonly Member[] = [
  {
    label: 'Claim the airdrop, until it works',
    owner: sam,
    every: HOUR,
    first: ago(3 * DAY),
    flow: { msgs: [authorized(sam, [withdraw(sam, validator(5))])], ...configured({ stopOnSuccess: true }) },
    execution: run => (run < 6 ? failed(NO_GRANT) : undefined),
  },
  {
    label: 'Drain the faucet, until it is dry',
    owner: sam,
    every: HOUR,
    first: ago(5 * DAY),
    flow: { msgs: [pay(sam, leo, uinto(5_000_000))], ...configured({ stopOnFailure: true, updatingDisabled: true }) },
    execution: run => (run === 31 ? failed(insufficient(1_940_000, 5_000_000)) : undefined),
  },
  {
    // What fails on another chain is known too late for its run: the next one is the last.
    label: 'Stake on the Hub, until that fails',
    owner: nora,
    every: 12 * HOUR,
    first: ago(20 * DAY),
    flow: {
      msgs: [delegate(accountOn(HUB, nora).address, hubValidator(2), uatom(3_000_000))],
      ...ica(nora, HUB),
      ...configured({ stopOnFailure: true }),
    },
    execution: run => (run === 14 ? failed(hostError(5)) : undefined),
  },
  {
    label: 'Sweep everything to cold storage',
    owner: sam,
    every: 6 * HOUR,
    first: ago(9 * DAY),
    flow: {
      msgs: [pay(accountOn(OSMOSIS, sam).address, accountOn(OSMOSIS, coldWallet).address, uosmo(2_000_000))],
      ...ica(sam),
      ...configured({ stopOnTimeout: true }),
    },
    execution: run => (run === 28 ? { outcome: 'timedOut' } : undefined),
  },
  {
    label: 'Remind of the airdrop, until it is claimed',
    owner: sam,
    every: HOUR,
    first: ago(3 * DAY - 20 * MINUTE),
    flow: {
      msgs: [pay(sam, mia, uinto(1))],
      ...conditioned({ stopOnSuccessOf: ['Claim the airdrop, until it works'] }),
    },
  },
  {
    label: 'Share what the faucet gives',
    owner: sam,
    every: 2 * HOUR,
    first: ago(5 * DAY - 10 * MINUTE),
    flow: {
      msgs: [pay(sam, garden, uinto(500_000))],
      ...conditioned({ stopOnFailureOf: ['Drain the faucet, until it is dry'] }),
    },
  },
  {
    label: 'Restake while it is worth the fee',
    owner: nora,
    every: DAY,
    first: ago(33 * DAY),
    flow: {
      msgs: [withdraw(nora, validator(3)), delegate(nora, validator(3), uinto(100_000))],
      ...conditioned({ comparisons: [comparison({ operand: '40000uinto' })] }),
    },
    execution: run => rewards(uinto(90_000 - run * 4_000)),
  },
  {
    label: 'A second attempt at the airdrop, unless it is claimed',
    owner: sam,
    every: HOUR,
    first: ago(3 * DAY - 30 * MINUTE),
    flow: {
      msgs: [withdraw(sam, validator(6))],
      ...conditioned({ skipOnSuccessOf: ['Claim the airdrop, until it works'] }),
    },
  },
  {
    label: 'Ice cream, if the loan was paid back',
    owner: mia,
    every: WEEK,
    first: ago(8 * WEEK),
    flow: { msgs: [pay(mia, leo, uinto(2_000_000))], ...conditioned({ skipOnFailureOf: ['Pay back what Mia lent'] }) },
  },
  {
    label: 'Bonus, if rewards are high and the faucet runs',
    owner: nora,
    every: HOUR,
    first: ago(4 * DAY),
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
    every: DAY,
    first: ago(12 * DAY),
    flow: { msgs: [pay(sam, shop, uinto(1_000))], ...configured({ walletFallback: false }) },
    execution: () => failed(BALANCE_TOO_LOW),
  },
  {
    label: 'Payroll of the old team',
    owner: treasury,
    every: WEEK,
    first: ago(30 * WEEK),
    flow: { msgs: [pay(treasury, teacher, uinto(120_000_000)), pay(treasury, shop, uinto(140_000_000))] },
    execution: run => (run === 23 ? failed(BALANCE_TOO_LOW) : undefined),
  },
  {
    label: 'Rebalance 60/40 every day',
    owner: theo,
    every: DAY,
    first: ago(21 * DAY),
    flow: { msgs: [swap(accountOn(OSMOSIS, theo).address, 20_000_000)], ...ica(theo) },
    execution: run => (run === 17 ? { outcome: 'unanswered' } : undefined),
  },
  {
    label: 'Invoice when the vault is full',
    owner: treasury,
    every: DAY,
    first: ago(15 * DAY),
    flow: {
      msgs: [pay(treasury, mia, uinto(60_000_000))],
      ...conditioned({
        comparisons: [comparison({ responseKey: '', valueType: 'math.Int', operand: '1000', icqConfig: icq() })],
      }),
    },
    execution: run => (run === 9 ? { outcome: 'unanswered' } : balances(1_400 + run)),
  },
  {
    // Other rules may have held when it stopped: nobody can tell why.
    label: 'Savings, changed after they had stopped',
    owner: mia,
    every: DAY,
    first: ago(26 * DAY),
    updated: ago(3 * DAY),
    flow: { msgs: [pay(mia, leo, uinto(4_000_000))], ...configured({ stopOnFailure: true }) },
    execution: run => (run === 16 ? failed(insufficient(3_120_000, 4_000_000)) : undefined),
  },
]
