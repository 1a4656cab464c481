import type { FlowCollection } from '@flow-query/core/collection'
import { describe, expect, test } from 'vitest'
import { sampleFlow } from '../../test/samples'
import { collectionProgress, coverageNotice, coverageText, csvList, healthListText, listText } from './coverage-text'

const flowsOf = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => sampleFlow({ id: `${from + index}` }))

const all: FlowCollection = { flows: flowsOf(1, 300), loaded: 300, total: 300, complete: true }
const newest: FlowCollection = { flows: flowsOf(64_901, 65_000), loaded: 0, total: 65_000, complete: false }
const some: FlowCollection = { ...newest, flows: [...flowsOf(1, 400), ...newest.flows], loaded: 400 }
const small: FlowCollection = { flows: flowsOf(201, 300), loaded: 0, total: 300, complete: false }
const old: FlowCollection = { ...all, asOf: 1 }

const query = (data: FlowCollection | undefined, isFetching = false, error: unknown = null) => ({
  data,
  isFetching,
  error,
})

describe('the notice about coverage', () => {
  test('states the coverage, and the size of the download', () => {
    const megabyte = JSON.stringify(newest.flows).length / 100 / 1e6
    expect(coverageNotice(query(newest), '')).toEqual({
      text: 'This page covers the newest 100 of 65,000 flows.',
      action: `Load all (about ${Math.round(65_000 * megabyte)} MB)`,
      isLoading: false,
    })
    expect(coverageNotice(query(some), '')).toMatchObject({
      text: 'This page covers 500 of 65,000 flows.',
      action: `Load all (about ${Math.round(64_600 * megabyte)} MB)`,
    })
  })

  test('states the age of flows that were only partly refetched', () => {
    expect(coverageNotice(query(old), '2 hours ago')).toEqual({
      text: 'Flows were last updated 2 hours ago. Later changes may be missing.',
      action: 'Refresh (about 1 MB)',
      isLoading: false,
    })
  })

  test('is not shown if nothing is missing, or if the rest loads automatically', () => {
    for (const data of [undefined, all, small]) expect(coverageNotice(query(data, true), '')).toBeNull()
  })

  test('is busy only while all flows load', () => {
    expect(coverageNotice(query(newest, true), '')?.isLoading).toBe(false)
    expect(coverageNotice(query(some, true), '')?.isLoading).toBe(true)
    expect(coverageNotice(query({ ...old, loaded: 20 }, true), '')?.isLoading).toBe(true)
    expect(coverageNotice(query(old, true), '')?.isLoading).toBe(false)
  })
})

test.each([
  ['a complete chain', query(all, true), undefined],
  ['a chain whose rest loads automatically', query(small, true), '100 of 300 flows loaded'],
  ['the newest flows of a big chain', query(newest, true), undefined],
  ['a big chain that loads', query(some, true), '500 of 65,000 flows loaded'],
  [
    'a big chain that failed to load',
    query(some, false, new Error('timeout')),
    'Loading failed. 500 of 65,000 flows loaded',
  ],
  ['a big chain that stopped loading', query(some), undefined],
  ['a refetch of old flows', query({ ...old, loaded: 20 }, true), '20 of 300 flows loaded'],
  ['old flows', query(old), undefined],
])('the progress of %s', (_, collection, text) => {
  expect(collectionProgress(collection)?.text).toBe(text)
})

test('lists say how much of the chain they cover', () => {
  expect([all, newest, some, { ...newest, total: null }].map(coverageText)).toEqual([
    '',
    'the newest 100 of 65,000 flows',
    '500 of 65,000 flows',
    '100 loaded flows',
  ])
  expect([listText(300, 300, all), listText(12, 300, all)]).toEqual(['300 flows', '12 of 300 flows'])
  expect([listText(100, 100, newest), listText(12, 100, newest)]).toEqual([
    'Newest 100 of 65,000 flows',
    '12 found in the newest 100 of 65,000 flows',
  ])
  const part = { found: 5, checked: 80, listed: 90, until: null }
  expect(healthListText(part, '')).toBe('5 found so far · 80 of 90 flows checked')
  expect(healthListText({ ...part, until: '14:20' }, '')).toBe('5 failures until 14:20 · 80 of 90 flows checked')
  expect(healthListText({ ...part, checked: 90 }, coverageText(newest))).toBe(
    '5 of 90 flows · Newest 100 of 65,000 flows',
  )
  expect([csvList(all), csvList(newest), csvList(some)]).toEqual([
    'flows',
    'flows-newest-100-of-65000',
    'flows-500-of-65000',
  ])
})
