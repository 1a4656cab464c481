import { address, createClock, createLcd, flow, historyEntry, state } from '@flow-query/testing'
import { serveLcd } from '@flow-query/testing/serve'
import { serveCommands } from '../../../tests/setup/child.js'

// Serves an in-memory node with hourly flows, which run one after another. Each flow pays from its own account.

const hour = 3_600_000
let clock
let lcd

serveCommands({
  async start({ flows, flowsPerOwner, now }) {
    clock = createClock(now)
    const ids = Array.from({ length: flows }, (_, index) => `${index + 1}`)
    const made = ids.map((id, index) => ({
      id,
      label: `Flow ${id}`,
      owner: address(`owner ${Math.floor(index / flowsPerOwner)}`),
      execTime: new Date(now + 1_000 + Math.floor((index * hour) / flows)).toISOString(),
      configuration: { ...flow().configuration, walletFallback: false },
    }))
    const history = Object.fromEntries(ids.map(id => [id, [historyEntry({}, now - hour)]]))
    lcd = createLcd({ state: state({ flows: made, history }, now), clock: clock.now })
    for (const { owner, feeAddress } of lcd.state.flows)
      for (const account of [owner, feeAddress]) setBalance(account, '1000000000000')
    const { url } = await serveLcd(lcd, { port: 0 })
    return { url, owners: lcd.state.flows.map(({ owner }) => owner) }
  },
  /** Moves the clock, so that due flows run. */
  advance(milliseconds) {
    clock.advance(milliseconds)
  },
  /** Empties the account of a flow, and returns the time of its next run. */
  empty(id) {
    const { feeAddress, execTime } = lcd.flow(id)
    setBalance(feeAddress, '0')
    return Date.parse(execTime)
  },
})

function setBalance(account, amount) {
  lcd.accounts.balances[account] = [{ denom: 'uinto', amount }]
}
