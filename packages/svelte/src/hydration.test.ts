import { hydrationScenarios, kitOf } from '@flow-query/contract'
import { framework } from '../test/framework.js'

hydrationScenarios(kitOf(framework))
