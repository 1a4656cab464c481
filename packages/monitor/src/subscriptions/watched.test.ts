import { createFlowClient, type Flow } from '@flow-query/core'
import { filterAndSortFlows } from '@flow-query/core/collection'
import { chainTimeAt, createLcd } from '@flow-query/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { until } from '../../../../tests/setup/until.js'
import { alertOf, owner } from '../../test/subscriptions.js'
import type { Target } from './subscription.js'
import { createWatched } from './watched.js'

const labels = ['Rent', 'Rent of May', 'Savings']

const target: fc.Arbitrary<Target> = fc.oneof(
  fc.constantFrom('1', '2', '9').map(id => ({ flow: id })),
  fc.constantFrom(owner, 'into1other').map(owner => ({ owner })),
  fc.constantFrom('rent', 'may', 'savings', 'x').map(search => ({ query: { search } })),
)

function isAbout(target: Target, flow: Flow): boolean {
  if ('flow' in target) return flow.id === target.flow
  if ('owner' in target) return flow.owner === target.owner
  return filterAndSortFlows([flow], target.query, chainTimeAt()).length > 0
}

test('subscriptions that come and go watch the flows of their targets', async () => {
  const lcd = createLcd({ flows: labels.map(label => ({ label, owner })) })
  const { flows } = await until(createFlowClient({ lcd: lcd.url, fetch: lcd.fetch }).flows({ limit: 10 }))
  fc.assert(
    fc.property(fc.array(fc.array(target, { maxLength: 4 }), { maxLength: 6 }), changes => {
      const watched = createWatched()
      const open = flows.map(({ id, label, owner }) => alertOf(`alert ${id}`, { flow: { id, label, owner } }))
      let before: Target[] = []
      for (const targets of changes) {
        const texts = before.map(target => JSON.stringify(target))
        expect(watched.update(targets)).toBe(targets.some(target => !texts.includes(JSON.stringify(target))))
        for (const flow of flows) expect(watched.watches(flow)).toBe(targets.some(target => isAbout(target, flow)))
        const alertsFor = watched.alertsByTarget(open, new Map(flows.map(flow => [flow.id, flow])))
        for (const target of targets)
          expect(alertsFor(target).map(({ id }) => id)).toEqual(
            flows.filter(flow => isAbout(target, flow)).map(({ id }) => `alert ${id}`),
          )
        before = targets
      }
    }),
  )
})
