import { setTimeout as sleep } from 'node:timers/promises'
import type { FlowEvent } from '@flow-query/core/live'

export const longestLag = 30_000

interface PendingEvent {
  id: string | null
  height: number
  receivedAt: number
}

export function createPendingEvents() {
  let isAnything = false
  let events: PendingEvent[] = []
  let connection = { height: 0, at: 0 }
  let wake = () => {}

  function expectAnything(): void {
    isAnything = true
    wake()
  }

  return {
    expectAnything,
    get isAnything() {
      return isAnything
    },
    add(added: readonly FlowEvent[]) {
      const receivedAt = Date.now()
      for (const { id, height } of added) {
        // Real nodes never send IDs such as `01`, so no part of this event is reliable.
        if (id !== null && !/^[1-9]\d*$/.test(id)) isAnything = true
        else events.push({ id, height, receivedAt })
      }
      wake()
    },
    /** Events up to the node's newest block may have been missed. Pass 0 if the node doesn't report this block. */
    connected(height: number) {
      connection = { height, at: Date.now() }
      expectAnything()
    },
    /** The lowest block for a sync of all flows. If the node doesn't reach it in time, every block is accepted. */
    get leastHeight() {
      return Date.now() < connection.at + longestLag ? connection.height : 0
    },
    async wait(milliseconds: number, signal: AbortSignal | undefined) {
      if (isAnything || events.length > 0) return
      const woken = new AbortController()
      wake = () => woken.abort()
      const either = AbortSignal.any([woken.signal, ...(signal ? [signal] : [])])
      await sleep(Math.max(milliseconds, 0), undefined, { signal: either }).catch(() => {})
      signal?.throwIfAborted()
    },
    takeAnything() {
      isAnything = false
    },
    /** Call this after all flows were read at this block. */
    forgetUntil(height: number) {
      events = events.filter(event => event.height > height)
    },
    /** Later events stay until the node reaches their block, or until they have waited too long. */
    take(height: number) {
      const tooOld = Date.now() - longestLag
      const ids = new Set<string>()
      let hasUnnamed = false
      let highest = 0
      const later: PendingEvent[] = []
      for (const event of events) {
        if (event.height > height && event.receivedAt > tooOld) {
          later.push(event)
          continue
        }
        if (event.id === null) hasUnnamed = true
        else ids.add(event.id)
        highest = Math.max(highest, event.height)
      }
      events = later
      return { ids, hasUnnamed, late: highest > height ? highest : null }
    },
  }
}
