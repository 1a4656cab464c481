import { serveLcd } from '@flow-query/testing/serve'
import { largeLcd } from './chain.js'

// Serves a node in a separate process, so that it does not slow the sync down.

const [flows, executions, latency] = process.argv.slice(2).map(Number)
const lcd = largeLcd(flows, executions)
const { url } = await serveLcd(lcd, { latency })
process.send?.(url)
process.on('message', share => {
  const step = Math.round(1 / share)
  // Acknowledges each run immediately, because it would otherwise stay pending.
  for (let id = step; id <= flows; id += step) lcd.execute(id, { outcome: 'succeeded', answerAfter: 0 })
  process.send?.('changed')
})
process.once('disconnect', () => process.exit())
