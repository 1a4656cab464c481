import { address, createLcd } from '@flow-query/testing'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { waitFor } from '../../../scripts/wait-for.js'
import { countActive } from '../examples/collection.js'
import { printCheck } from '../examples/draft.js'
import { printDryRun } from '../examples/dry-run.js'
import { printForecasts } from '../examples/forecast.js'
import { flowAt } from '../examples/height.js'
import { report } from '../examples/insights.js'
import { logFlows } from '../examples/live.js'
import { logChanges } from '../examples/mirror.js'
import { flowsByOwner } from '../examples/scan.js'
import { recordedLcd } from '../test/recordings.js'

describe('examples with an in-memory node', () => {
  const owners = [address('an owner'), address('another')]
  const flows = Array.from({ length: 250 }, (_, index) => ({ owner: owners[index % 5 ? 0 : 1] as string }))
  const lcd = createLcd({ flows })

  beforeEach(() => {
    vi.stubGlobal('fetch', lcd.fetch)
    vi.spyOn(console, 'log').mockImplementation(() => {})
  })

  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  test('scan: counts the flows of each owner and reports progress', async () => {
    expect([...(await flowsByOwner())]).toEqual([
      [owners[1], 50],
      [owners[0], 200],
    ])
    expect(console.log).toHaveBeenLastCalledWith(expect.stringMatching(/^250 of 250, \d+ per second$/))
    await expect(flowsByOwner(AbortSignal.abort('no'))).rejects.toBe('no')
  })

  test('height: returns an earlier state of a flow, null before it existed, and throws other errors', async () => {
    expect(await flowAt('1', lcd.height)).toMatchObject({ id: '1' })
    expect(await flowAt('251', lcd.height)).toBeNull()
    await expect(flowAt('1', lcd.height + 1_000)).rejects.toMatchObject({ kind: 'node' })
  })

  test('collection: counts active flows', async () => {
    expect(await countActive()).toBe(250)
    expect(await countActive(owners[1])).toBe(50)
    expect(await countActive(address('nobody'))).toBe(0)
  })

  test('forecast: prints the next run and the money of each flow', async () => {
    const owner = address('an owner with little money')
    const lcd = createLcd({ flows: [{ owner, label: 'Rent' }] })
    vi.stubGlobal('fetch', lcd.fetch)
    await printForecasts(owner)
    expect(vi.mocked(console.log).mock.calls.map(([text]) => text)).toEqual([
      'Rent: willFail',
      expect.stringMatching(/^ {2}certain: feeBalanceTooLow at 20/),
      expect.stringMatching(/^ {2}enough for 0 of \d+ runs$/),
    ])
  })

  test('dry run: prints why a message would fail, and what that means for the next run', async () => {
    const owner = address('an owner of another kind of coin')
    const lcd = createLcd({ flows: [{ owner }] })
    lcd.accounts.balances[owner] = [{ denom: 'uatom', amount: '1' }]
    lcd.accounts.balances[lcd.flow(1)?.feeAddress ?? ''] = [{ denom: 'uinto', amount: '5000000' }]
    vi.stubGlobal('fetch', lcd.fetch)
    await printDryRun('1')
    expect(vi.mocked(console.log).mock.calls.map(([text]) => text)).toEqual([
      expect.stringMatching(/^insufficientFunds: spendable balance .*is smaller than \d+uinto/),
      'Next run: atRisk',
    ])
  })

  test('draft: prints the problems of a flow, its cost, and a link if it is good', async () => {
    const owner = address('an owner')
    const lcd = createLcd()
    lcd.deposit(owner, { denom: 'uinto', amount: '9000000' })
    vi.stubGlobal('fetch', lcd.fetch)
    const draftOf = (to_address: string) => ({
      owner,
      msgs: [
        {
          '@type': '/cosmos.bank.v1beta1.MsgSend',
          from_address: owner,
          to_address,
          amount: [{ denom: 'uinto', amount: '5' }],
        },
      ],
      duration: '120s',
      interval: '60s',
      configuration: { wallet_fallback: true },
    })
    await printCheck(JSON.stringify(draftOf('into1xyz')))
    await printCheck(JSON.stringify(draftOf(owner)))
    expect(vi.mocked(console.log).mock.calls.flat()).toEqual([
      'willFail',
      '  everyRunFails: invalidAddress at msgs[0].to_address',
      '  2 runs need 69280 uinto',
      'good',
      '  2 runs need 69280 uinto',
      expect.stringMatching(/^https:.*flowInput=/),
    ])
  })

  test('insights: reports failures, stop reasons, fees and next runs', async () => {
    const lcd = recordedLcd('v1')
    vi.stubGlobal('fetch', lcd.fetch)
    vi.useFakeTimers({ toFake: ['Date'], now: lcd.now() })
    await report('into1htj0rku2aal605rt72ws90vl3tlwfkej4xqt07')
    expect(vi.mocked(console.log).mock.calls.flat()).toEqual([
      'Pay rent (new label) stopped, run 4: feeBalanceTooLow',
      'Pay rent (new label): 3 runs for 57600 uinto',
      'Stündlich 日本語 🚀: 6 runs for 115200 uinto',
      'Stake 5 INTO stopped, run 1: stopOnSuccess',
      'Stake 5 INTO: 1 runs for 42160 uinto',
      'Autocompound: 30 runs for 2313600 uinto',
      'Compare rewards stopped, run 3: comparisons',
      'Compare rewards: 1 runs for 47520 uinto',
      'No responses kept: 6 runs for 115200 uinto',
      'Every 5s: 50 runs for 960000 uinto',
      'ICA without a connection: 0 runs for 116000 uinto',
      'Every 5s runs in 5 s',
      'Every 5s runs in 10 s',
      'Every 5s runs in 15 s',
    ])
  })

  test('mirror: logs the number of flows, and then changes', async () => {
    vi.stubGlobal('WebSocket', lcd.WebSocket)
    const controller = new AbortController()
    onTestFinished(() => controller.abort())
    await logChanges(controller.signal)
    expect(console.log).toHaveBeenCalledWith(expect.stringMatching(/^250 flows in block \d+$/))
    await waitFor(() => expect(lcd.sockets).toBe(1))
    lcd.execute(7)
    const logged = () => expect(console.log).toHaveBeenCalledWith(`Flow 7: the next run is at ${lcd.flow(7)?.execTime}`)
    await waitFor(logged)
    controller.abort()
    await waitFor(() => expect(lcd.sockets).toBe(0))
  })

  test('live: logs an execution immediately, and closes the connection after the abort', async () => {
    vi.stubGlobal('WebSocket', lcd.WebSocket)
    const controller = new AbortController()
    onTestFinished(() => controller.abort())
    logFlows(controller.signal)
    await waitFor(() => expect(console.log).toHaveBeenCalledWith('connected', ''))
    lcd.execute(7)
    const logged = expect.stringMatching(/^Flow 7: executed in block \d+$/)
    await waitFor(() => expect(console.log).toHaveBeenCalledWith(logged))
    controller.abort()
    await waitFor(() => expect(lcd.sockets).toBe(0))
  })
})
