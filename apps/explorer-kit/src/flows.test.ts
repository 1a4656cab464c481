import type { Flow } from '@flow-query/core'
import { expect, test } from 'vitest'
import { arrange, arrangement, connections, loadedFlows, paths, searchPath } from './flows.js'

const now = 1_800_000_000_000
const at = (seconds: number) => new Date(now + seconds * 1_000).toISOString()
const flow = (id: string, label: string, [start, exec, end]: [number, number, number], connectionId = ''): Flow =>
  ({
    id,
    label,
    interval: '60s',
    startTime: at(start),
    execTime: at(exec),
    endTime: at(end),
    selfHostedIca: connectionId ? { portId: '', connectionId } : null,
  }) as Flow

const flows = [
  flow('5', 'rent 10', [3_600, 3_660, 9_000], 'connection-10'),
  flow('4', 'Rent 9', [-600, 30, 9_000], 'connection-2'),
  flow('3', 'autocompound', [-600, -300, -280]),
  flow('2', '', [-600, -400, 9_000], 'connection-2'),
  flow('1', 'rent 1', [-600, 10, 9_000]),
]
const ids = (arranged: Flow[]) => arranged.map(({ id }) => id).join('')

test('what pages list, each flow once, whatever they list twice', () => {
  const pages = [{ flows: flows.slice(0, 3) }, { flows: flows.slice(2) }, { flows }]
  expect(loadedFlows(pages)).toEqual(flows)
  expect(loadedFlows([])).toEqual([])
})

test('flows are filtered by what they are up to now', () => {
  const by = (status: 'active' | 'scheduled' | 'completed' | 'stopped') =>
    ids(arrange(flows, { status, sort: 'newest' }, now))
  expect([by('active'), by('scheduled'), by('completed'), by('stopped')]).toEqual(['41', '5', '3', '2'])
})

test('flows are sorted', () => {
  const by = (sort: 'newest' | 'next' | 'label') => ids(arrange(flows, { status: null, sort }, now))
  expect([by('newest'), by('next'), by('label')]).toEqual(['54321', '14532', '23145'])
  expect(ids(flows)).toBe('54321')
})

test('an address holds an arrangement; what it does not know counts as not given', () => {
  expect(arrangement(new URLSearchParams('status=active&sort=label'))).toEqual({ status: 'active', sort: 'label' })
  expect(arrangement(new URLSearchParams('status=asleep&sort=owner'))).toEqual({ status: null, sort: 'newest' })
})

test.each([
  ['14', '/flows/14'],
  [' #14 ', '/flows/14'],
  ['18446744073709551615', '/flows/18446744073709551615'],
  ['into1htj0rku2aal605rt72ws90vl3tlwfkej4xqt07', '/owners/into1htj0rku2aal605rt72ws90vl3tlwfkej4xqt07'],
  ['INTO1HTJ0RKU2AAL605RT72WS90VL3TLWFKEJ4XQT07', '/owners/into1htj0rku2aal605rt72ws90vl3tlwfkej4xqt07'],
  ['', null],
  ['rent', null],
  ['-1', null],
  ['1/../2', null],
])('looking for “%s”', (text, path) => {
  expect(searchPath(text)).toBe(path)
})

test('paths hold what stands in them', () => {
  expect([paths.flow('a/b?c'), paths.owner('<x>')]).toEqual(['/flows/a%2Fb%3Fc', '/owners/%3Cx%3E'])
})

test('connections in order, each once', () => {
  expect(connections(flows)).toEqual(['connection-2', 'connection-10'])
})
