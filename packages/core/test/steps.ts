import { address, type Lcd } from '@flow-query/testing'
import fc from 'fast-check'

/** A change on the chain or in the network. */
export type Step = (lcd: Lcd) => unknown

const id = fc.integer({ min: 1, max: 5 })

/** Changes of flows, and slow responses. */
export const changes: fc.Arbitrary<Step>[] = [
  id.map(id => lcd => lcd.flow(id) && lcd.execute(id)),
  id.map(id => lcd => lcd.flow(id) && lcd.updateFlow(id, { label: `at ${lcd.now()}, ${lcd.requests.length}` })),
  fc.constantFrom('owner', 'other').map(name => lcd => lcd.addFlow({ owner: address(name) })),
  fc
    .record({ slow: fc.integer({ min: 1, max: 3_000 }), times: fc.integer({ min: 1, max: 5 }) })
    .map(failure => lcd => lcd.fail(failure)),
]

/** Lost connections, and events that are lost, late or damaged. */
export const lostEvents: fc.Arbitrary<Step>[] = [
  fc.constant(lcd => lcd.cut()),
  fc
    .constantFrom({ refuse: true }, { silent: true }, { delay: 700 }, { repeat: 2 }, { garble: 0.5 })
    .map(disturbance => lcd => {
      setTimeout(lcd.disturb(disturbance), 2_000)
    }),
]
