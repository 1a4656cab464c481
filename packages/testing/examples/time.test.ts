import { createClock, createLcd, flow } from '@flow-query/testing'
import { expect, test } from 'vitest'

test('executes flows when they are due and on demand', () => {
  const clock = createClock('2026-11-20T21:00:00Z')
  const account = { portId: 'icacontroller-into1...', connectionId: 'connection-0' }
  const lcd = createLcd({
    clock: clock.now,
    flows: [flow({ interval: '60s' }, clock.now()), flow({ selfHostedIca: account }, clock.now())],
    behave: (_, sequence) => ({ outcome: sequence % 3 === 0 ? 'failed' : 'succeeded' }),
  })

  clock.advance(33 * 60_000) // executes all flows that became due
  expect(lcd.history(1).map(({ executed }) => executed)).toEqual([true, true, false])

  lcd.execute(1) // executes the flow now, even if it is not due
  lcd.execute(1, { outcome: 'failed', error: 'msg handling error: no' })
  expect(lcd.history(1).at(-1)?.errors).toEqual(['msg handling error: no'])

  lcd.execute(2, { outcome: 'unacknowledged' }) // sends the packet of an interchain flow
  expect(lcd.answer(2, { outcome: 'timedOut' }).timedOut).toBe(true)

  lcd.updateFlow(1, { label: 'changed' })
  expect(lcd.addFlow({ label: 'new' }).id).toBe('3')
})
