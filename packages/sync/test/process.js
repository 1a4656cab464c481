import { databaseAt, sync } from '../dist/index.js'

// One sync in a process of its own, which can be killed. What fails is told on the error stream.

const [target, lcd, batchSize] = process.argv.slice(2)
try {
  await sync({ lcd, chainId: 'test-1', retries: 0 }, { to: databaseAt(target), batchSize: Number(batchSize) })
} catch (error) {
  console.error(`${error.name}: ${error.message}`)
  process.exit(1)
}
