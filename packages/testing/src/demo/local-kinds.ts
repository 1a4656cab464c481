import { conditioned, loop } from './clauses.js'
import { DAY, HOUR, type Kind, WEEK } from './kind.js'
import { delegate, send, sendToOsmosis, uinto, validator, withdraw } from './messages.js'
import { rewards } from './outcomes.js'

/* Kinds of flows whose messages run on the chain itself. */

export const rent: Kind = {
  labels: [
    'Pay rent',
    'Allowance for Mia',
    'Split the streaming bill',
    'Monthly donation',
    'Salary',
    'Savings',
    '家賃の支払い',
    'Miete an die WG 🏠',
  ],
  intervals: [HOUR, DAY, WEEK, 30 * DAY],
  weight: 10,
  make: maker => ({ msgs: [send(maker)] }),
}

export const autocompound: Kind = {
  labels: ['Autocompound validator rewards', 'Autocompound', 'Restake rewards every day'],
  intervals: [HOUR, 6 * HOUR, DAY],
  weight: 8,
  make({ owner, between }) {
    const to = validator(between(1, 9))
    return {
      msgs: [withdraw(owner, to), delegate(owner, to, uinto(1_000_000))],
      ...conditioned({ feedbackLoops: [loop()] }),
    }
  },
  execution: (_, { between }) => rewards(uinto(between(1_000, 900_000))),
}

export const bridge: Kind = {
  labels: ['Send to Osmosis', 'Top up the hot wallet', 'Bridge profits'],
  intervals: [12 * HOUR, DAY, WEEK],
  weight: 5,
  make: maker => ({ msgs: [sendToOsmosis(maker)] }),
}

export const stakeWeekly: Kind = {
  labels: ['Stake 5 INTO', 'Stake my savings', '毎週ステーキング'],
  intervals: [DAY, WEEK],
  weight: 4,
  make: ({ owner, between }) => ({ msgs: [delegate(owner, validator(between(1, 9)), uinto(5_000_000))] }),
}

export const once: Kind = {
  labels: ['Birthday gift 🎁', 'Inheritance', 'Pay the invoice of May', 'Vesting cliff'],
  intervals: [0],
  weight: 6,
  make: maker => ({ msgs: [send(maker)] }),
}

export const oddlyNamed: Kind = {
  labels: [
    '',
    'x'.repeat(200),
    'A label that goes on and on, as some people like to write the whole story of a payment into it, who gets it and why, what was agreed on and when, and what is to be done should it ever fail. Ask Ann first!',
    '<script>alert(1)</script>',
    'a "quoted" label\nwith a line',
    'Stündlich 日本語 🚀',
    '👩‍👩‍👧‍👦👩🏽‍🚀🏳️‍🌈',
    'دفعة شهرية',
    '  spaces around  ',
    '&lt;b&gt;not bold&lt;/b&gt;',
    "Robert'); DROP TABLE flows;--",
  ],
  intervals: [DAY, WEEK],
  weight: 7,
  make: maker => ({ msgs: [send(maker)] }),
}

export const bare: Kind = {
  labels: ['Imported at genesis', 'Migrated'],
  intervals: [DAY],
  weight: 2,
  make: maker => ({
    msgs: [send(maker)],
    selfHostedIca: null,
    trustlessAgent: null,
    configuration: null,
    conditions: null,
  }),
}
