import { createFlowClient } from '@flow-query/core'
import { address, chainTimeAt } from '@flow-query/testing'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { at, now, sampleFlow } from '../../test/samples'
import { affordableChecks } from './affordable'

const owner = address('owner')
const flows = [1, 2, 3, 4].map(id => sampleFlow({ id: `${id}`, owner, feeAddress: address(`fees ${id}`) }))
const client = createFlowClient({ lcd: 'http://node.test' })
const affordable = (left: number, checked = flows, all?: typeof flows) =>
  affordableChecks(checked, { all, time: chainTimeAt(now), left, client, queryClient: new QueryClient() }).length

test('counts the requests for the runs and accounts of each flow, and shared ones once', () => {
  // There are requests for the parameters, the release, and two balances of the owner.
  const shared = 4
  expect([shared + 1, shared + 2, shared + 4, shared + 7, 100].map(left => affordable(left))).toEqual([0, 1, 2, 3, 4])
})

test('counts the requests for the owner’s other flows', () => {
  expect([11, 12].map(left => affordable(left, flows.slice(0, 1), flows))).toEqual([0, 1])
})

test('an ended flow takes one request', () => {
  const ended = flows.map(flow => ({ ...flow, execTime: at(-600), endTime: at(-600) }))
  expect([0, 3].map(left => affordable(left, ended, ended))).toEqual([0, 3])
})
