import type { Packet } from '@flow-query/insights/forecast'
import { expect, test } from 'vitest'
import { describePacket } from '../index.js'

const send = { msgs: [{ '@type': '/cosmos.bank.v1beta1.MsgSend' }] }

test.for<[Packet['result'], number | null, string | null]>([
  ['executed', null, 'Executed on the other chain in packet 12'],
  ['failed', 5, 'The other chain rejected packet 12: insufficient funds (code 5)'],
  ['failed', 9_999, 'The other chain rejected packet 12 (code 9999)'],
  ['failed', null, 'The other chain rejected packet 12'],
  ['timedOut', null, 'Packet 12 timed out before it reached the other chain'],
  ['open', null, 'Packet 12 has not reached the other chain yet'],
  ['delivered', null, 'Packet 12 reached the other chain, but its result is unknown'],
  ['unknown', null, null],
])('describes a packet that is %s, with code %s', ([result, code, text]) => {
  expect(describePacket({ run: 1, sequence: '12', result, code }, send)).toBe(text)
})
