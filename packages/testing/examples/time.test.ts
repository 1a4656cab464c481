import { createClock, createLcd, flow } from '@flow-query/testing'
import { expect, test } from 'vitest'

test('flows run when they are due, and when they are told to', () => {
  const clock = createClock('2026-11-20T21:00:00Z')
  const account = { portId: 'icacontroller-into1...', connectionId: 'connection-0' }
  const lcd = createLcd({
    clock: clock.now,
    flows: [flow({ interval: '60s' }, clock.now()), flow({ selfHostedIca: account }, clock.now())],
    behave: (_, sequence) => ({ outcome: sequence % 3 === 0 ? 'failed' : 'succeeded' }),
  })

  clock.advance(33 * 60_000) // whatever is due by then happens
  expect(lcd.history(1).map(({ executed }) => executed)).toEqual([true, true, false])

  lcd.execute(1) // now, whenever it is due
  lcd.execute(1, { outcome: 'failed', error: 'msg handling error: no' })
  expect(lcd.history(1).at(-1)?.errors).toEqual(['msg handling error: no'])

  lcd.execute(2, { outcome: 'unanswered' }) // an interchain flow: the packet is out
  expect(lcd.answer(2, { outcome: 'timedOut' }).timedOut).toBe(true)

  lcd.updateFlow(1, { label: 'changed' })
  expect(lcd.addFlow({ label: 'new' }).id).toBe('3')
})
