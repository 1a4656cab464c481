import { databaseAt, sync } from '../dist/index.js'

// One sync in a process of its own, and how much more memory it took than before.

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
  megabytesInAll: (maxRSS * 1_024) / 1e6,
})
process.disconnect()
