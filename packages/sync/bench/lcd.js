import { serveLcd } from '@flow-query/testing/serve'
import { largeLcd } from './chain.js'

// A node in a process of its own, so that it does not share the reader's event loop.

const [flows, executions, latency] = process.argv.slice(2).map(Number)
const lcd = largeLcd(flows, executions)
const { url } = await serveLcd(lcd, { latency })
process.send?.(url)
process.on('message', share => {
  const step = Math.round(1 / share)
  // What runs every hour waits for its answer no longer than that.
  for (let id = step; id <= flows; id += step) lcd.execute(id, { outcome: 'succeeded', answerAfter: 0 })
  process.send?.('changed')
})
process.once('disconnect', () => process.exit())
