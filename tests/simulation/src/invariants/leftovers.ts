import { pendingTimers } from '../timers.js'
import type { World } from '../world.js'

/** Checks that nothing is left after everything was closed. */
export function checkLeftovers({ network, chain }: World): string[] {
  return [
    ...pendingTimers().map(timer => `after closing, a timer is left: ${timer}`),
    ...network.inFlight.map(request => `after closing, a request is left: ${request}`),
    ...(network.openSockets > 0 ? [`after closing, ${network.openSockets} sockets are open`] : []),
    ...(chain.lcd.sockets > 0 ? [`after closing, the nodes have ${chain.lcd.sockets} sockets`] : []),
  ]
}
