import { monitorFlows } from '../dist/index.js'

// Runs a monitor, so that tests can kill its process.

const [lcd, url, stateFile] = process.argv.slice(2)
const { signal } = new AbortController()
const options = { chainId: 'test-1', webhook: { url }, stateFile, minRuns: 0, minTime: 0, signal }
await monitorFlows({ lcd, chainId: 'test-1', retries: 0 }, options)
