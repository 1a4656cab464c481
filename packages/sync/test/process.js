import { databaseAt, sync } from '../dist/index.js'

// Runs one sync, so that tests can kill its process. Prints errors to stderr.

const [target, lcd, batchSize] = process.argv.slice(2)
try {
  await sync(
    { lcd, chainId: 'test-1', retries: 0, timeout: 300_000 },
    { to: databaseAt(target), batchSize: Number(batchSize) },
  )
} catch (error) {
  console.error(`${error.name}: ${error.message}`)
  process.exit(1)
}
