import { createFlowClient, type Flow, type FlowHistoryEntry } from '@flow-query/core'
import { createLcd } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { isUnanswered } from './unanswered.js'

const account = { portId: 'p', connectionId: 'connection-0' }
const lcd = createLcd({ flows: [{}, { selfHostedIca: account }], history: { 1: [{}] } })
const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, timeout: 300_000 })
const [local, interchain] = await Promise.all([client.flow({ id: 1 }), client.flow({ id: 2 })])
const { history } = await client.flowHistory({ id: 1 })
const open = { ...history[0], executed: false, execFee: [], msgResponses: [] } as FlowHistoryEntry

const fee = { execFee: [{ denom: 'uinto', amount: '1' }] }
const two = { msgs: [{ '@type': '/a' }, { '@type': '/b' }] }
const looping = { conditions: { ...interchain.conditions, feedbackLoops: [{}] } } as unknown as Partial<Flow>
const nested = { msgs: [{ '@type': '/authz.MsgExec', msgs: [{}, {}] }] }
const answers = (count: number) => ({ msgResponses: Array.from({ length: count }, () => ({ '@type': '/r' })) })

test.each<[string, boolean, Flow, Partial<FlowHistoryEntry>, Partial<Flow>?]>([
  ['a local run that was skipped', false, local, fee],
  ['a run that was sent', true, interchain, { packetSequences: ['1'] }],
  ['an interchain run that was skipped', false, interchain, {}],
  ['a v1beta1 run, which lists no packets', true, interchain, fee],
  ['an acknowledged run', false, interchain, { packetSequences: ['1'], executed: true }],
  ['one whose fee was not collected', true, interchain, { packetSequences: ['1'], errors: ['distribution error: no'] }],
  ['a v1beta1 run whose fee was not collected', true, interchain, { errors: ['distribution error: no'] }],
  ['one that failed', false, interchain, { packetSequences: ['1'], errors: ['no'] }],
  ['one that timed out', false, interchain, { packetSequences: ['1'], timedOut: true }],
  [
    'the second packet of a run whose first packet succeeded',
    true,
    interchain,
    { packetSequences: ['1', '2'], executed: true, ...answers(1) },
    two,
  ],
  ['two acknowledged packets', false, interchain, { packetSequences: ['1', '2'], executed: true, ...answers(2) }, two],
  [
    'messages inside an authz message',
    true,
    interchain,
    { packetSequences: ['1', '2'], executed: true, ...answers(1) },
    nested,
  ],
  ['a v1beta1 feedback loop', true, interchain, { executed: true, ...fee }, looping],
  ['an acknowledged v1beta1 feedback loop', false, interchain, { executed: true, ...fee, ...answers(1) }, looping],
])('%s is unanswered: %s', (_, expected, flow, entry, changes) => {
  expect(isUnanswered({ ...open, ...entry }, { ...flow, ...changes })).toBe(expected)
})
