import { describe, expect, test } from 'vitest'
import {
  address,
  type Behavior,
  type Conditions,
  type Configuration,
  createClock,
  createLcd,
  type Execution,
  type Flow,
  flow,
  type Lcd,
  type LcdOptions,
} from '../index.js'

const initialTime = '2026-11-20T21:00:00Z'
const at = (time: string) => `2026-11-20T${time}Z`

/** Creates a node with one flow that is due in ten seconds and then every minute, with no end in the tests. */
function nodeWith(changes: Partial<Flow> = {}, options: LcdOptions = {}): Lcd {
  const clock = createClock(initialTime)
  const minutely = { interval: '60s', startTime: at('20:59:10'), execTime: at('21:00:10'), ...changes }
  return createLcd({ flows: [flow(minutely, clock.now())], clock: clock.now, ...options })
}

function configuration(changes: Partial<Configuration>): Pick<Flow, 'configuration'> {
  const { configuration } = flow()
  return { configuration: configuration && { ...configuration, ...changes } }
}

function conditions(changes: Partial<Conditions>): Pick<Flow, 'conditions'> {
  const { conditions } = flow()
  return { conditions: conditions && { ...conditions, ...changes } }
}

const interchain = { selfHostedIca: { portId: `icacontroller-${address('owner')}`, connectionId: 'connection-0' } }
const outcomes = (lcd: Lcd, id = 1) =>
  lcd.history(id).map(({ executed, timedOut, errors, packetSequences }) => {
    if (timedOut) return 'timedOut'
    if (errors.length > 0) return 'failed'
    return executed ? 'succeeded' : packetSequences.length > 0 ? 'open' : 'skipped'
  })
const always = (execution: Execution) => ({ behave: () => execution })
const minute = 60_000

describe('time', () => {
  test('a flow runs in the first block after it is due and is due again one interval later', () => {
    const lcd = nodeWith()
    lcd.advance(9_000)
    expect(lcd.history(1)).toEqual([])
    lcd.advance(2_000)
    const [entry] = lcd.history(1)
    expect(entry?.scheduledExecTime).toBe(at('21:00:10'))
    expect(entry?.actualExecTime).toMatch(/^2026-11-20T21:00:10\.\d{9}Z$/)
    expect(lcd.flow(1)?.execTime).toBe(at('21:01:10'))
    lcd.advance(3 * minute)
    expect(lcd.history(1).map(({ scheduledExecTime }) => scheduledExecTime.slice(11, 19))).toEqual([
      '21:00:10',
      '21:01:10',
      '21:02:10',
      '21:03:10',
    ])
  })

  test('preserves nanoseconds', () => {
    const lcd = nodeWith({ execTime: at('21:00:10.123456789'), interval: '90.500s' })
    lcd.advance(minute)
    expect(lcd.history(1)[0]?.scheduledExecTime).toBe(at('21:00:10.123456789'))
    expect(lcd.flow(1)?.execTime).toBe(at('21:01:40.623456789'))
  })

  test('a flow whose execution time has passed at the start never runs', () => {
    const lcd = nodeWith({ execTime: at('20:59:00') })
    const before = lcd.height
    lcd.advance(minute)
    expect(lcd.height - before).toBe(118)
    expect(lcd.history(1)).toEqual([])
    expect(lcd.flow(1)?.execTime).toBe(at('20:59:00'))
  })

  test('the state does not depend on how often it is read', () => {
    const [often, once] = [nodeWith(interchain), nodeWith(interchain)]
    for (let second = 0; second < 600; second++) {
      often.advance(1_000)
      often.history(1)
    }
    once.advance(600_000)
    expect(once.state).toEqual(often.state)
  })

  test('after a long sleep, runs only the newest missed executions', () => {
    const lcd = nodeWith({ interval: '5s', endTime: '2028-01-01T00:00:00Z' })
    lcd.advance(365 * 24 * 60 * minute)
    expect(lcd.history(1).length).toBeGreaterThan(900)
    expect(lcd.history(1).length).toBeLessThan(1_100)
    const next = Date.parse(lcd.flow(1)?.execTime ?? '')
    expect(next).toBeGreaterThan(lcd.now() - 1_000)
    expect(next).toBeLessThan(lcd.now() + 5_001)
  })

  test('a flow whose end time passed during a long sleep stops at that time', () => {
    const endTime = '2026-11-22T21:00:10Z'
    const lcd = nodeWith({ interval: '5s', endTime })
    lcd.advance(30 * 24 * 60 * minute)
    expect([lcd.flow(1)?.execTime, lcd.history(1).at(-1)?.scheduledExecTime]).toEqual([endTime, endTime])
  })
})

describe('a flow ends', () => {
  const ends = (lcd: Lcd) => {
    lcd.advance(30 * minute)
    return [outcomes(lcd), lcd.flow(1)?.execTime.slice(11, 19)]
  }

  test('when no further interval fits before its end time', () => {
    expect(ends(nodeWith({ endTime: at('21:02:10') }))).toEqual([['succeeded', 'succeeded', 'succeeded'], '21:02:10'])
    expect(ends(nodeWith({ endTime: at('21:02:09') }))).toEqual([['succeeded', 'succeeded'], '21:01:10'])
  })

  test('after its only execution', () => {
    expect(ends(nodeWith({ interval: '0s', endTime: at('21:00:10') }))).toEqual([['succeeded'], '21:00:10'])
  })

  test.each([
    ['stopOnSuccess', 'failed', 'succeeded'],
    ['stopOnFailure', 'succeeded', 'failed'],
  ] as const)('if it is configured to %s', (rule, first, last) => {
    const behave = (_: Flow, sequence: number): Execution => ({ outcome: sequence < 3 ? first : last })
    expect(ends(nodeWith(configuration({ [rule]: true }), { behave }))).toEqual([[first, first, last], '21:02:10'])
  })

  test('when it cannot pay the fee, without executing or paying anything', () => {
    const lcd = nodeWith({}, always({ outcome: 'failed', error: 'balance too low to deduct expected fee' }))
    expect(ends(lcd)).toEqual([['failed'], '21:00:10'])
    expect(lcd.history(1)[0]?.execFee).toEqual([])
  })

  test('when two executions in a row are skipped', () => {
    expect(ends(nodeWith({}, always({ outcome: 'skipped' })))).toEqual([['skipped', 'skipped'], '21:01:10'])
  })
})

describe('interchain flows', () => {
  test('are pending until the host chain responds', () => {
    const lcd = nodeWith(interchain)
    lcd.advance(11_000)
    expect(lcd.history(1)).toMatchObject([{ executed: false, errors: [], msgResponses: [], packetSequences: ['1'] }])
    lcd.advance(10_000)
    expect(lcd.history(1)).toMatchObject([
      { executed: true, msgResponses: [{ '@type': '/cosmos.bank.v1beta1.MsgSendResponse' }], packetSequences: ['1'] },
    ])
    lcd.advance(minute)
    expect(lcd.history(1)[1]?.packetSequences).toEqual(['2'])
  })

  test('can fail on the host chain when it responds', () => {
    const lcd = nodeWith(interchain, always({ outcome: 'failed' }))
    lcd.advance(11_000)
    expect(outcomes(lcd)).toEqual(['open'])
    lcd.advance(10_000)
    expect(lcd.history(1)[0]?.errors).toEqual([
      'error handling packet on host chain: see host chain events for details, error: ABCI code: 5: error handling packet: see events for details',
    ])
  })

  test('can fail before they send a packet', () => {
    const error = 'msg handling error: no active channel for this owner'
    const lcd = nodeWith(interchain, always({ outcome: 'failed', error }))
    lcd.advance(11_000)
    expect(lcd.history(1)).toMatchObject([{ packetSequences: [], errors: [error] }])
  })

  test('time out after their interval, record this in the newest run, and end after a run without a response', () => {
    const lcd = nodeWith(interchain, always({ outcome: 'timedOut' }))
    lcd.advance(50_000)
    expect(outcomes(lcd)).toEqual(['open'])
    lcd.advance(22_000)
    expect(outcomes(lcd)).toEqual(['open', 'timedOut'])
    lcd.advance(10 * minute)
    expect(outcomes(lcd)).toEqual(['open', 'timedOut'])
  })

  test('with an interval of more than one hour, time out before the next run', () => {
    const lcd = nodeWith({ ...interchain, interval: '7200s' }, always({ outcome: 'timedOut' }))
    lcd.advance(59 * minute)
    expect(outcomes(lcd)).toEqual(['open'])
    lcd.advance(2 * minute)
    expect(outcomes(lcd)).toEqual(['timedOut'])
  })

  test('stop on a timeout if they are configured to', () => {
    const lcd = nodeWith(
      { ...interchain, ...configuration({ stopOnTimeout: true }) },
      { behave: (_, sequence) => ({ outcome: sequence === 2 ? 'timedOut' : 'succeeded' }) },
    )
    lcd.advance(10 * minute)
    expect(outcomes(lcd)).toEqual(['succeeded', 'open', 'timedOut'])
  })

  test('record a late response in the newest run, in addition to its earlier results', () => {
    const unanswered = { executed: false, msgResponses: [] }
    const history = ['7', '8'].map(sequence => ({ ...unanswered, packetSequences: [sequence] }))
    const lcd = nodeWith(interchain, { ...always({ outcome: 'unacknowledged' }), history: { 1: history } })
    lcd.advance(11_000)
    expect(lcd.answer(1, { outcome: 'timedOut' })).toMatchObject({ timedOut: true, executed: false })
    expect(lcd.answer(1)).toMatchObject({ timedOut: true, executed: true, msgResponses: [{}] })
    const answered = lcd.answer(1)
    expect(answered.msgResponses).toHaveLength(1)
    expect(outcomes(lcd)).toEqual(['open', 'open', 'timedOut'])
    expect(lcd.answer(1, { outcome: 'failed' })).toBe(answered)
  })

  test('can stay unacknowledged, and accept a manual response', () => {
    const single = { ...interchain, interval: '0s', endTime: at('21:00:10') }
    const lcd = nodeWith(single, always({ outcome: 'unacknowledged' }))
    lcd.advance(24 * 60 * minute)
    expect(outcomes(lcd)).toEqual(['open'])
    expect(lcd.answer(1, { outcome: 'failed', error: 'error handling packet: no' }).errors).toEqual([
      'error handling packet: no',
    ])
    expect(lcd.answer(1)).toMatchObject({ executed: false })
  })

  test('repeat the error of the newest run only if the outcome is the same', () => {
    const behave = (_: Flow, sequence: number): Execution => ({
      outcome: sequence === 1 ? 'failed' : 'feeNotCollected',
    })
    const lcd = nodeWith(interchain, { behave })
    lcd.advance(2 * minute)
    const [failed, paidTooLittle] = lcd.history(1).map(({ errors }) => errors.join())
    expect(failed).toMatch(/^error handling packet/)
    expect(paidTooLittle).toMatch(/^distribution error/)
  })

  test('accept a response to a packet in their initial history', () => {
    const lcd = nodeWith(interchain, {
      history: { 1: [{ executed: false, msgResponses: [], packetSequences: ['7'] }] },
    })
    expect(lcd.answer(1)).toMatchObject({ executed: true, packetSequences: ['7'] })
  })

  test('share one sequence per port, which continues from the initial history', () => {
    const lcd = nodeWith(interchain, { history: { 1: [{ packetSequences: ['41'] }] } })
    lcd.addFlow(interchain)
    lcd.execute(2)
    lcd.execute(1)
    expect([lcd.history(2)[0]?.packetSequences, lcd.history(1)[1]?.packetSequences]).toEqual([['42'], ['43']])
  })
})

describe('conditions', () => {
  const icqConfig = {
    connectionId: 'connection-0',
    chainId: 'host-1',
    timeoutPolicy: 'EXECUTE_QUERY_CALLBACK',
    timeoutDuration: '30s',
    queryType: 'store/bank/key',
    queryKey: 'AA==',
    response: null,
  }
  const comparison = (operator: string, operand: string, asks = false) => ({
    flowId: '0',
    responseIndex: 0,
    responseKey: asks ? '' : 'Amount.[0]',
    valueType: asks ? 'math.Int' : 'sdk.Coin',
    operator,
    operand,
    differenceMode: false,
    icqConfig: asks ? icqConfig : null,
  })
  const denom = (operator: string, operand: string) => ({
    ...comparison(operator, operand),
    responseKey: 'Amount.[0].Denom',
    valueType: 'string',
  })
  const paid = (amount: string): Execution => ({
    outcome: 'succeeded',
    msgResponses: [{ '@type': '/x.MsgResponse', amount: [{ denom: 'uinto', amount }] }],
  })

  test.each([
    ['LARGER_THAN', '999uinto', true],
    ['LARGER_THAN', '1000uinto', false],
    ['LARGER_THAN', '999.9 uinto', true],
    ['LARGER_THAN', '0.001INTO', false],
    ['EQUAL', '.001INTO', true],
    ['GREATER_EQUAL', '1000uinto', true],
    ['SMALLER_THAN', '1001uinto', true],
    ['LESS_EQUAL', '999uinto', false],
    ['EQUAL', '1000uinto', true],
    ['NOT_EQUAL', '1000uinto', false],
    ['CONTAINS', 'int', true],
    ['NOT_CONTAINS', 'int', false],
    ['STARTS_WITH', 'u', true],
    ['ENDS_WITH', 'u', false],
  ])('with an earlier response, %s %s: runs again %s', (operator, operand, runs) => {
    const compared = operator.includes('WITH') || operator.includes('CONTAINS') ? denom : comparison
    const lcd = nodeWith(conditions({ comparisons: [compared(operator, operand)] }), always(paid('1000')))
    lcd.advance(2 * minute)
    expect(outcomes(lcd)).toEqual(['succeeded', runs ? 'succeeded' : 'skipped'])
  })

  test.each([
    ['RETRY_QUERY_REQUEST', 'AA==', 0],
    ['REJECT_QUERY_RESPONSE', 'AA==', 0],
    ['EXECUTE_QUERY_CALLBACK', 'AA', 0],
  ])('with the policy %s and the key %s, a flow with a query runs %i times', (timeoutPolicy, queryKey, runs) => {
    const asking = { ...comparison('LARGER_THAN', '1', true), icqConfig: { ...icqConfig, timeoutPolicy, queryKey } }
    const lcd = nodeWith(conditions({ comparisons: [asking] }))
    lcd.advance(2 * minute)
    expect(lcd.history(1)).toHaveLength(runs)
  })

  test('require all comparisons or any of them', () => {
    const comparisons = [comparison('EQUAL', '1uinto'), comparison('EQUAL', '1000uinto')]
    const any = nodeWith(conditions({ comparisons }), always(paid('1000')))
    const all = nodeWith(conditions({ comparisons, useAndForComparisons: true }), always(paid('1000')))
    for (const lcd of [any, all]) lcd.advance(2 * minute)
    expect([outcomes(any)[1], outcomes(all)[1]]).toEqual(['succeeded', 'skipped'])
  })

  test('query another chain first and save its response, and skipping does not end such a flow', () => {
    const lcd = nodeWith(conditions({ comparisons: [comparison('LARGER_THAN', '500', true)] }), {
      behave: (_, sequence) => ({ outcome: 'succeeded', queryResponses: [btoa(sequence === 1 ? '501' : '500')] }),
    })
    lcd.advance(10_600)
    expect(lcd.history(1)).toEqual([])
    lcd.advance(4 * minute)
    expect(outcomes(lcd)).toEqual(['succeeded', 'skipped', 'skipped', 'skipped'])
    expect(lcd.history(1)[1]).toMatchObject({ queryResponses: [btoa('500')], execFee: [] })
  })

  const failing = 'conditions to execute not met: error in CompareResponseValue: '

  test.each([
    [
      'a key that does not exist',
      { responseKey: 'Nothing.[0]' },
      'error getting value from response: error parsing value: field Nothing not found in interface amount:<denom:"uinto" amount:"1000" > ',
    ],
    [
      'an operand that is not a number',
      { responseKey: 'Amount.[0].Amount', valueType: 'math.Int', operand: 'abc' },
      'error parsing operand: error parsing value: field could not be parsed as abc in 1000 ',
    ],
    ['another denom', { operand: '1uatom' }, 'denom mismatch: uinto vs uatom'],
    [
      'the order of texts',
      { responseKey: 'Amount.[0].Denom', valueType: 'string' },
      'unsupported numeric type: string',
    ],
    [
      'an item that does not exist',
      { responseKey: 'Amount.[1]' },
      'error getting value from response: error parsing value: index 1 out of bounds for slice of length 1',
    ],
    ['a missing response', { responseIndex: 1 }, 'not enough message responses to compare to, number of responses: 1'],
  ])('a comparison with %s fails each run but the last, and costs nothing', (_, changes, error) => {
    const comparisons = [{ ...comparison('LARGER_THAN', '1uinto'), ...changes }]
    const lcd = nodeWith({ ...conditions({ comparisons }), endTime: at('21:03:10') }, always(paid('1000')))
    lcd.advance(9 * minute)
    expect(outcomes(lcd)).toEqual(['succeeded', 'failed', 'failed'])
    expect(lcd.history(1)[2]).toMatchObject({ errors: [failing + error], execFee: [], executed: false })
  })

  test('a comparison that cannot be evaluated is ignored if one is enough and another one is met', () => {
    const comparisons = [{ ...comparison('EQUAL', '1'), responseKey: 'Nothing' }, comparison('EQUAL', '1000uinto')]
    const any = nodeWith(conditions({ comparisons }), always(paid('1000')))
    const all = nodeWith(conditions({ comparisons, useAndForComparisons: true }), always(paid('1000')))
    for (const lcd of [any, all]) lcd.advance(2 * minute)
    expect([outcomes(any)[1], outcomes(all)[1]]).toEqual(['succeeded', 'failed'])
  })

  test('compare the change since the previous run, and `delta` is the change before it', () => {
    const amounts = ['100', '150', '170', '300', '310']
    const grows: LcdOptions = { behave: (_, sequence) => paid(amounts[sequence - 1] ?? '0') }
    const withHistory = {
      ...grows,
      history: { 1: amounts.slice(0, 2).map(amount => ({ msgResponses: paid(amount).msgResponses ?? [] })) },
    }
    const changes = (operator: string, operand: string) =>
      conditions({ comparisons: [{ ...comparison(operator, operand), differenceMode: true }] })
    const runs = (operator: string, operand: string, release?: string) => {
      const lcd = nodeWith(changes(operator, operand), { ...withHistory, ...(release && { release }) })
      lcd.advance(minute)
      return lcd.history(1).at(-1)
    }
    expect(runs('EQUAL', '50uinto')).toMatchObject({ executed: true })
    expect(runs('LARGER_THAN', '50uinto')).toMatchObject({ executed: false, errors: [] })
    // The newest saved change is also the change between the last two runs.
    expect(runs('EQUAL', 'delta')).toMatchObject({ executed: true })
    expect(runs('EQUAL', 'delta', '1.0.8')?.errors[0]).toContain('field could not be parsed as delta')
  })

  test.each(['1.0.7', '1.1.0'])(
    '%s: a flow on another chain only runs twice without answers, and four times with them',
    release => {
      const runs = (options: LcdOptions) => {
        const lcd = nodeWith({ ...interchain, endTime: at('21:03:10') }, { ...options, release })
        lcd.advance(9 * minute)
        return lcd.history(1).length
      }
      expect(runs(always({ outcome: 'unacknowledged' }))).toBe(2)
      expect(runs({})).toBe(4)
    },
  )

  test.each([
    // A node with an older release runs its flows by the rules of 1.0.7.
    ['1.0.4', ['succeeded', 'skipped', 'succeeded']],
    ['1.0.7', ['succeeded', 'skipped', 'succeeded']],
    ['1.0.9', ['succeeded', 'skipped', 'succeeded', 'succeeded']],
  ])('%s: a local flow continues after a skip or not', (release, expected) => {
    const behave: Behavior = (_, sequence) => (sequence === 2 ? { outcome: 'skipped' } : undefined)
    const lcd = nodeWith({ endTime: at('21:03:10') }, { release, behave })
    lcd.advance(9 * minute)
    expect(outcomes(lcd)).toEqual(expected)
  })

  test('a contract call increases its salt in each run since release 1.0.9, without an update of the flow', () => {
    const call = (msg: object) => ({
      '@type': '/cosmwasm.wasm.v1.MsgExecuteContract',
      sender: address('a'),
      msg,
      funds: [],
    })
    const msgs = [
      call({ salt: 4 }),
      call({ mint: { salt: 'a' } }),
      call({ mint: { salt: '0x0f' } }),
      call({ mint: {} }),
    ]
    const saltsOf = (lcd: Lcd) => lcd.flow(1)?.msgs.map(({ msg }) => msg)
    const lcd = nodeWith({ msgs })
    lcd.advance(2 * minute)
    expect(saltsOf(lcd)).toEqual([
      { salt: 6 },
      { mint: { salt: 'a11' } },
      { mint: { salt: `0x${'11'.padStart(64, '0')}` } },
      { mint: {} },
    ])
    expect(lcd.flow(1)?.updateHistory).toEqual([])
    const before = nodeWith({ msgs }, { release: '1.0.8' })
    before.advance(2 * minute)
    expect(before.flow(1)?.msgs).toEqual(msgs)
  })

  const loop = {
    flowId: '0',
    responseIndex: 0,
    responseKey: 'Amount.[0]',
    msgsIndex: 1,
    msgKey: 'Amount',
    valueType: 'sdk.Coin',
    differenceMode: false,
    icqConfig: null,
  }

  test.each([
    ['9', 0, 'invalid feedback loop FlowID: 9 (not found)'],
    ['0', 3, 'invalid feedback loop MsgsIndex: 3 (only 1 messages in flow 1)'],
  ])('a feedback loop with flow %s and message %i fails the run, which pays a fee', (flowId, msgsIndex, error) => {
    const lcd = nodeWith(conditions({ feedbackLoops: [{ ...loop, flowId, msgsIndex }] }))
    lcd.advance(minute)
    expect(lcd.history(1)).toMatchObject([{ executed: false, errors: [error], execFee: [{ denom: 'uinto' }] }])
  })

  test.each([
    [3, 'Nothing', 'failed'],
    [3, 'Amount.[0]', 'succeeded'],
    [3, '', 'succeeded'],
    // The chain ignores the loop, because only one message remains.
    [2, 'Nothing', 'succeeded'],
  ])(
    'of %i messages, a feedback loop on the second one that reads %s: the second run %s',
    (count, responseKey, outcome) => {
      const msgs = Array.from({ length: count }, () => ({ '@type': '/x.Msg' }))
      const lcd = nodeWith({ msgs, ...conditions({ feedbackLoops: [{ ...loop, responseKey }] }) }, always(paid('1000')))
      lcd.advance(2 * minute)
      expect(outcomes(lcd)).toEqual(['succeeded', outcome])
      if (outcome === 'failed')
        expect(lcd.history(1)[1]?.errors[0]).toMatch(
          /^setting flow result: error getting value from response: .*field Nothing/,
        )
    },
  )

  test('a feedback loop that changes the first message prevents all messages, so the first run is the last', () => {
    const lcd = nodeWith(conditions({ feedbackLoops: [{ ...loop, msgsIndex: 0 }] }))
    lcd.advance(5 * minute)
    expect(lcd.history(1)).toMatchObject([{ executed: false, errors: [], execFee: [{ amount: '11200' }] }])
  })

  test('without a query response, the flow stops and adds no entry', () => {
    const lcd = nodeWith(
      conditions({ comparisons: [comparison('LARGER_THAN', '500', true)] }),
      always({ outcome: 'unacknowledged' }),
    )
    lcd.advance(10 * minute)
    expect(lcd.history(1)).toEqual([])
    expect(lcd.flow(1)?.execTime).toBe(at('21:00:10'))
  })

  test.each([
    ['skipOnFailureOf', 'failed', ['skipped', 'skipped']],
    ['skipOnFailureOf', 'succeeded', ['succeeded', 'succeeded', 'succeeded']],
    ['skipOnSuccessOf', 'succeeded', ['skipped', 'skipped']],
    ['stopOnFailureOf', 'failed', ['skipped']],
    ['stopOnSuccessOf', 'failed', ['succeeded', 'succeeded', 'succeeded']],
    ['stopOnSuccessOf', 'succeeded', ['skipped']],
  ] as const)('%s a flow that %s', (list, outcome, expected) => {
    const lcd = nodeWith(conditions({ [list]: ['2'] }))
    lcd.addFlow()
    lcd.execute(2, { outcome })
    lcd.advance(3 * minute - 10_000)
    expect(outcomes(lcd)).toEqual(expected)
  })

  test('a flow that has not run yet does not skip or stop another flow', () => {
    const lcd = nodeWith(conditions({ skipOnFailureOf: ['2'], stopOnSuccessOf: ['9'] }))
    lcd.addFlow()
    lcd.advance(minute)
    expect(outcomes(lcd)).toEqual(['succeeded'])
  })
})

describe('manual changes', () => {
  test('execute runs a flow now with the given outcome and schedules the next run', () => {
    const lcd = nodeWith()
    const entry = lcd.execute(1, { outcome: 'failed', error: 'msg handling error: no', execFee: [] })
    expect(entry).toMatchObject({
      scheduledExecTime: initialTime,
      actualExecTime: initialTime,
      errors: ['msg handling error: no'],
    })
    expect(lcd.flow(1)?.execTime).toBe(at('21:01:00'))
    lcd.advance(minute + 1_000)
    expect(outcomes(lcd)).toEqual(['failed', 'failed'])
    expect(lcd.execute(1, { outcome: 'succeeded' }).msgResponses).toHaveLength(1)
  })

  test('saves responses only if the flow is configured to', () => {
    const lcd = nodeWith(configuration({ saveResponses: false }))
    expect(lcd.execute(1)).toMatchObject({ executed: true, msgResponses: [] })
  })

  test('answerAfter: 0 records the response immediately', () => {
    const lcd = nodeWith(interchain)
    expect(lcd.execute(1, { outcome: 'succeeded', answerAfter: 0 })).toMatchObject({
      executed: true,
      packetSequences: ['1'],
    })
  })

  test('addFlow assigns the next id and schedules the flow', () => {
    const lcd = nodeWith()
    const added = lcd.addFlow({ owner: address('somebody'), interval: '60s' }, [{ executed: true }])
    expect(added).toMatchObject({ id: '2', startTime: initialTime, execTime: at('21:01:00') })
    lcd.advance(minute + 1_000)
    expect(outcomes(lcd, 2)).toEqual(['succeeded', 'succeeded'])
  })

  test('updateFlow changes the given fields, records the time and keeps the id', async () => {
    const lcd = nodeWith()
    const path = `${lcd.url}/intento/intent/v1/flow/1`
    const before = await (await lcd.fetch(path)).json()
    lcd.updateFlow(1, { label: 'new', id: '9', execTime: at('21:00:30') })
    const after = await (await lcd.fetch(path)).json()
    expect(after.flow).toEqual({
      ...before.flow,
      label: 'new',
      exec_time: at('21:00:30'),
      update_history: [initialTime],
    })
    lcd.advance(20_000)
    expect(lcd.history(1)).toEqual([])
    lcd.advance(20_000)
    expect(outcomes(lcd)).toEqual(['succeeded'])
  })

  test('throws for an unknown id', () => {
    const lcd = nodeWith()
    expect(() => lcd.execute(7)).toThrow('Flow 7 does not exist. The last flow is 1.')
    expect(() => lcd.answer(1)).toThrow('Flow 1 has no packet that waits for a response.')
    expect(lcd.flow(7)).toBeUndefined()
    expect(() => createLcd({ flows: [flow({ id: '14' })] })).toThrow('ids must start at 1')
  })

  test('logs the last 1,000 requests with their queries', async () => {
    const lcd = nodeWith()
    await lcd.fetch(`${lcd.url}/intento/intent/v1/flow/1?x=y`, { headers: { 'X-Mine': '1' } })
    await lcd.fetch(`${lcd.url}/nowhere`, { method: 'POST' })
    expect(lcd.requests).toEqual([
      { method: 'GET', target: '/intento/intent/v1/flow/1?x=y', headers: { 'x-mine': '1' }, query: 'flow' },
      { method: 'POST', target: '/nowhere', headers: expect.anything(), query: null },
    ])
    for (let count = 0; count < 1_000; count++) await lcd.fetch(`${lcd.url}/intento/intent/v1/params`)
    expect(lcd.requests.length).toBe(1_000)
  })

  test('fetch accepts URLs and Requests', async () => {
    const lcd = nodeWith()
    const url = new URL('/intento/intent/v1/params', lcd.url)
    expect((await lcd.fetch(url)).status).toBe(200)
    expect((await lcd.fetch(new Request(url, { method: 'HEAD' }))).status).toBe(501)
  })
})
