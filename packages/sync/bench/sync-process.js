import { databaseAt, sync } from '../dist/index.js'

// Runs one sync in a separate process and reports the additional memory that it needed.

const [lcd, target, concurrency] = process.argv.slice(2)
await databaseAt(':memory:')
  .open()
  .then(store => store.close())
const before = process.memoryUsage.rss()
const result = await sync({ lcd, chainId: 'bench-1' }, { to: databaseAt(target), concurrency: Number(concurrency) })
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
process.send?.({
  ...result,
  processorSeconds: (userCPUTime + systemCPUTime) / 1e6,
  megabytes: (maxRSS * 1_024 - before) / 1e6,
  totalMegabytes: (maxRSS * 1_024) / 1e6,
})
process.disconnect()
