import type { Events } from '../events/events.js'

/** How often the lag is measured at most, in milliseconds, because each measurement is a request to the node. */
const interval = 10_000

/**
 * Measures how long after a block its events arrive. Events don't contain the time of their block, so the node's newest block is
 * requested when events arrive. If it is a later block, the lag isn't measured.
 */
export function measureEventLag(events: Events, onLag: (seconds: number) => void, clock = Date.now): void {
  let measuredAt = 0
  events.listen({
    onEvents(found) {
      const arrivedAt = clock()
      const height = found[0]?.height
      if (height === undefined || arrivedAt - measuredAt < interval) return
      measuredAt = arrivedAt
      events.nodeStatus().then(
        status => {
          const { sync_info } = JSON.parse(status) as { sync_info?: Record<string, unknown> }
          const blockTime = Date.parse(String(sync_info?.latest_block_time))
          if (Number(sync_info?.latest_block_height) === height && blockTime > 0) onLag((arrivedAt - blockTime) / 1_000)
        },
        // The connection was lost. Later events are measured.
        () => {},
      )
    },
    onStatus: () => {},
  })
}
