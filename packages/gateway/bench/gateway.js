import { startGateway } from '../dist/index.js'
import { memory, processorSeconds, serveCommands } from './child.js'

serveCommands({
  async start(options) {
    const { url } = await startGateway(options)
    return { url }
  },
  memory,
  processorSeconds,
})
