import { conditioned, loop } from '../clauses.js'
import { day, hour, week } from '../durations.js'
import { delegate, send, sendToOsmosis, uinto, validator, withdraw } from '../messages.js'
import { rewards } from '../outcomes.js'
import type { Template } from './template.js'

export const rent: Template = {
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
  intervals: [hour, day, week, 30 * day],
  weight: 10,
  make: context => ({ msgs: [send(context)] }),
}

export const autocompound: Template = {
  labels: ['Autocompound validator rewards', 'Autocompound', 'Restake rewards every day'],
  intervals: [hour, 6 * hour, day],
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

export const bridge: Template = {
  labels: ['Send to Osmosis', 'Top up the hot wallet', 'Bridge profits'],
  intervals: [12 * hour, day, week],
  weight: 5,
  make: context => ({ msgs: [sendToOsmosis(context)] }),
}

export const stakeWeekly: Template = {
  labels: ['Stake 5 INTO', 'Stake my savings', '毎週ステーキング'],
  intervals: [day, week],
  weight: 4,
  make: ({ owner, between }) => ({ msgs: [delegate(owner, validator(between(1, 9)), uinto(5_000_000))] }),
}

export const once: Template = {
  labels: ['Birthday gift 🎁', 'Inheritance', 'Pay the invoice of May', 'Vesting cliff'],
  intervals: [0],
  weight: 6,
  make: context => ({ msgs: [send(context)] }),
}

export const oddlyNamed: Template = {
  labels: [
    '',
    'x'.repeat(50),
    'Ann’s payment, please ask before you change it',
    '<script>alert(1)</script>',
    'a "quoted" label\nwith a line',
    'Stündlich 日本語 🚀',
    '👩‍👩‍👧‍👦🏳️‍🌈',
    'دفعة شهرية',
    '  spaces around  ',
    '&lt;b&gt;not bold&lt;/b&gt;',
    "Robert'); DROP TABLE flows;--",
  ],
  intervals: [day, week],
  weight: 7,
  make: context => ({ msgs: [send(context)] }),
}

export const bare: Template = {
  labels: ['Imported at genesis', 'Migrated'],
  intervals: [day],
  weight: 2,
  make: context => ({
    msgs: [send(context)],
    selfHostedIca: null,
    trustlessAgent: null,
    configuration: null,
    conditions: null,
  }),
}
