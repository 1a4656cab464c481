import { hostError, noActiveChannel } from '../../chain/execution.js'
import { onHub } from '../accounts.js'
import { comparison, conditioned, configured, ica, icq, loop, throughAgent } from '../clauses.js'
import { day, hour } from '../durations.js'
import { delegate, hubValidator, send, swap, uatom, withdraw } from '../messages.js'
import { balances, failed, swapped } from '../outcomes.js'
import type { Template } from './template.js'

export const dca: Template = {
  labels: ['DCA ATOM', 'DCA ATOM, 5 OSMO a day', 'Rebalance 60/40', 'Buy the dip'],
  intervals: [hour, 12 * hour, day],
  weight: 8,
  make: context => ({ msgs: [swap(context.account, 5_000_000)], ...ica(context.owner) }),
  execution: (_, { between }) => (between(1, 40) === 1 ? failed(hostError(7)) : swapped(between(60_000, 90_000))),
}

export const timesOut: Template = {
  labels: ['DCA ATOM', 'Sweep to cold storage', 'Swap fees to INTO'],
  intervals: [hour, 6 * hour],
  weight: 2,
  make: context => ({
    msgs: [swap(context.account, 2_000_000)],
    ...ica(context.owner),
    ...configured({ stopOnTimeout: true }),
  }),
  execution: (sequence, { between }) =>
    sequence % 23 === 7 ? { outcome: 'timedOut' } : swapped(between(60_000, 90_000)),
}

export const neverAnswered: Template = {
  labels: ['Send on the other chain', 'Pay the Hub subscription'],
  intervals: [hour, day],
  weight: 2,
  make: context => ({ msgs: [send(context, context.account), send(context, context.account)], ...ica(context.owner) }),
  execution: sequence => (sequence === 6 ? { outcome: 'unacknowledged' } : undefined),
}

export const byAgent: Template = {
  labels: ['Restake on the Cosmos Hub', 'Claim and stake through the agent', 'Agent: vote with the validator'],
  intervals: [6 * hour, day],
  weight: 6,
  make(context) {
    const to = hubValidator(context.between(1, 9))
    const hub = onHub(context.owner)
    return throughAgent(context.pick(context.agents), [withdraw(hub, to), delegate(hub, to, uatom(250_000))])
  },
  execution: sequence => (sequence <= 2 ? failed(hostError(2)) : undefined),
}

export const noChannel: Template = {
  labels: ['ICA without a connection', 'Stake on a future chain'],
  intervals: [day],
  weight: 2,
  make: context => ({
    msgs: [delegate(context.account, hubValidator(3), uatom(700_000))],
    selfHostedIca: { portId: `icacontroller-${context.owner}`, connectionId: 'connection-7' },
  }),
  execution: () => failed(noActiveChannel),
}

export const whenRich: Template = {
  labels: ['Only while the other account holds more than 1,000', 'Invoice when funded'],
  intervals: [hour, 6 * hour],
  weight: 4,
  make: context => ({
    msgs: [send(context, context.account)],
    ...ica(context.owner),
    ...conditioned({
      comparisons: [
        comparison({ responseKey: '', valueType: 'math.Int', operand: '1000', icqConfig: icq() }),
        comparison({ responseKey: '', valueType: 'math.Int', operator: 'LESS_EQUAL', operand: '5', icqConfig: icq() }),
      ],
    }),
  }),
  execution(_, { between }) {
    const balance = between(200, 9_000)
    return balances(balance, balance)
  },
}

export const withAmount: Template = {
  labels: ['Amount from the other chain', 'Mirror the vault'],
  intervals: [6 * hour, day],
  weight: 2,
  make: context => ({
    msgs: [send(context), send(context)],
    ...conditioned({
      feedbackLoops: [loop({ msgKey: 'Amount.[0].Amount', responseKey: '', valueType: 'math.Int', icqConfig: icq() })],
    }),
  }),
}
