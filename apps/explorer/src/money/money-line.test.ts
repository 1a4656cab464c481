import { expect, test } from 'vitest'
import { forecast } from '../../test/forecasts'
import { at, now } from '../../test/samples'
import { type ExpectedMoney, expectedMoney, moneyLine } from './money-line'

const uinto = (amount: number) => ({ denom: 'uinto', amount: `${amount}` })
const run = (seconds: number, rest: number, changes: Partial<ExpectedMoney['runs'][number]> = {}) => ({
  number: seconds / 60,
  time: at(seconds),
  outcome: 'succeeded' as const,
  fee: uinto(10),
  payer: 'feeAccount' as const,
  balance: { ...uinto(rest), address: '' },
  ...changes,
})

test('a line falls with each run, from the balance now', () => {
  const line = moneyLine({ runs: [run(60, 30), run(120, 20)], unpaidAt: null, needed: 20n }, now)
  expect(line).toMatchObject({ from: now, until: now + 120_000, most: 40n, unpaid: null, needed: 0.5 })
  expect(line?.accounts).toEqual([
    {
      payer: 'feeAccount',
      points: [
        { x: 0, y: 1 },
        { x: 0.5, y: 0.75 },
        { x: 1, y: 0.5 },
      ],
    },
  ])
  expect(line?.runs[1]?.sentence).toMatch(/^Run 2, .*: costs 0.00001 INTO, leaves 0.00002 INTO$/)
})

test('the wallet has its own line from the balance before it pays', () => {
  const wallet = run(120, 90, { payer: 'wallet' })
  expect(moneyLine({ runs: [run(60, 30), wallet], unpaidAt: null, needed: 20n }, now)?.accounts).toMatchObject([
    { payer: 'feeAccount', points: [{ y: 0.4 }, { y: 0.3 }] },
    { payer: 'wallet', points: [{ x: 0, y: 1 }, { y: 0.9 }] },
  ])
})

test('coins of another denom have no place in the line', () => {
  const other = run(120, 90, { payer: 'wallet', balance: { denom: 'ibc/A', amount: '90' } })
  expect(moneyLine({ runs: [run(60, 30), other], unpaidAt: null, needed: 20n }, now)?.runs).toHaveLength(1)
})

test('the line continues after a run that can’t be paid', async () => {
  const money = expectedMoney(await forecast(120_000))
  const line = moneyLine(money, now)
  expect(line?.unpaid).toBe(Date.parse(money.unpaidAt ?? ''))
  expect(line?.until).toBeGreaterThan(line?.unpaid ?? 0)
  expect(line?.runs.at(-1)?.sentence).toMatch(/: can’t be paid, leaves 0.0\d+ INTO$/)
})

test('the picture includes what a run requires', () => {
  expect(moneyLine({ runs: [run(60, 30)], unpaidAt: null, needed: 80n }, now)).toMatchObject({ most: 80n, needed: 1 })
})

test('a flow without known balances has no line', () => {
  const { balance: _, ...unknown } = run(60, 0)
  expect(moneyLine({ runs: [unknown], unpaidAt: null, needed: 20n }, now)).toBeNull()
})
