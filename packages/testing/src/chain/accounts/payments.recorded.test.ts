import { describe, expect, test } from 'vitest'
import { recording } from '../../../test/recording.js'
import { createClock, createLcd, type Execution, type HistoryEntry, stateFromRecording } from '../../index.js'
import { isDecidedByAccounts } from './payments.js'

// The node starts with the balances and grants of height 3882 and runs flows 94 to 129 until height 4565. The test provides the gas
// of each run, the answers of the other chain, and the errors that don't depend on accounts. The node decides the rest.
const [recordedState, later] = [recording('v1-forecast/state.json'), recording('v1-forecast/later.json')]
const [start, end] = ['2026-11-22T19:27:34.223595747Z', '2026-11-22T19:33:20Z'] as const
const before = stateFromRecording([...recordedState, ...recording('v1-forecast/exchanges.json')])
const after = stateFromRecording([...recordedState, ...later])
const ids = Array.from({ length: 36 }, (_, index) => String(94 + index))

function recorded(id: string): readonly HistoryEntry[] {
  return after.history[id] ?? []
}

/** The fee of a payment. */
const payment = [{ denom: 'uinto', amount: '19040' }]

function plan(id: string, sequence: number): Execution | undefined {
  const entries = recorded(id)
  const entry = entries[sequence - 1]
  if (!entry) return undefined
  const error = entry.errors.find(error => !isDecidedByAccounts(error))
  // A run whose fee could not be collected has none, and the last run adds a commission. Both cost as much as an earlier run.
  const isUsual = entry.execFee.length > 0 && entry.scheduledExecTime !== after.flows[Number(id) - 1]?.endTime
  const alike = entries
    .slice(0, sequence - 1)
    .filter(({ executed, execFee }) => executed === entry.executed && execFee[0])
  const execFee = isUsual ? entry.execFee : (alike.at(-1)?.execFee ?? payment)
  const outcome = error === undefined ? 'succeeded' : 'failed'
  return { outcome, ...(error !== undefined && { error }), execFee, answerAfter: 0 }
}

const clock = createClock(start)
const lcd = createLcd({
  state: { ...before, height: 3882, time: start },
  clock: clock.now,
  behave: ({ id }, sequence) => plan(id, sequence),
})
clock.advance(Date.parse('2026-11-22T19:28:53.5Z') - clock.now())
// The agent raises its fee.
for (const { feeConfig } of lcd.state.trustlessAgents)
  for (const coin of feeConfig?.feeCoinsSupported ?? []) if (coin.amount === '25000') coin.amount = '40000'
clock.advance(Date.parse(end) - clock.now())

describe('a node with the recorded balances', () => {
  test.each(ids)('flow %s has the recorded results, errors and fees', id => {
    const seen = ({ executed, errors, execFee }: HistoryEntry) => ({ executed, errors, execFee })
    expect(lcd.history(id).map(seen)).toEqual(recorded(id).map(seen))
  })

  test.each(ids)('flow %s leaves the recorded amount on its fee account', id => {
    const { feeAddress = '' } = lcd.flow(id) ?? {}
    expect(lcd.accounts.balances[feeAddress]).toEqual(after.accounts?.balances[feeAddress])
  })

  test('has the recorded grants', async () => {
    for (const { granter, grantee } of before.accounts?.grants ?? []) {
      const path = `/cosmos/authz/v1beta1/grants?granter=${granter}&grantee=${grantee}`
      const { response } = later.find(({ request }) => request.path === path) ?? {}
      expect(await (await lcd.fetch(lcd.url + path)).text()).toBe(response?.body)
    }
  })
})
