import { createApp as createAppWith } from './app.js'
import { argumentScenarios } from './arguments.js'
import { collectionScenarios } from './collection.js'
import { contextScenarios } from './context.js'
import { dataScenarios } from './data.js'
import type { Framework, Kit } from './framework.js'
import { healthScenarios } from './health.js'
import { hydrationScenarios } from './hydration.js'
import { infiniteScenarios } from './infinite.js'
import { lifecycleScenarios } from './lifecycle.js'
import { liveScenarios } from './live.js'
import { optionScenarios } from './options.js'
import { persistenceScenarios } from './persistence.js'
import { rowScenarios } from './rows.js'

export * from './app.js'
export { changingArgumentScenarios } from './arguments.js'
export { everyQuery } from './every.js'
export {
  type Framework,
  type Hooks,
  type Kit,
  type Mounted,
  type Row,
  type Scene,
  type ServerFramework,
  scene,
} from './framework.js'
export { changingHealthScenarios } from './health.js'
export { changingLiveScenarios } from './live.js'
export { changingOptionScenarios } from './options.js'
export { prerender, summary } from './pages.js'
export { paragraphIn, serverContract } from './server.js'

/** Whatever a binding does in a page, in the words of any framework. */
export function contract(framework: Framework): void {
  const kit = kitOf(framework)
  contextScenarios(kit)
  dataScenarios(kit)
  argumentScenarios(kit)
  optionScenarios(kit)
  infiniteScenarios(kit)
  lifecycleScenarios(kit)
  rowScenarios(kit)
  persistenceScenarios(kit)
  hydrationScenarios(kit)
  collectionScenarios(kit)
  healthScenarios(kit)
  liveScenarios(kit)
}

/** A framework, and apps with a cache of its kind. */
export function kitOf(framework: Framework): Kit {
  return { ...framework, createApp: options => createAppWith(framework.QueryClient, options) }
}
