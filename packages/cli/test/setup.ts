import fc from 'fast-check'
import { afterEach } from 'vitest'
import { stopCommands } from './run.js'

/**
 * Property tests generate the same examples in every run, so that a failure comes from a change and not from chance.
 * `FLOW_QUERY_SEED=2` generates other examples.
 */
fc.configureGlobal({ seed: Number(process.env.FLOW_QUERY_SEED ?? 1) })

// Registered here and not in `run.ts`, because test files share modules, and only the first file would get the hook.
afterEach(stopCommands)
