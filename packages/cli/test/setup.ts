import { afterEach } from 'vitest'
import { stopCommands } from './run.js'

// Registered here and not in `run.ts`, because test files share modules, and only the first file would get the hook.
afterEach(stopCommands)
