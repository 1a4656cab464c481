import { createApp as createAppWith } from './app.js'
import type { Framework, Kit } from './framework.js'
import { argumentScenarios } from './scenarios/arguments.js'
import { collectionScenarios } from './scenarios/collection.js'
import { contextScenarios } from './scenarios/context.js'
import { dataScenarios } from './scenarios/data.js'
import { draftScenarios } from './scenarios/draft.js'
import { dryRunScenarios } from './scenarios/dry-run.js'
import { forecastScenarios } from './scenarios/forecast.js'
import { healthScenarios } from './scenarios/health.js'
import { infiniteScenarios } from './scenarios/infinite.js'
import { lifecycleScenarios } from './scenarios/lifecycle.js'
import { liveScenarios } from './scenarios/live.js'
import { optionScenarios } from './scenarios/options.js'
import { persistenceScenarios } from './scenarios/persistence.js'
import { rowScenarios } from './scenarios/rows.js'

export * from './app.js'
export { advancing, notifying } from './clock.js'
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
export { prerender, summary } from './pages.js'
export { changingArgumentScenarios } from './scenarios/arguments.js'
export { changingDraftScenarios } from './scenarios/draft.js'
export { exampleScenarios } from './scenarios/examples.js'
export { changingForecastScenarios } from './scenarios/forecast.js'
export { changingHealthScenarios } from './scenarios/health.js'
export { hydrationScenarios } from './scenarios/hydration.js'
export { changingLiveScenarios } from './scenarios/live.js'
export { changingOptionScenarios } from './scenarios/options.js'
export { paragraphIn, serverContract } from './scenarios/server.js'

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
  draftScenarios(kit)
  liveScenarios(kit)
}

/** Adds a function that creates apps with the framework's `QueryClient`. */
export function kitOf(framework: Framework): Kit {
  return { ...framework, createApp: options => createAppWith(framework.QueryClient, options) }
}
