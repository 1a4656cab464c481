import fc from 'fast-check'
import { afterEach } from 'vitest'
import { seed } from '../../../scripts/seed.js'
import { stopCommands } from './run.js'

fc.configureGlobal({ seed })

// Registered here and not in `run.ts`, because test files share modules, and only the first file would get the hook.
afterEach(stopCommands)
