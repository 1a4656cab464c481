import { afterEach, vi } from 'vitest'
import { listenInMemory } from './listening.js'
import { stopCommands } from './run.js'

if (vi.isFakeTimers()) listenInMemory()

// Registered here and not in `run.ts`, because test files share modules, and only the first file would get the hook.
afterEach(stopCommands)
