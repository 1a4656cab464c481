import type { Behavior } from './chain/execution.js'
import { demoState } from './demo/demo.js'
import { createLcdFromGenesis, type Lcd, type LcdOptions } from './lcd.js'

export { createDemoHost, demoHostConnection } from './demo/host.js'

/** The options of {@link createDemoLcd}: the options of `createLcd`, except for those that set the initial state. */
export type DemoLcdOptions = Omit<LcdOptions, 'state' | 'flows' | 'history'>

/**
 * Creates an in-memory node with a demo chain of 400 flows. They succeed, fail and stop for many reasons, and the newest
 * flows run every few seconds. The same `seed` and time give the same chain.
 *
 * ```ts
 * const lcd = createDemoLcd()
 * const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })
 * ```
 */
export function createDemoLcd(options: DemoLcdOptions = {}): Lcd {
  // The demo chain does not depend on the release, so nodes with the same seed agree.
  return createLcdFromGenesis(options, ({ clock, seed }) => {
    const demo = demoState(clock(), seed)
    const behave: Behavior = (flow, sequence) => options.behave?.(flow, sequence) ?? demo.behave(flow, sequence)
    return [demo.state, { scheduled: demo.scheduled, behave }]
  })
}
