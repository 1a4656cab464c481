import { createClock, createLcd, flow } from '@flow-query/testing'
import { expect, test } from 'vitest'

test('a payment fails until the account is topped up', () => {
  const clock = createClock('2026-11-20T21:00:00Z')
  const rent = flow({ interval: '60s' }, clock.now()) // sends 1000 uinto per run
  const lcd = createLcd({ clock: clock.now, flows: [rent] })
  lcd.accounts.balances[rent.feeAddress] = [{ denom: 'uinto', amount: '200000' }]
  lcd.accounts.balances[rent.owner] = [] // known, so the node checks and charges it

  clock.advance(31 * 60_000)
  expect(lcd.history(1).at(-1)?.errors).toEqual([
    'msg handling error: could not execute local flow: spendable balance 0uinto is smaller than 1000uinto: insufficient funds',
  ])

  lcd.deposit(rent.owner, { denom: 'uinto', amount: '5000' })
  clock.advance(60_000)
  expect(lcd.history(1).at(-1)).toMatchObject({ executed: true, execFee: [{ denom: 'uinto', amount: '19200' }] })
  expect(lcd.accounts.balances[rent.owner]).toEqual([{ denom: 'uinto', amount: '4000' }])
})
