import { createLcd } from '@flow-query/testing'
import { serveLcd } from '@flow-query/testing/serve'
import { serveCommands } from '../../../tests/setup/child.js'
import { createChain } from './chain.js'

// Serves an in-memory node with flows that don't run during the benchmark, so that all changes come from commands.

const owner = 'into1htj0rku2aal605rt72ws90vl3tlwfkej4xqt07'
const beforeFirstRun = Date.parse('2025-12-31T00:00:00Z')
let lcd
/** The last request that was counted. */
let mark

serveCommands({
  /** With `made`, each flow is different, as on a real chain. */
  async start({ flows = 100, made = false, port = 0 }) {
    const equal = () => Array.from({ length: flows }, (_, id) => ({ label: `Flow ${id}`, owner, interval: '86400s' }))
    lcd = createLcd({ flows: made ? createChain(flows) : equal(), clock: made ? () => beforeFirstRun : Date.now })
    const { url } = await serveLcd(lcd, { port })
    return { url }
  },
  /** Changes a flow, and returns the time of the change. */
  update(id, label) {
    const changedAt = Date.now()
    lcd.updateFlow(id, { label })
    return changedAt
  },
  /** Returns the number of requests since the last call. */
  requests() {
    const count = lcd.requests.length - 1 - lcd.requests.indexOf(mark)
    mark = lcd.requests.at(-1)
    return count
  },
  sockets: () => lcd.sockets,
  cut: () => lcd.cut(),
})
