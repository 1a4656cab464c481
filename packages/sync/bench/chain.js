import { address, createLcd, state } from '@flow-query/testing'

const owners = Array.from({ length: 500 }, (_, index) => address(`owner ${index}`))
const minute = 60_000

/**
 * Creates an in-memory node with this many flows and executions. Each flow runs hourly. Every 10th flow runs on another chain,
 * every 20th run fails, and every 1,000th flow has 100 times as many executions as the others.
 */
export function largeLcd(flows, executions) {
  const now = Date.now()
  const runs = Array.from({ length: flows }, (_, index) => (index % 1_000 === 0 ? 100 : 1))
  const share = executions / runs.reduce((sum, times) => sum + times, 0)
  let left = 0
  const history = {}
  const made = runs.map((times, index) => {
    left += times * share
    const count = Math.floor(left)
    left -= count
    const isInterchain = index % 10 === 0
    // The next run is 30 to 60 minutes away, so that no flow runs during a benchmark.
    const next = now + (30 + (index % 30)) * minute
    history[index + 1] = Array.from({ length: count }, (_, run) =>
      entry(next - (count - run) * 60 * minute, isInterchain, index + run),
    )
    return {
      owner: owners[index % owners.length],
      label: `Flow ${index + 1}`,
      interval: '3600s',
      startTime: time(next - (count + 1) * 60 * minute),
      execTime: time(next),
      endTime: time(next + 300 * 24 * 60 * minute),
      ...(isInterchain && { selfHostedIca: { portId: `icacontroller-${owners[0]}`, connectionId: 'connection-0' } }),
    }
  })
  return createLcd({ state: state({ flows: made, history }, now), clock: Date.now })
}

function entry(at, isInterchain, number) {
  const isFailure = number % 20 === 19
  return {
    scheduledExecTime: time(at),
    actualExecTime: time(at + 400 + (number % 600)),
    execFee: [{ denom: 'uinto', amount: String(19_200 + (number % 100)) }],
    executed: !isFailure,
    errors: isFailure
      ? [
          'msg handling error: could not execute local flow: spendable balance 1000uinto is smaller than 900000uinto: insufficient funds',
        ]
      : [],
    packetSequences: isInterchain ? [String(number + 1)] : [],
  }
}

function time(milliseconds) {
  return new Date(milliseconds).toISOString()
}
