import { type Flow, toDate } from '@flow-query/core'
import { describeLateBlock, formatCount, formatRelativeTime, formatTime } from '@flow-query/format'
import { type Access, readTime } from '../node/client.js'
import { newestFlows, nextToRun } from '../node/listening.js'
import { dim, type Output } from '../terminal/output.js'
import type { FailureReport } from './failures.js'
import { timeOfDay } from './time-of-day.js'

/**
 * Prints a status line at intervals without other output. It reports that no flow ran, that only other flows ran, or that the node sent
 * no events.
 */
export interface Heartbeat {
  connection: (isOpen: boolean) => void
  heard: (events: number) => void
  shown: () => void
  eventMissing: (flow: Flow) => void
  print: () => Promise<void>
}

export function createHeartbeat(output: Output, access: Access, failures: FailureReport): Heartbeat {
  const { client, options, answeredAt } = access
  let isConnected = false
  let isShown = false
  let heard = 0
  let withoutEvent: Flow | undefined

  async function describeSilence(): Promise<string> {
    if (heard) return `${formatCount(heard, 'event')} from other flows`
    // If the due time is in the past, the flow has just run, possibly for the last time.
    const time = await readTime(access)
    failures.succeeded()
    const late = describeLateBlock(time)
    if (late) return late
    const coming = (await newestFlows(client, options)).filter(flow => (toDate(flow.execTime) ?? 0) > new Date())
    const next = nextToRun(coming, time)
    return `No runs${next ? `. Next: flow ${next.flow.id} ${formatRelativeTime(next.time, time.readAt)}` : ''}`
  }

  return {
    connection(isOpen) {
      isConnected = isOpen
    },
    heard(events) {
      heard += events
    },
    shown() {
      isShown = true
    },
    eventMissing(flow) {
      withoutEvent ??= flow
    },
    async print() {
      if (!isConnected) return
      if (withoutEvent && !heard)
        output.note(
          `Flow ${withoutEvent.id} ran, but the node sent no event. Its next run is at ${formatTime(withoutEvent.execTime)}. Releases before 0.9.3 accept subscriptions but send no events. To receive events, use another node with --rpc.`,
        )
      else if (!isShown)
        output.note(dim(`${timeOfDay(Date.now())}  block ${answeredAt() ?? 'unknown'}  `), dim(await describeSilence()))
      isShown = false
      heard = 0
      withoutEvent = undefined
    },
  }
}
