import { setTimeout as sleep } from 'node:timers/promises'
import type { FlowClient } from '@flow-query/core'
import type { FlowEvent, LiveStatus } from '@flow-query/core/live'
import { formatTime } from '@flow-query/words'
import { listen, newestFlows, nextToRun, ranBetween } from '../node/listening.js'
import { differs, fails, type Outcome, pass, type Step, skipped } from './finding.js'

export interface EventsAsked {
  /** As given; null where only the LCD's own address can be tried. */
  rpc: string | null
  lcd: string
  client: FlowClient
  timeout: number
  signal: AbortSignal
}

/** Milliseconds until a flow must be due, to be waited for. */
const patience = 20_000
/** Milliseconds in which an execution must be told: a block or so. */
const grace = 3_000

/** Whether the node tells what happens as it happens. */
export function eventSteps({ rpc, lcd, client, timeout, signal }: EventsAsked): Step[] {
  const step = (topic: string, run: Step['run']): Step => ({ group: 'events', topic, run })
  const listening = new AbortController()
  const untilEnd = AbortSignal.any([signal, listening.signal])
  const heard: FlowEvent[] = []
  let connected = false
  return [
    step('subscriptions', async () => {
      const node = { rpc: rpc ?? lcd, WebSocket: undefined }
      const status = await firstStatus(node, events => heard.push(...events), timeout, untilEnd)
      connected = status?.state === 'connected'
      if (connected) return pass(`taken, by ${rpc ?? lcd}`)
      listening.abort()
      return rpc === null
        ? skipped("the node's RPC was not named: --rpc https://rpc.example.org")
        : fails(`${status?.error?.message ?? `no answer within ${timeout} ms.`} Pages have to ask again and again.`)
    }),
    step('executions as they happen', async () => {
      if (!connected) return skipped('there is no connection to hear of them')
      try {
        return await firstHeard(client, heard, signal)
      } finally {
        listening.abort()
      }
    }),
  ]
}

/** What becomes of a connection; undefined where nothing does in time. */
async function firstStatus(
  node: Pick<FlowClient, 'rpc' | 'WebSocket'>,
  onEvents: (events: readonly FlowEvent[]) => void,
  timeout: number,
  signal: AbortSignal,
): Promise<LiveStatus | undefined> {
  const deadline = AbortSignal.timeout(timeout)
  return new Promise((resolve, reject) => {
    deadline.addEventListener('abort', () => resolve(undefined))
    signal.addEventListener('abort', () => reject(signal.reason))
    listen(node, {
      onEvents,
      onStatus(status) {
        if (status.state !== 'connecting') resolve(status)
      },
      signal,
    })
  })
}

/** Waits for an event, or for a flow to run without one: a node may take subscriptions and tell nothing. */
async function firstHeard(client: FlowClient, heard: readonly FlowEvent[], signal: AbortSignal): Promise<Outcome> {
  const before = await newestFlows(client, { signal })
  const next = nextToRun(before, Date.now())
  const deadline = (next?.time ?? Number.POSITIVE_INFINITY) + patience
  if (!next || next.time > Date.now() + patience)
    return skipped(`none of the newest flows is due within ${patience / 1_000} s`)
  let ranAt = Number.POSITIVE_INFINITY
  for (;;) {
    const [event] = heard
    if (event)
      return pass(`${event.id === null ? `a flow of ${event.owner}` : `flow ${event.id}`}, in block ${event.height}`)
    const [ran] = ranBetween(before, await newestFlows(client, { signal }))
    if (ran) ranAt = Math.min(ranAt, Date.now())
    if (ran && Date.now() > ranAt + grace)
      return differs(
        `flow ${ran.id} ran at ${formatTime(ran.execTime)}, and nothing was told: releases before 0.9.3 take subscriptions and keep silent. Pages have to ask again and again.`,
      )
    if (Date.now() > deadline) return skipped(`flow ${next.flow.id} was due and did not run`)
    await sleep(500, undefined, { signal })
  }
}
