import { startGateway } from '../dist/index.js'
import { memory, serveCommands } from './child.js'

serveCommands({
  async start(options) {
    const { url } = await startGateway(options)
    return { url }
  },
  memory,
})
