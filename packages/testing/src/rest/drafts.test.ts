import { describe, expect, test } from 'vitest'
import { recording } from '../../test/recording.js'
import { type AnyMessage, address, createLcd, type Lcd, state, stateFromRecording } from '../index.js'

interface Draft {
  name: string
  message: AnyMessage
  simulate: { status: number; body: string }
  submitted?: { duration: string; interval: string; runs: { executed: boolean; errors: string[] }[] }
}

const drafts = recording<Draft[]>('v1-drafts/drafts.json')
const recordedState = stateFromRecording(recording('v1-drafts/state.json'))
const owner = 'into1pnhx98979q53ll8sxc2pnkthavp5uvryatg7nr'

/** The node before the flows of the recording were submitted. Flow 115 is the next one. */
function recorded(): Lcd {
  const { flows } = state({ flows: Array.from({ length: 114 }, () => ({ owner: address('other') })) })
  const lcd = createLcd({ state: { ...recordedState, flows, time: '2026-11-24T03:39:56Z' } })
  Object.assign(lcd.accounts.authAccounts[owner] ?? {}, { sequence: '26' })
  return lcd
}

function simulate(lcd: Lcd, message: AnyMessage): Promise<Response> {
  const flows = lcd.state.flows.filter(flow => flow.owner === message.owner)
  const sequence = lcd.accounts.authAccounts[String(message.owner)]?.sequence ?? String(flows.length)
  const tx = { body: { messages: [message] }, auth_info: { signer_infos: [{ sequence }] } }
  return lcd.fetch(`${lcd.url}/cosmos/tx/v1beta1/simulate`, { method: 'POST', body: JSON.stringify({ tx }) })
}

const good = drafts[0]?.message as AnyMessage
const send = { '@type': '/cosmos.bank.v1beta1.MsgSend', from_address: owner, to_address: address('friend') }
const pay = (amount: string) => ({ ...send, amount: [{ denom: 'uinto', amount }] })
const other = { ...pay('5'), from_address: address('other') }
const exec = (...msgs: AnyMessage[]) => ({ '@type': '/cosmos.authz.v1beta1.MsgExec', grantee: owner, msgs })
const loop = { msg_key: 'Amount', value_type: 'sdk.Coin' }
const query = { chain_id: 'host-1', query_key: 'AiBe', timeout_duration: '30s' }

describe('a transaction that creates a flow', () => {
  test.each(drafts)('responds as recorded: $name', async ({ message, simulate: response }) => {
    const answer = await simulate(recorded(), message)
    expect(answer.status).toBe(response.status)
    const body = await answer.text()
    if (response.status === 200) expect(contentOf(body)).toEqual(contentOf(response.body))
    else expect(withoutGas(body)).toBe(withoutGas(response.body))
  })

  test.each<[string, Partial<AnyMessage>, string]>([
    ['ten messages', { msgs: Array(10).fill(pay('5')) }, 'cannot execute more than 9 messages with'],
    ['an invalid interval', { interval: '60' }, 'time: missing unit in duration "60" with'],
    ['an invalid duration', { duration: '1d' }, 'index: 0: time: unknown unit "d" in duration "1d" [cosmos'],
    [
      'a start in 59 seconds',
      { start_at: '1795491655' },
      'custom start time: 2026-11-24 03:40:55 +0000 UTC must be at',
    ],
    [
      'a start without an interval',
      { start_at: '1795495196', interval: '0s' },
      'interval must be greater than 0 when a',
    ],
    ['a start in many years', { start_at: '2795495196' }, 'start time: 2058-08-02 06:26:36 +0000 UTC must be before'],
    [
      'a long duration',
      { duration: '30000h' },
      'duration: 30000h0m0s must be shorter than maximum duration: 26352h0m0s',
    ],
    ['a short interval', { interval: '4s' }, 'interval: 4s  must be longer than minimum interval:  5s, and longer'],
    ['an owner of another chain', { owner: address('a', 'cosmos') }, "prefix: expected 'into' got 'cosmos': internal"],
    ['an owner without characters', { owner: 'into1' }, 'decoding bech32 failed: invalid bech32 string length 5 with'],
    ['an owner without an account', { owner: address('nobody') }, 'does not exist: unknown address'],
    ['a message of another account', { msgs: [other] }, `signer address ${address('other')} does not match expected`],
    ['such a message in a MsgExec', { msgs: [exec(other)] }, `does not match expected owner address ${owner}: unauth`],
    [
      'a message without a signer',
      { msgs: [{ ...send, from_address: '' }] },
      'owner address: address is empty: invalid',
    ],
    [
      'an unknown type in a MsgExec',
      { msgs: [exec({ '@type': '/a.B' })] },
      '*types.MsgSubmitFlow: can\'t unmarshal Any nested proto *authz.MsgExec: unknown message type "a.B"',
    ],
    ['a message without a type', { msgs: [{} as AnyMessage] }, "*types.MsgSubmitFlow: Any JSON doesn't have '@type'"],
    ['an amount that is text', { msgs: [pay('1.5')] }, 'math/big: cannot unmarshal "1.5" into a *big.Int'],
    ['an amount that is a number', { msgs: [pay(5 as never)] }, 'cannot unmarshal number into Go value of type string'],
    [
      'more fee funds than the owner has',
      { fee_funds: [{ denom: 'uinto', amount: '107995333184' }] },
      'spendable balance 107995333183uinto is smaller than 107995333184uinto: insufficient funds: fee account already',
    ],
    [
      'negative fee funds',
      { fee_funds: [{ denom: 'uinto', amount: '-5' }] },
      '-5uinto: invalid coins: fee account already exists',
    ],
    [
      'six comparisons',
      { conditions: { comparisons: Array(6).fill({ value_type: 'string' }) } },
      'cannot create more than 5 Comp',
    ],
    [
      'a comparison without a type',
      { conditions: { comparisons: [{}] } },
      'condition Comparison fields are not complete',
    ],
    [
      'an unknown operator',
      { conditions: { comparisons: [{ value_type: 'string', operator: 10 }] } },
      'fields are not',
    ],
    [
      'a loop without a key',
      { conditions: { feedback_loops: [{ value_type: 'string' }] } },
      'condition FeedbackLoops fields',
    ],
    [
      'a loop from message 1',
      { conditions: { feedback_loops: [{ ...loop, response_index: 1 }] } },
      'response index: 1 must be',
    ],
    [
      'a loop to message 1',
      { conditions: { feedback_loops: [{ ...loop, msgs_index: 1 }] } },
      'MsgsIndex 1 out of bounds for msgMsgs (len: 1): invalid feedback loop',
    ],
    [
      'a query without a chain',
      { conditions: { feedback_loops: [{ ...loop, icq_config: { ...query, chain_id: '' } }] } },
      'Loop ICQ Config fields are not complete',
    ],
    [
      'a slow query',
      { conditions: { feedback_loops: [{ ...loop, icq_config: { ...query, timeout_duration: '61s' } }] } },
      'FeedbackLoop TimeoutDuration (1m1s) exceeds flow interval (1m0s): invalid icq timeout',
    ],
  ])('is refused with %s', async (_, changes, expected) => {
    const answer = await simulate(recorded(), { ...good, ...changes })
    expect([400, 500]).toContain(answer.status)
    expect((await answer.json()).message).toContain(expected)
  })

  test.each(['osmosis.gamm.v1beta1.MsgExitPool', 'elys.amm.MsgSwapExactAmountIn'])(
    'can contain messages of other chains that Intento knows: %s',
    async type => {
      const message = exec({ '@type': `/${type}`, sender: owner })
      expect((await simulate(recorded(), { ...good, msgs: [message] })).status).toBe(200)
    },
  )

  test('does not change the chain', async () => {
    const lcd = recorded()
    const before = structuredClone({ flows: lcd.state.flows, accounts: lcd.accounts })
    expect((await simulate(lcd, { ...good, fee_funds: [{ denom: 'uinto', amount: '5' }] })).status).toBe(200)
    expect({ flows: lcd.state.flows, accounts: lcd.accounts }).toEqual(before)
  })

  test.each(['0.9.4-r4', '1.0.6'])('is not supported by a node with release %s', async release => {
    const lcd = createLcd({ release, flows: [{ owner }] })
    expect((await simulate(lcd, good)).status).toBe(501)
    expect(() => lcd.submitFlow(good)).toThrow(`Release ${release} can't check a new flow.`)
  })
})

describe('after the signature', () => {
  const submitted = drafts.flatMap(draft => (draft.submitted ? [{ ...draft, submitted: draft.submitted }] : []))

  test.each(submitted)('the flow runs as recorded: $name', ({ message, submitted }) => {
    const { duration, interval, runs } = submitted
    const lcd = recorded()
    const { id } = lcd.submitFlow({ ...message, duration, interval })
    lcd.advance(300_000)
    const seen = ({ executed, errors }: { executed: boolean; errors: string[] }) => ({
      executed,
      errors: errors.map(withoutBalance),
    })
    expect(lcd.history(id).map(seen)).toEqual(runs.map(seen))
  })
})

describe('lcd.submitFlow', () => {
  test('adds the flow of the message, and moves the fee funds', () => {
    const lcd = recorded()
    const before = BigInt(lcd.accounts.balances[owner]?.[0]?.amount ?? 0)
    const feeFunds = [{ denom: 'uinto', amount: '1000000' }]
    const flow = lcd.submitFlow({ ...good, start_at: '1795495196', fee_funds: feeFunds, connection_id: 'connection-0' })
    expect(lcd.flow(115)).toEqual(flow)
    expect(flow).toMatchObject({
      ...{ id: '115', owner, label: 'Draft', interval: '60s', msgs: good.msgs, startTime: '2026-11-24T04:39:56Z' },
      ...{ execTime: '2026-11-24T04:39:56Z', endTime: '2026-11-24T05:39:56Z' },
      selfHostedIca: { portId: `icacontroller-${owner}`, connectionId: 'connection-0' },
      trustlessAgent: { agentAddress: '', feeLimit: [], connectionId: '' },
    })
    expect(lcd.accounts.balances[flow.feeAddress]).toEqual(feeFunds)
    expect(lcd.accounts.balances[owner]).toEqual([{ denom: 'uinto', amount: String(before - 1_000_000n) }])
  })

  test('throws the error of the chain if it refuses the flow', () => {
    const lcd = recorded()
    expect(() => lcd.submitFlow({ ...good, label: 'x'.repeat(51) })).toThrow('label must be shorter than 50 characters')
    expect(() => lcd.submitFlow({ ...good, duration: '1s', interval: '0s' })).toThrow(
      'longer than minimum duration: 5s',
    )
    expect(() => lcd.submitFlow(pay('5'))).toThrow('The message must be a /intento.intent.v1.MsgSubmitFlow, got')
    expect(lcd.state.flows).toHaveLength(114)
  })
})

/** The gas depends on the size of each field. */
function withoutGas(body: string): string {
  return body.replace(/gas used: '\d+'/, "gas used: ''")
}

/** The address of the fee account is different from the recorded one. */
function contentOf(body: string) {
  const { gas_info, result } = JSON.parse(body)
  const received = result.events.find(({ type }: { type: string }) => type === 'coin_received')
  const feeAddress = received?.attributes[0].value
  return {
    gas_wanted: gas_info.gas_wanted,
    ...JSON.parse(JSON.stringify(result).replaceAll(feeAddress, 'fee address')),
  }
}

function withoutBalance(error: string): string {
  return error.replace(/spendable balance \d+uinto/, 'spendable balance')
}
