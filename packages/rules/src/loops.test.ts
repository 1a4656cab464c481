import { describe, expect, test } from 'vitest'
import { draftNamed, type FeedbackLoop, type Flow, flowNamed, flows, isInterchain } from '../test/recordings.js'
import {
  changesFirstMessage,
  countBeforeLoops,
  createLoopRules,
  type Loop,
  mayReplace,
  sendsSecondPart,
} from './loops.js'
import type { Message } from './types.js'

const looping = flows.filter(({ flow, runs }) => flow.conditions.feedback_loops.length > 0 && runs.length > 0)

function loopsOf({ conditions }: Pick<Flow, 'conditions'>): Loop[] {
  return conditions.feedback_loops.map(loopOf)
}

function loopOf({ msgs_index, response_index, response_key, icq_config = null }: FeedbackLoop): Loop {
  return { msgsIndex: msgs_index, responseIndex: response_index, responseKey: response_key, icqConfig: icq_config }
}

/** Whether a loop of a recorded flow reads a response. */
function reads({ msgs, configuration, conditions }: Pick<Flow, 'msgs' | 'configuration' | 'conditions'>): boolean {
  const feedbackLoops = loopsOf({ conditions })
  const { readsResponse } = createLoopRules({ msgs, saveResponses: configuration.save_responses, feedbackLoops })
  return feedbackLoops.some(readsResponse)
}

test('a flow with 200,000 feedback loops does not exhaust the stack', () => {
  const feedbackLoops = Array.from({ length: 200_000 }, (_, index) => ({ msgsIndex: 200_000 - index }))
  expect(countBeforeLoops({ msgs: [], feedbackLoops })).toBe(0)
})

describe('changesFirstMessage', () => {
  const first = looping.filter(({ flow }) => changesFirstMessage(loopsOf(flow)))

  test.each(first.map(({ name, runs }) => [name, runs] as const))('%s: no message runs', (_, runs) => {
    for (const { executed, fee, isSent, msgResponses } of runs)
      expect([executed, isSent, msgResponses.length, fee === undefined]).toEqual([false, false, 0, false])
  })

  test('also describes a draft', () => {
    expect(first).toHaveLength(4)
    const { message, runs } = draftNamed('v1-drafts-2 loop-0')
    expect(changesFirstMessage(loopsOf(message))).toBe(true)
    expect(runs.map(({ executed, errors }) => [executed, errors])).toEqual([[false, []]])
  })

  test('is false for the recorded flows with messages that ran', () => {
    const ran = looping.filter(({ runs }) => runs.some(({ executed }) => executed))
    expect(ran.length).toBeGreaterThan(9)
    expect(ran.filter(recorded => first.includes(recorded))).toEqual([])
  })
})

describe('countBeforeLoops', () => {
  test.each(['v1-truth-2 160', 'v1-drafts-2 loop-delegate'])(
    '%s: the messages before the loop take effect, although a later one fails',
    name => {
      const { msgs, conditions, runs } = recordedRuns(name)
      expect(countBeforeLoops({ msgs, feedbackLoops: loopsOf({ conditions }) })).toBe(1)
      const failed = runs.filter(({ executed, errors }) => executed && /^msg handling error/.test(errors[0] ?? ''))
      expect(failed.length).toBeGreaterThan(3)
      for (const { msgResponses } of failed) expect(msgResponses).toHaveLength(1)
    },
  )

  test('counts all messages of a flow without loops', () => {
    expect(countBeforeLoops({ msgs: [{ '@type': '/a' }, { '@type': '/b' }], feedbackLoops: [] })).toBe(2)
  })
})

describe('sendsSecondPart', () => {
  test('v1-truth-2 187: the other chain receives a second packet', () => {
    const { flow, runs } = flowNamed('v1-truth-2 187')
    const { msgs, configuration, conditions } = flow
    const loops = { msgs, saveResponses: configuration.save_responses, feedbackLoops: loopsOf({ conditions }) }
    expect(sendsSecondPart(loops)).toBe(true)
    expect(runs.some(({ msgResponses }) => msgResponses.length === 2)).toBe(true)
  })
})

function recordedRuns(name: string) {
  if (name.startsWith('v1-drafts')) {
    const { message, runs } = draftNamed(name)
    return { msgs: message.msgs, conditions: message.conditions, runs }
  }
  const { flow, runs } = flowNamed(name)
  return { msgs: flow.msgs, conditions: flow.conditions, runs }
}

describe('readsResponse', () => {
  // If the chain evaluated the loop, the name of the missing field would fail the run.
  test.each([
    ['v1-truth 39', 'msg_key', 'Amounts'],
    ['v1-truth-2 22', 'msg_key', 'Nope'],
    ['v1-forecast 44', 'response_key', 'Amount.[0]'],
  ])('%s: the chain does not look for the missing field', (name, key, field) => {
    const { flow, runs } = flowNamed(name)
    expect(flow.conditions.feedback_loops).toMatchObject([{ msgs_index: 1, [key]: field }])
    expect(runs.filter(({ executed }) => executed).length).toBeGreaterThan(5)
    expect(runs.flatMap(({ errors }) => errors).filter(error => error.includes('not found in interface'))).toEqual([])
    expect(reads(flow)).toBe(false)
  })

  test('v1-drafts-2 loop-delegate: the delegation keeps the amount of 0', () => {
    const { message, runs } = draftNamed('v1-drafts-2 loop-delegate')
    const error = 'msg handling error: could not execute local flow: invalid delegation amount: invalid request'
    expect(runs.map(({ errors }) => errors)).toEqual([[error], [error], [error], [error]])
    expect(reads(message)).toBe(false)
  })

  test('is false for all recorded flows, because each of them has at most two messages', () => {
    const local = looping.filter(({ flow }) => !isInterchain(flow))
    expect(local.map(({ flow }) => [flow.msgs.length <= 2, reads(flow)])).toEqual(local.map(() => [true, false]))
    expect(local.length).toBeGreaterThan(12)
  })
})

describe('not decided by a recording', () => {
  const [unbond, send, transfer] = ['staking.MsgUndelegate', 'bank.MsgSend', 'transfer.MsgTransfer'].map(name => ({
    '@type': `/${name}`,
  }))
  const loop = { msgsIndex: 1, responseIndex: 0, responseKey: 'Amount', icqConfig: null }

  // `handleRunFeedbackLoops` in x/intent/keeper/abci.go.
  test.each([
    ['three messages', [unbond, send, send], {}, true, true],
    ['no saved responses', [unbond, send, send], {}, false, false],
    ['a transfer before, which has no response', [transfer, send, send], {}, true, false],
    ['a response that does not exist', [unbond, send, send], { responseIndex: 1 }, true, false],
    ['no field', [unbond, send, send], { responseKey: '' }, true, false],
    ['a query', [unbond, send, send], { icqConfig: {} }, true, false],
    ['an index beyond the remaining messages', [unbond, unbond, send], { msgsIndex: 2 }, true, false],
  ])('%s', (_, msgs, change, saveResponses, expected) => {
    const changed = { ...loop, ...change }
    const messages = msgs.flatMap(message => message ?? [])
    expect(createLoopRules({ msgs: messages, saveResponses, feedbackLoops: [changed] }).readsResponse(changed)).toBe(
      expected,
    )
  })

  // `remainingMsgs` in `handleRunFeedbackLoops` begins at 0, but the index of the loop is not adjusted.
  test.each([
    [1, 3, 2],
    [2, 5, 4],
    [1, 2, undefined],
    [2, 4, undefined],
  ])('a loop with the index %i of %i messages changes the message with the index %s', (msgsIndex, count, changed) => {
    const msgs = Array.from({ length: count }, () => ({ '@type': '/bank.MsgSend' }))
    const one = { ...loop, msgsIndex }
    expect(createLoopRules({ msgs, saveResponses: true, feedbackLoops: [one] }).changedMessage(one)).toBe(changed)
  })

  // `HandleResponseAndSetFlowResult` in x/intent/keeper/trigger_action.go.
  test.each([
    ['a loop that reads the last response', 1, true, true],
    ['a loop that reads an earlier response', 0, true, false],
    ['no saved responses', 1, false, false],
  ])('a second packet with %s', (_, responseIndex, saveResponses, expected) => {
    const msgs = Array.from({ length: 3 }, () => ({ '@type': '/bank.MsgSend' }))
    const feedbackLoops = [{ ...loop, msgsIndex: 2, responseIndex }]
    expect(sendsSecondPart({ msgs, saveResponses, feedbackLoops })).toBe(expected)
  })

  test('a second loop at a later message', () => {
    const later = { ...loop, msgsIndex: 2 }
    const msgs = Array.from({ length: 6 }, () => ({ '@type': '/bank.MsgSend' }))
    const context = { msgs, saveResponses: true, feedbackLoops: [loop, later] }
    expect([loop, later].map(createLoopRules(context).readsResponse)).toEqual([true, false])
  })

  const delegate = {
    '@type': '/cosmos.staking.v1beta1.MsgDelegate',
    validator_address: 'cosmosvaloper1',
    amount: { denom: 'uatom', amount: '1' },
  }
  const pay = { '@type': '/cosmos.bank.v1beta1.MsgSend', to_address: '', amount: [delegate.amount] }
  const stakeEden = { '@type': '/elys.commitment.MsgStake', amount: '1', asset: 'ueden' }

  // `RunFeedbackLoops` and `traverseFields` in x/intent/keeper/interpret_response.go.
  test.each<[string, string, string, Message | undefined, boolean]>([
    ['a coin', 'Amount', 'sdk.Coin', delegate, true],
    ['the amount of a coin', 'Amount.Amount', 'math.Int', delegate, true],
    ['the denom of a coin', 'Amount.Denom', 'string', delegate, true],
    ['a field of a field', 'Amount.Denom.Length', 'string', delegate, false],
    ['an amount without a coin', 'Amount', 'math.Int', stakeEden, true],
    ['a coin of a list', 'Amount.[0]', 'sdk.Coin', pay, true],
    ['the last amount of a list', 'Amount.[-1].Amount', 'math.Int', pay, true],
    ['all coins', 'Amount', 'sdk.Coins', pay, true],
    ['the first message in a MsgExec', 'Amount', 'sdk.Coin', exec(delegate), true],
    ['a field that may have its default value', 'Memo', 'string', pay, true],
    ['a field in lower case', 'amount.[0]', 'sdk.Coin', pay, false],
    ['a coin that the list lacks', 'Amount.[1]', 'sdk.Coin', pay, false],
    ['a list without an index', 'Amount.Amount', 'math.Int', pay, false],
    ['a list of coins in place of a coin', 'Amount', 'sdk.Coins', delegate, false],
    ['a coin in place of a list', 'Amount', 'sdk.Coin', pay, false],
    ['a coin in place of an amount', 'Amount', 'sdk.Coin', stakeEden, false],
    ['an amount in place of a coin', 'Amount', 'math.Int', delegate, false],
    ['an amount in place of a denom', 'Amount.Denom', 'math.Int', delegate, false],
    ['a text in place of an amount', 'Amount.Amount', 'string', delegate, false],
    ['a price', 'Amount.Amount', 'osmosistwapv1beta1.TwapRecord', delegate, false],
    ['a decimal', 'Amount.Amount', 'math.Dec', delegate, false],
    ['a MsgExec without messages', 'Amount', 'sdk.Coin', exec(), false],
    ['no message', 'Amount', 'sdk.Coin', undefined, false],
  ])('mayReplace: %s', (_, msgKey, valueType, message, expected) => {
    expect(mayReplace({ msgKey, valueType }, message)).toBe(expected)
  })
})

function exec(...msgs: Message[]): Message {
  return { '@type': '/cosmos.authz.v1beta1.MsgExec', msgs }
}
