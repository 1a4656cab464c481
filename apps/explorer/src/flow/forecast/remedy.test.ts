import { explainRisk } from '@flow-query/format'
import { expect, test } from 'vitest'
import { forecast } from '../../../test/forecasts'
import { remedyParts, withoutNextTime } from './remedy'

test('the address and the missing amount of a remedy can be copied', async () => {
  const known = await forecast(0)
  const [risk] = known.risks
  const parts = remedyParts((risk && explainRisk(risk, known).remedy) ?? '', risk?.missing ? [risk.missing] : [])
  expect(parts).toContainEqual({ address: known.flow.feeAddress })
  expect(parts).toContainEqual({
    amount: expect.stringMatching(/^[\d.]+ INTO$/),
    copied: `${Number(risk?.missing?.amount) / 1_000_000}`,
  })
})

test('omits the time of the next run, but not the time of a later run', async () => {
  const known = await forecast(0)
  const remedyAt = (at: string) => known.risks.map(risk => explainRisk({ ...risk, at }, known).remedy ?? '')[0] ?? ''
  const { flow } = known
  expect(withoutNextTime(remedyAt(flow.execTime), flow)).toMatch(/ before the next run\b/)
  const later = remedyAt(flow.endTime)
  expect(withoutNextTime(later, flow)).toBe(later)
})

test('a copied amount has no separators', () => {
  const missing = { denom: 'uinto', amount: '1234567890000' }
  expect(remedyParts('Send at least 1,234,567.89 INTO now.', [missing])).toEqual([
    'Send at least ',
    { amount: '1,234,567.89 INTO', copied: '1234567.89' },
    ' now.',
  ])
})

test('two amounts can be copied', () => {
  const missing = [100_000, 250_000].map(amount => ({ denom: 'uinto', amount: `${amount}` }))
  expect(remedyParts('Add 0.1 INTO now. Send 0.25 INTO later.', missing)).toEqual([
    'Add ',
    { amount: '0.1 INTO', copied: '0.1' },
    ' now. Send ',
    { amount: '0.25 INTO', copied: '0.25' },
    ' later.',
  ])
})

test('a text without an amount stays in one part', () => {
  expect(remedyParts('Wait.', [])).toEqual(['Wait.'])
})
