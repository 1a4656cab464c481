import type { AnyMessage } from '@flow-query/core'
import { expect, test } from 'vitest'
import { type MessageView, messageViews } from './message'

function messageView(message: AnyMessage): MessageView {
  const [view] = messageViews([message]).views
  return view ?? expect.unreachable()
}

test('returns the fields of a message and its nested messages', () => {
  const from = 'into1htj0rku2aal605rt72ws90vl3tlwfkej4xqt07'
  const send = {
    '@type': '/cosmos.bank.v1beta1.MsgSend',
    amount: [{ denom: 'uinto', amount: '1000' }],
    from_address: from,
    memo: '',
    routes: [{ pool: '1' }],
  }
  const message = { '@type': '/cosmos.authz.v1beta1.MsgExec', grantee: 'into1x', msgs: [send] }
  const view = messageView(message)
  expect(view).toMatchObject({ title: 'Send 0.001 INTO', type: '/cosmos.authz.v1beta1.MsgExec' })
  expect(view.fields).toEqual([{ name: 'Grantee', value: { kind: 'text', text: 'into1x' } }])
  expect(view.inner[0]?.fields).toEqual([
    { name: 'Amount', value: { kind: 'amount', coins: [{ denom: 'uinto', amount: '1000' }] } },
    { name: 'From address', value: { kind: 'address', text: from } },
    { name: 'Memo', value: { kind: 'text', text: '—' } },
    { name: 'Routes', value: { kind: 'json', text: '[{"pool":"1"}]' } },
  ])
  expect(JSON.parse(view.json ?? '')['@type']).toBe(view.type)
  expect(messageViews([message, message])).toEqual({ views: [view, view], more: 0 })
})

test('says that a message has too many levels, instead of its content', () => {
  const tooDeep: AnyMessage = { '@type': '/cosmos.authz.v1beta1.MsgExec', '@tooDeep': true }
  expect(messageView(tooDeep)).toMatchObject({
    title: 'MsgExec',
    type: '/cosmos.authz.v1beta1.MsgExec',
    note: 'This message has more than 500 levels, so its content isn’t shown.',
    fields: [],
    json: null,
  })
  expect(messageView({ '@type': '/cosmos.authz.v1beta1.MsgExec' }).note).toBeNull()
})

test('limits the depth of nested messages', () => {
  let message: AnyMessage = {
    '@type': '/cosmos.bank.v1beta1.MsgSend',
    amount: [{ denom: 'uinto', amount: '1000' }],
  }
  for (let level = 0; level < 5_000; level++) message = { '@type': '/cosmos.authz.v1beta1.MsgExec', msgs: [message] }
  const view = messageView(message)
  expect(view.title).toBe('Send 0.001 INTO')
  let innermost = view
  while (innermost.inner[0]) innermost = innermost.inner[0]
  expect(innermost.fields.at(-1)).toMatchObject({ name: 'Msgs', value: { kind: 'json' } })
  expect(JSON.parse(view.json ?? '')).toMatchObject({ msgs: [{ '@type': '/cosmos.authz.v1beta1.MsgExec' }] })
  expect(view.json?.length).toBeLessThan(100_000)
})

test('shows the first 100 messages of a flow, nested ones included, and counts the others', () => {
  const send: AnyMessage = { '@type': '/cosmos.bank.v1beta1.MsgSend', amount: [{ denom: 'uinto', amount: '1' }] }
  const exec = (count: number) => ({ '@type': '/cosmos.authz.v1beta1.MsgExec', msgs: Array(count).fill(send) })
  const { views, more } = messageViews([exec(9), exec(5_000), send])
  expect(views.map(({ inner, more }) => [inner.length, more])).toEqual([
    [9, 0],
    [89, 4_911],
  ])
  expect(more).toBe(1)
  expect(views[1]?.title).toBe('Send 0.000001 INTO, 5,000 times')
})

test('shortens long values, and keeps them in the JSON', () => {
  const outputs = Array.from({ length: 5_000 }, () => ({ address: 'into1x', coins: [] }))
  const amount = Array.from({ length: 5_000 }, (_, index) => ({ denom: `u${index}`, amount: '1' }))
  const { fields, json } = messageView({ '@type': '/x.Msg', outputs, amount, memo: 'x'.repeat(100_000) })
  for (const { value } of fields) expect(value).toMatchObject({ text: expect.stringMatching(/^.{2000}…$/) })
  expect(JSON.parse(json ?? '')).toMatchObject({ outputs, amount })
})
