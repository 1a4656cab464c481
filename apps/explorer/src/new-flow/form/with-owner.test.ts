import { parseDraft } from '@flow-query/insights/draft'
import { expect, test } from 'vitest'
import { withOwner } from './with-owner'

const [old, owner] = [`into1${'q'.repeat(38)}`, `into1${'p'.repeat(38)}`]
const send = (from: string) => ({ '@type': '/cosmos.bank.v1beta1.MsgSend', from_address: from, to_address: 'Bob' })
const draft = parseDraft({ '@type': '/intento.intent.v1.MsgSubmitFlow', owner: old, msgs: [send(old)] })

test('the new owner signs the messages of the old one, also inside of other messages', () => {
  expect(withOwner(draft, owner, old)).toEqual({ owner, msgs: [send(owner)] })
  const exec = { '@type': '/cosmos.authz.v1beta1.MsgExec', grantee: old, msgs: [send(old)] }
  expect(withOwner({ ...draft, msgs: [exec] }, owner, old).msgs).toEqual([
    { ...exec, grantee: owner, msgs: [send(owner)] },
  ])
})

test.each(['', 'into1', owner.slice(0, -1)])('while an address is typed, the messages don’t change: %s', typed => {
  expect(withOwner(draft, typed, old)).toEqual({ owner: typed, msgs: draft.msgs })
})

test('messages without an old owner don’t change', () => {
  expect(withOwner(draft, owner, '').msgs).toBe(draft.msgs)
})
