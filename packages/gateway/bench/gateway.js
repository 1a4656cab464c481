import { startWithLimits } from '../dist/gateway.js'
import { memory, processorSeconds, serveCommands } from './child.js'

serveCommands({
  async start({ limits = {}, ...options }) {
    const { url } = await startWithLimits(options, limits)
    return { url }
  },
  memory,
  processorSeconds,
})
