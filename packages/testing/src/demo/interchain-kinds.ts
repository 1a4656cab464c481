import { address } from '../chain/address.js'
import { hostError, noActiveChannel } from '../chain/execution.js'
import { comparison, conditioned, configured, ica, icq, loop, throughAgent } from './clauses.js'
import { day, hour, type Kind } from './kind.js'
import { delegate, hubValidator, send, swap, uatom, withdraw } from './messages.js'
import { balances, failed, swapped } from './outcomes.js'

export const dca: Kind = {
  labels: ['DCA ATOM', 'DCA ATOM, 5 OSMO a day', 'Rebalance 60/40', 'Buy the dip'],
  intervals: [hour, 12 * hour, day],
  weight: 8,
  make: maker => ({ msgs: [swap(maker.account, 5_000_000)], ...ica(maker.owner) }),
  execution: (_, { between }) => (between(1, 40) === 1 ? failed(hostError(7)) : swapped(between(60_000, 90_000))),
}

export const timesOut: Kind = {
  labels: ['DCA ATOM', 'Sweep to cold storage', 'Swap fees to INTO'],
  intervals: [hour, 6 * hour],
  weight: 2,
  make: maker => ({
    msgs: [swap(maker.account, 2_000_000)],
    ...ica(maker.owner),
    ...configured({ stopOnTimeout: true }),
  }),
  execution: (sequence, { between }) =>
    sequence % 23 === 7 ? { outcome: 'timedOut' } : swapped(between(60_000, 90_000)),
}

export const neverAnswered: Kind = {
  labels: ['Send on the other chain', 'Pay the Hub subscription'],
  intervals: [hour, day],
  weight: 2,
  make: maker => ({ msgs: [send(maker, maker.account), send(maker, maker.account)], ...ica(maker.owner) }),
  execution: sequence => (sequence === 12 ? { outcome: 'unacknowledged' } : undefined),
}

export const byAgent: Kind = {
  labels: ['Restake on the Cosmos Hub', 'Claim and stake through the agent', 'Agent: vote with the validator'],
  intervals: [6 * hour, day],
  weight: 6,
  make(maker) {
    const to = hubValidator(maker.between(1, 9))
    const hub = address(maker.owner, 'cosmos')
    return throughAgent(maker.pick(maker.agents), [withdraw(hub, to), delegate(hub, to, uatom(250_000))])
  },
  execution: sequence => (sequence <= 2 ? failed(hostError(2)) : undefined),
}

export const noChannel: Kind = {
  labels: ['ICA without a connection', 'Stake on a future chain'],
  intervals: [day],
  weight: 2,
  make: maker => ({
    msgs: [delegate(maker.account, hubValidator(3), uatom(700_000))],
    selfHostedIca: { portId: `icacontroller-${maker.owner}`, connectionId: 'connection-7' },
  }),
  execution: () => failed(noActiveChannel),
}

export const whenRich: Kind = {
  labels: ['Only while the other account holds more than 1,000', 'Invoice when funded'],
  intervals: [hour, 6 * hour],
  weight: 4,
  make: maker => ({
    msgs: [send(maker, maker.account)],
    ...ica(maker.owner),
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

export const withAmount: Kind = {
  labels: ['Amount from the other chain', 'Mirror the vault'],
  intervals: [6 * hour, day],
  weight: 2,
  make: maker => ({
    msgs: [send(maker), send(maker)],
    ...conditioned({
      feedbackLoops: [loop({ msgKey: 'Amount.[0].Amount', responseKey: '', valueType: 'math.Int', icqConfig: icq() })],
    }),
  }),
}
