import { createClock, createLcd, flow } from '@flow-query/testing'
import { expect, test } from 'vitest'

test('an earlier height returns the state at that height', async () => {
  const clock = createClock('2026-11-20T21:00:00Z')
  const lcd = createLcd({ flows: [flow({ label: 'Pay rent' }, clock.now())], clock: clock.now, keep: 100 })
  const before = lcd.height
  lcd.updateFlow(1, { label: 'Pay more rent' })

  const read = (height: number) =>
    lcd.fetch(`${lcd.url}/intento/intent/v1/flow/1`, { headers: { 'x-cosmos-block-height': String(height) } })
  expect((await (await read(lcd.height)).json()).flow.label).toBe('Pay more rent')
  expect((await (await read(before)).json()).flow.label).toBe('Pay rent')

  clock.advance(60_000) // advances the chain by 118 blocks, so the earlier height is pruned
  expect((await (await read(before)).json()).message).toContain('version does not exist')
})
