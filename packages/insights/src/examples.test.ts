import { address, createLcd } from '@flow-query/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { recordedLcd } from '../../core/test/recordings.js'
import { printCheck } from '../examples/draft.js'
import { printDryRun } from '../examples/dry-run.js'
import { printForecasts } from '../examples/forecast.js'
import { report } from '../examples/insights.js'

describe('examples with an in-memory node', () => {
  beforeEach(() => {
    vi.spyOn(console, 'log').mockImplementation(() => {})
  })

  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
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
      '  2 runs need 69840 uinto',
      'good',
      '  2 runs need 69920 uinto',
      expect.stringMatching(/^https:.*flowInput=/),
    ])
  })

  test('insights: reports failures, stop reasons, fees and next runs', async () => {
    const lcd = recordedLcd('v1')
    vi.stubGlobal('fetch', lcd.fetch)
    vi.setSystemTime(lcd.now())
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
})
