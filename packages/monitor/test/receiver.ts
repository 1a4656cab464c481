import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'

/** A request that a receiver got. */
export interface Received {
  id: string
  headers: IncomingHttpHeaders
  url: string
  body: string
}

/** A webhook on a loopback address. */
export interface Receiver {
  url: string
  requests: Received[]
  /** The alerts by `webhook-id`, so that repeats count once. */
  delivered: () => Map<string, Received>
  close: () => Promise<void>
}

/** @param answer decides about each request. By default, it is accepted */
export async function startReceiver(
  answer: (response: ServerResponse, index: number, received: Received) => void = response => response.end(),
): Promise<Receiver> {
  const requests: Received[] = []
  const accepted = new Map<string, Received>()
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { headers, url = '' } = request
    const received = { id: `${headers['webhook-id']}`, headers, url, body }
    requests.push(received)
    response.on('finish', () => {
      if (response.statusCode < 300) accepted.set(received.id, received)
    })
    answer(response, requests.length - 1, received)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port.')
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    requests,
    delivered: () => accepted,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
