import { chainTimeAt } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { collectionOf } from '../../test/collection'
import { finish } from '../../test/finish'
import { at, now, sampleFlow } from '../../test/samples'
import { ownedFlows } from './owned-flows'

const over = sampleFlow({ id: '1', execTime: at(-600), endTime: at(-600) })
const late = sampleFlow({ id: '2', interval: '3600s', execTime: at(-5), endTime: at(7_200) })
const soon = sampleFlow({ id: '3', interval: '3600s', execTime: at(20) })
const later = sampleFlow({ id: '4', interval: '3600s', startTime: at(40), execTime: at(40) })
const flows = [over, late, soon, later]

test('an owner page checks the flows that run next first', () => {
  const { queue, nextStatusChange } = finish(ownedFlows(collectionOf(flows), chainTimeAt(now)))
  expect(queue).toMatchObject({ flows: [late, soon, later, over], running: [late, soon, later] })
  expect(nextStatusChange).toBe(Date.parse(at(40)))
})
