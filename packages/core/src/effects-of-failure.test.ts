import { describe, expect, test } from 'vitest'
import { recordedClient } from '../test/truth.js'
import { effectsOfFailure } from './status.js'

const message = (type: string) => ({ '@type': type })
const send = message('/cosmos.bank.v1beta1.MsgSend')
const transfer = message('/ibc.applications.transfer.v1.MsgTransfer')
const failure = 'msg handling error: could not execute local flow: insufficient funds'
const flow = (msgs: { '@type': string }[], ...indexes: number[]) => ({
  msgs,
  conditions: { feedbackLoops: indexes.map(msgsIndex => ({ msgsIndex })) },
})
const run = (executed: boolean, ...errors: string[]) => ({ executed, errors })

describe('effectsOfFailure', () => {
  test('returns the messages before the first feedback loop', () => {
    expect(effectsOfFailure(run(true, failure), flow([send, send, send], 2, 1))).toEqual({ certain: [0], possible: [] })
    expect(effectsOfFailure(run(false, failure), flow([send, send, send], 1))).toBeNull()
  })

  test('returns all messages if the only error is about a feedback loop that names another flow', () => {
    const error = 'invalid feedback loop FlowID: 9 (not found)'
    expect(effectsOfFailure(run(true, error), flow([send, send], 1))?.certain).toEqual([0, 1])
    expect(effectsOfFailure(run(true, `${error}; ${failure}`), flow([send, send], 1))?.certain).toEqual([0])
    expect(effectsOfFailure(run(false, error), flow([send, send], 1))).toBeNull()
  })

  test('returns transfers that can be followed by the failing message', () => {
    expect(effectsOfFailure(run(false, failure), flow([transfer, send]))).toEqual({ certain: [], possible: [0] })
    expect(effectsOfFailure(run(false, failure), flow([send, transfer]))).toBeNull()
    expect(effectsOfFailure(run(true, failure), flow([transfer, send, transfer, send], 1))).toEqual({
      certain: [0],
      possible: [2],
    })
    expect(effectsOfFailure(run(false, failure), flow([transfer, send, transfer, send], 2))?.possible).toEqual([0])
    const unpaid = 'balance too low to deduct expected fee'
    expect(effectsOfFailure(run(false, unpaid), flow([transfer, send]))).toBeNull()
  })

  test('does not exhaust the stack if a node sends 200,000 feedback loops', () => {
    const indexes = new Array<number>(200_000).fill(1)
    const looping = { msgs: [send, send], conditions: { feedbackLoops: indexes.map(msgsIndex => ({ msgsIndex })) } }
    expect(effectsOfFailure(run(true, failure), looping)?.certain).toEqual([0])
  })

  test('returns null if only the fee could not be collected', () => {
    expect(effectsOfFailure(run(true, 'distribution error: 5uinto'), flow([send, send], 1))).toBeNull()
  })

  test('v1-truth-2, flow 160: 1 INTO left with 13 of 21 failed runs', async () => {
    const client = recordedClient('v1-truth-2/3274')
    const { flows } = await client.flows({ limit: 1_000 })
    const recorded = flows.find(({ id }) => id === '160') ?? expect.fail()
    const { history } = await client.flowHistory({ id: 160, limit: 300, reverse: true })
    const effects = history.map(entry => effectsOfFailure(entry, recorded))
    expect(effects.filter(one => one?.certain.join() === '0')).toHaveLength(13)
  })
})
