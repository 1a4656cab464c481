import { reportOfRpc } from '../chain/report.js'
import type { GatewayEvents } from '../events/source.js'

/** The minimum time between two measurements, in milliseconds, because each of them requests the newest block. */
const interval = 10_000

/** Events don't contain the time of their block, so the node's newest block is requested when events arrive. */
export function measureEventLag(
  events: Pick<GatewayEvents, 'listen' | 'nodeStatus'>,
  onLag: (seconds: number) => void,
  clock = Date.now,
): void {
  let measuredAt = 0

  async function measure(height: number, arrivedAt: number): Promise<void> {
    const { block } = reportOfRpc(await events.nodeStatus())
    if (block?.height === height && block.time > 0) onLag((arrivedAt - block.time) / 1_000)
  }

  events.listen({
    onEvents([first]) {
      const arrivedAt = clock()
      if (!first || arrivedAt - measuredAt < interval) return
      measuredAt = arrivedAt
      // After an error, the next event is measured.
      measure(first.height, arrivedAt).catch(() => {})
    },
    onStatus: () => {},
  })
}
