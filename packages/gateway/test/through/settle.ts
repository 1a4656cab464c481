import type { WebSocket } from 'ws'

// Tests can replace the function with that of a fake clock.
const { setTimeout } = globalThis
const sleep = (milliseconds: number) => new Promise<void>(resolve => void setTimeout(resolve, milliseconds))

/** The sockets of all clients. */
const sockets = new Set<WebSocket>()
let requests = 0
let changes = 0

/** Records requests and messages between clients, gateways and nodes. */
export const traffic = {
  changed(): void {
    changes++
  },
  async during<Value>(request: Promise<Value>): Promise<Value> {
    requests++
    changes++
    try {
      return await request
    } finally {
      requests--
      changes++
    }
  },
  opened(socket: WebSocket): void {
    changes++
    sockets.add(socket)
  },
  closed(socket: WebSocket): void {
    changes++
    sockets.delete(socket)
  },
}

/** If nothing changes for this many turns of the event loop, a request counts as waiting for a timer. */
const quietTurns = 25

/** Waits in real time until all requests are answered or wait for a timer, and until all events have arrived. */
export async function settle(): Promise<void> {
  for (let seen = -1; seen !== changes; ) {
    seen = changes
    await requestsSettled()
    await Promise.all(Array.from(sockets, roundTrip))
  }
}

async function requestsSettled(): Promise<void> {
  let seen = changes
  for (let turns = 0; requests > 0 && turns < quietTurns; turns++) {
    await sleep(1)
    if (seen !== changes) turns = 0
    seen = changes
  }
  // Callbacks of the last response can send more requests.
  await sleep(0)
}

/** All messages that the other side has sent before have arrived after a ping and its response. */
function roundTrip(socket: WebSocket): Promise<void> {
  return new Promise(resolve => {
    if (socket.readyState !== socket.OPEN) return resolve()
    const done = () => {
      socket.off('pong', done).off('close', done)
      resolve()
    }
    socket.on('pong', done).on('close', done)
    socket.ping()
  })
}
