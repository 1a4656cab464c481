import { memory, processorSeconds, serveCommands } from '../../../tests/setup/child.js'
import { startWithLimits } from '../dist/gateway.js'

serveCommands({
  async start({ limits = {}, ...options }) {
    const { url } = await startWithLimits(options, limits)
    return { url }
  },
  memory,
  processorSeconds,
})
