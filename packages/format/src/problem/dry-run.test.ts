import type { Flow } from '@flow-query/core'
import { flow } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { explainDryRun } from './dry-run.js'

const message = { '@type': '/cosmos.bank.v1beta1.MsgSend' }
const payment = flow({ msgs: [message, message] }) as unknown as Flow
const failed = {
  result: 'failed',
  messageIndex: 1,
  problem: 'insufficientFunds',
  message: 'spendable balance 600000uinto is smaller than 1000000uinto: insufficient funds',
} as const

test('names the message that would fail, the cause and a fix', () => {
  expect(explainDryRun(failed, payment)).toEqual({
    title: 'Message 2 would fail now: insufficient balance',
    help: 'The sending account had 0.6 INTO to spend, and the message needs 1 INTO. Fund this account or lower the amount.',
    chainSaid: failed.message,
  })
})

test('does not number a single message', () => {
  const single = { ...payment, msgs: [message] }
  expect(explainDryRun({ ...failed, messageIndex: 0 }, single).title).toBe(
    'The run would fail now: insufficient balance',
  )
  expect(explainDryRun({ ...failed, messageIndex: null }, payment).title).toMatch(/^The run would fail now/)
})

test('refers to the chain’s message if the cause is unknown', () => {
  const unknown = { ...failed, problem: 'other', message: 'the module is paused' } as const
  expect(explainDryRun(unknown, payment)).toEqual({
    title: 'Message 2 would fail now: the chain rejected it',
    help: 'The chain’s message says why.',
    chainSaid: 'the module is paused',
  })
})

test('says what a dry run can’t know', () => {
  expect(explainDryRun({ result: 'notLocal' }, payment).title).toBe('The messages run on another chain')
  const loop = { flowId: '0' } as Flow['conditions']['feedbackLoops'][number]
  const looped = { ...payment, conditions: { ...payment.conditions, feedbackLoops: [loop] } }
  expect(explainDryRun({ result: 'succeeded', gasUsed: '49109' }, payment).help).toBe('')
  expect(explainDryRun({ result: 'succeeded', gasUsed: '49109' }, looped).help).toContain('feedback loops')
  const conditional = { ...payment, conditions: { ...looped.conditions, skipOnFailureOf: ['7'] } }
  expect(explainDryRun(failed, conditional).help).toMatch(
    /The dry run ignored the flow’s conditions and feedback loops, so the run may be skipped or fail\.$/,
  )
})

test('only recommends fixes for a new flow if the flow is over', () => {
  const help = (dryRun: Parameters<typeof explainDryRun>[0]) =>
    explainDryRun(dryRun, payment, { status: 'stopped' }).help
  expect(help({ result: 'succeeded', gasUsed: '1' })).toBe(
    'This flow won’t run again, so the result only matters for a new flow.',
  )
  expect(help(failed)).toMatch(/This flow won’t run again\. If you create a new flow, fund this account/)
})
