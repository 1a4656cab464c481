import { expect, test } from 'vitest'
import type { FlowEvent } from '../events.js'
import { type Change, changesFrom } from './changes.js'

const event = (type: FlowEvent['type'], id: string | null, owner: string | null = 'a', height = 1): FlowEvent => ({
  type,
  id,
  owner,
  height,
})

const flow = (id: string, certainty: Change['certainty']): Change => ({ kind: 'flow', id, certainty })
const history = (id: string): Change => ({ kind: 'newest', query: { name: 'flowHistory', id }, certainty: 'certain' })
const burnt: Change = { kind: 'all', query: { name: 'totalBurnt' }, certainty: 'possible' }
const accounts = (id: string | null, owner: string | null = 'a'): Change => ({
  kind: 'accounts',
  id,
  owner,
  certainty: 'possible',
})
const lists = (owner: string | null): Change[] =>
  (['flows', 'flowsForOwner', 'flowCollection'] as const).map(name => ({
    kind: 'newest',
    query: { name, owner },
    certainty: 'certain',
  }))

test.each<[string, FlowEvent[], Change[]]>([
  ['no events', [], []],
  ['a run', [event('executed', '1')], [flow('1', 'unlessLastRun'), history('1'), burnt, accounts('1')]],
  ['an acknowledgement', [event('acknowledged', '1')], [flow('1', 'possible'), history('1'), burnt, accounts('1')]],
  ['a timeout', [event('timedOut', '1')], [flow('1', 'possible'), history('1'), burnt, accounts('1')]],
  ['an update', [event('updated', '1')], [flow('1', 'certain'), accounts('1')]],
  ['a new flow', [event('created', '1')], [flow('1', 'certain'), ...lists('a'), accounts('1')]],
  [
    'a new flow with an unknown owner',
    [event('created', '1', null)],
    [flow('1', 'certain'), ...lists(null), accounts('1', null)],
  ],
  [
    'an acknowledgement with a sender but without a flow',
    [event('acknowledged', null)],
    [{ kind: 'newest', query: { name: 'flowHistory', sender: 'a' }, certainty: 'certain' }, burnt, accounts(null)],
  ],
  [
    'several events of one flow, which become one change with the highest certainty',
    [event('acknowledged', '1'), event('executed', '1'), event('updated', '1'), event('executed', '1', 'a', 2)],
    [flow('1', 'certain'), history('1'), burnt, accounts('1')],
  ],
  [
    'events of several flows',
    [event('executed', '1'), event('executed', '2'), event('created', '3', 'a'), event('created', '4', 'b')],
    [
      ...[flow('1', 'unlessLastRun'), history('1'), burnt, flow('2', 'unlessLastRun'), history('2')],
      ...[flow('3', 'certain'), ...lists('a'), flow('4', 'certain'), ...lists('b')],
      ...[accounts('1'), accounts('2'), accounts('3'), accounts('4', 'b')],
    ],
  ],
])('changesFrom returns the changes for %s', (_, events, changes) => {
  const found = changesFrom(events)
  expect(found).toHaveLength(changes.length)
  expect(found).toEqual(expect.arrayContaining(changes))
})
