import { databaseAt, sync } from '../dist/index.js'

// One sync in a process of its own, and how much more memory it took than before.

const [lcd, target, concurrency] = process.argv.slice(2)
await databaseAt(':memory:')
  .open()
  .then(store => store.close())
const before = process.memoryUsage.rss()
let most = before
const timer = setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss())
}, 50)
const result = await sync({ lcd, chainId: 'bench-1' }, { to: databaseAt(target), concurrency: Number(concurrency) })
clearInterval(timer)
process.send?.({ ...result, megabytes: (most - before) / 1e6, megabytesInAll: most / 1e6 })
process.disconnect()
