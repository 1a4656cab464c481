import { expect, test } from 'vitest'
import { sampleFlow } from '../../test/samples'
import { apiResponse } from './response'

const state = (data: unknown, error: Error | null = null) => apiResponse({ data, error })

test('shows the data as indented JSON', () => {
  expect(state({ denom: 'uinto' }).text).toBe('{\n  "denom": "uinto"\n}')
})

test('shows only the first flows of a collection, and says so', () => {
  const flows = Array.from({ length: 1_200 }, (_, index) => sampleFlow({ id: `${index + 1}` }))
  const { text, note } = state({ flows, loaded: 1_200, total: 1_200, complete: true })
  expect(JSON.parse(text ?? '').flows).toHaveLength(100)
  expect(note).toContain('The first 100 of 1,200 flows.')
})

test('shows the first page of an infinite query', () => {
  const { text, note } = state({ pages: [{ history: ['newest'] }, { history: [] }], pageParams: [null, 'key'] })
  expect(JSON.parse(text ?? '')).toEqual({ history: ['newest'] })
  expect(note).toContain('The first page.')
})

test('explains missing data', () => {
  expect(apiResponse(undefined)).toEqual({ text: null, note: 'Loading…' })
  expect(state(undefined, new Error('The node is down.'))).toEqual({ text: null, note: 'The node is down.' })
})
