import { type LiveStatus, watchFlows } from '@flow-query/core/live'
import { WebSocket } from 'ws'
import { fails, type Outcome, pass, type Step, skipped } from './finding.js'

export interface EventsAsked {
  /** As given; null where only the LCD's own address can be tried. */
  rpc: string | null
  lcd: string
  timeout: number
  signal: AbortSignal
}

/** Whether the node tells what happens as it happens. */
export function eventSteps({ rpc, lcd, timeout, signal }: EventsAsked): Step[] {
  return [
    {
      group: 'events',
      topic: 'subscriptions',
      async run() {
        const status = await firstStatus(rpc ?? lcd, timeout, signal)
        if (status?.state === 'connected') return pass(`live, from ${rpc ?? lcd}`)
        return rpc === null
          ? untried
          : fails(`${status?.error?.message ?? `no answer within ${timeout} ms`} Pages have to ask again and again.`)
      },
    },
  ]
}

const untried: Outcome = skipped("the node's RPC was not named: --rpc https://rpc.example.org")

/** What becomes of a connection; undefined where nothing does in time. */
async function firstStatus(rpc: string, timeout: number, signal: AbortSignal): Promise<LiveStatus | undefined> {
  const ended = new AbortController()
  const deadline = AbortSignal.timeout(timeout)
  try {
    return await new Promise((resolve, reject) => {
      deadline.addEventListener('abort', () => resolve(undefined))
      signal.addEventListener('abort', () => reject(signal.reason))
      watchFlows({
        rpc,
        WebSocket,
        signal: ended.signal,
        onEvent: () => {},
        onStatus(status) {
          if (status.state !== 'connecting') resolve(status)
        },
      })
    })
  } finally {
    ended.abort()
  }
}
