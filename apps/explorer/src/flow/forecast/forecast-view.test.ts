import { FlowQueryError } from '@flow-query/core'
import { chainTimeAt } from '@flow-query/testing'
import { describe, expect, test } from 'vitest'
import { forecast } from '../../../test/forecasts'
import { at, now } from '../../../test/samples'
import { scheduleAround } from '../schedule-view'
import { forecastView, remedyParts } from './forecast-view'

describe('forecastView', () => {
  test('a likely success shows what it is based on', async () => {
    const view = forecastView(await forecast(100_000_000), null)
    expect(view).toMatchObject({ tone: 'likely', risk: null, otherRisks: [] })
    expect(view?.title).toBe('Next run: likely to succeed · fees covered for all runs')
    expect(view?.basis[0]).toMatch(/^The fee account holds 100 INTO, and a run costs about [\d.]+ INTO\.$/)
  })

  test('a certain failure shows the cause, and a remedy with an amount to copy', async () => {
    const known = await forecast(0)
    const view = forecastView(known, null)
    expect(view).toMatchObject({ tone: 'willFail', risk: { kind: 'feeBalanceTooLow' }, basis: [] })
    const parts = remedyParts(view?.risk ?? { remedy: null, missing: null })
    expect(parts).toContainEqual({ address: known.flow.feeAddress })
    const { missing } = known.risks[0] ?? {}
    expect(parts).toContainEqual({
      amount: expect.stringMatching(/^[\d.]+ INTO$/),
      copied: `${Number(missing?.amount) / 1_000_000}`,
    })
  })

  test('a copied amount has no separators', () => {
    const missing = { denom: 'uinto', amount: '1234567890000' }
    expect(remedyParts({ remedy: 'Send at least 1,234,567.89 INTO now.', missing })).toEqual([
      'Send at least ',
      { amount: '1,234,567.89 INTO', copied: '1234567.89' },
      ' now.',
    ])
  })

  test('is null while facts are loading, and says why facts are unknown', () => {
    expect(forecastView(undefined, null)).toBeNull()
    const view = forecastView(undefined, new FlowQueryError('unsupported', 'no bank'))
    expect(view).toMatchObject({ tone: 'unknown', title: 'Next run: can’t be predicted' })
    expect(view?.risk?.sentence).toBe('Some facts are unknown, because they couldn’t be read: unsupported node.')
  })

  test('a problem of a later run is not the reason of the next one', async () => {
    const view = forecastView(await forecast(120_000), null)
    expect(view).toMatchObject({ tone: 'likely', risk: null, otherRisks: [{ kind: 'feeBalanceTooLow' }] })
    expect(view?.basis).toHaveLength(2)
  })

  test('an error does not hide a forecast that is known', async () => {
    const known = await forecast(100_000_000)
    expect(forecastView(known, new FlowQueryError('timeout', 'x'))).toMatchObject({ tone: 'likely' })
  })
})

test('the timeline shows the expected outcome of each future run', async () => {
  const failing = await forecast(0)
  expect(
    scheduleAround(failing.flow, [], chainTimeAt(now), now, failing)
      .next.map(({ expected }) => expected)
      .slice(0, 3),
  ).toEqual(['failed', 'none', 'none'])
  expect(scheduleAround(failing.flow, [], chainTimeAt(now), now).next[0]?.expected).toBe('unknown')
  const hasRun = { ...failing.flow, execTime: at(3_660) }
  expect(scheduleAround(hasRun, [], chainTimeAt(now), now, failing).next[0]?.expected).toBe('unknown')
})
