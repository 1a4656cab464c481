import { balanceTooLow } from '../../chain/execution.js'
import { comparison, conditioned, configured, loop } from '../clauses.js'
import { day, hour } from '../durations.js'
import { authorized, delegate, send, uinto, validator, withdraw } from '../messages.js'
import { failed, insufficientBalance, noGrant, rewards } from '../outcomes.js'
import type { Template } from './template.js'

export const worthIt: Template = {
  labels: ['Compare rewards', 'Restake when it is worth the fee'],
  intervals: [hour, day],
  weight: 3,
  make({ owner, between }) {
    const to = validator(between(1, 9))
    const comparisons = [comparison({ operand: '40000uinto', differenceMode: between(0, 1) === 1 })]
    return {
      msgs: [withdraw(owner, to), delegate(owner, to, uinto(100_000))],
      ...conditioned({ comparisons, feedbackLoops: [loop()], useAndForComparisons: true }),
    }
  },
  execution: (_, { between }) => rewards(uinto(between(1_000, 900_000))),
}

export const afterAnother: Template = {
  labels: ['After the salary only', 'Follow-up payment', 'Stops once the loan is paid'],
  intervals: [hour, day],
  weight: 4,
  make(context) {
    const other = () => context.earlier[context.between(0, context.earlier.length - 1)] ?? '1'
    const list = context.pick(['skipOnFailureOf', 'skipOnSuccessOf', 'stopOnFailureOf', 'stopOnSuccessOf'])
    return { msgs: [send(context)], ...conditioned({ [list]: [other()] }) }
  },
}

export const outOfFunds: Template = {
  labels: ['Sends more than the balance', 'Pay back the loan', 'Rent, if there is enough'],
  intervals: [6 * hour, day],
  weight: 4,
  make: context => ({ msgs: [send(context)] }),
  execution: (_, { between }) => (between(1, 3) > 1 ? failed(insufficientBalance) : undefined),
}

export const outOfFees: Template = {
  labels: ['No wallet fallback', 'Forgotten experiment', 'Test flow, please ignore'],
  intervals: [hour, day],
  weight: 4,
  make: context => ({ msgs: [send(context)], ...configured({ walletFallback: false }) }),
  execution: sequence => (sequence === 5 ? failed(balanceTooLow) : undefined),
}

export const untilItWorks: Template = {
  labels: ['Claim the airdrop', 'Mint when it opens', 'Try until it works'],
  intervals: [hour, 6 * hour],
  weight: 3,
  make: context => ({
    msgs: [authorized(context.owner, [send(context)])],
    ...configured({ stopOnSuccess: true, saveResponses: false }),
  }),
  execution: sequence => (sequence < 4 ? failed(noGrant) : undefined),
}

export const untilItFails: Template = {
  labels: ['Drain the faucet', 'Stops on failure'],
  intervals: [hour, 6 * hour],
  weight: 3,
  make: context => ({ msgs: [send(context)], ...configured({ stopOnFailure: true, updatingDisabled: true }) }),
  execution: sequence => (sequence === 11 ? failed(insufficientBalance) : undefined),
}
