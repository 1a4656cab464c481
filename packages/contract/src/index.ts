import { createApp as createAppWith } from './app.js'
import { argumentScenarios } from './arguments.js'
import { collectionScenarios } from './collection.js'
import { contextScenarios } from './context.js'
import { dataScenarios } from './data.js'
import { dryRunScenarios } from './dry-run.js'
import { forecastScenarios } from './forecast.js'
import type { Framework, Kit } from './framework.js'
import { healthScenarios } from './health.js'
import { infiniteScenarios } from './infinite.js'
import { lifecycleScenarios } from './lifecycle.js'
import { liveScenarios } from './live.js'
import { optionScenarios } from './options.js'
import { persistenceScenarios } from './persistence.js'
import { rowScenarios } from './rows.js'

export * from './app.js'
export { changingArgumentScenarios } from './arguments.js'
export { everyQuery } from './every.js'
export { exampleScenarios } from './examples.js'
export { changingForecastScenarios } from './forecast.js'
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
export { hydrationScenarios } from './hydration.js'
export { changingLiveScenarios } from './live.js'
export { changingOptionScenarios } from './options.js'
export { prerender, summary } from './pages.js'
export { paragraphIn, serverContract } from './server.js'

/** Runs the scenarios that all bindings pass in a page. `hydrationScenarios` is separate, because it also runs in a real browser. */
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
  collectionScenarios(kit)
  healthScenarios(kit)
  forecastScenarios(kit)
  dryRunScenarios(kit)
  liveScenarios(kit)
}

/** Adds a function that creates apps with the framework's `QueryClient`. */
export function kitOf(framework: Framework): Kit {
  return { ...framework, createApp: options => createAppWith(framework.QueryClient, options) }
}
