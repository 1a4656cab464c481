import {
  changingArgumentScenarios,
  changingDraftScenarios,
  changingForecastScenarios,
  changingHealthScenarios,
  changingLiveScenarios,
  changingOptionScenarios,
  kitOf,
} from '@flow-query/contract'
import { describe } from 'vitest'
import { forms } from '../test/forms.svelte.js'
import { framework, hooksWith } from '../test/framework.js'

describe.each(Object.entries(forms))('in %s', (_, form) => {
  const kit = kitOf({ ...framework, hooks: hooksWith(form) })
  changingArgumentScenarios(kit)
  changingOptionScenarios(kit)
  changingForecastScenarios(kit)
  changingDraftScenarios(kit)
  changingHealthScenarios(kit)
  changingLiveScenarios(kit)
})
