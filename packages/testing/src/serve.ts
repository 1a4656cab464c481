import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Reply } from './faults.js'
import type { Lcd } from './lcd.js'

export interface ServeOptions {
  /** Any free one by default. */
  port?: number
  /** `127.0.0.1` by default: nobody else can reach it. */
  host?: string
  /** Milliseconds that every answer takes longer. */
  latency?: number
}

export interface ServedLcd {
  readonly url: string
  readonly port: number
  /** Ends every connection, hung ones too. */
  close: () => Promise<void>
}

/** Puts a node in memory on a port, as its REST server would be: same answers, same CORS, same failures. */
export async function serveLcd(lcd: Lcd, options: ServeOptions = {}): Promise<ServedLcd> {
  const { port = 0, host = '127.0.0.1', latency = 0 } = options
  // Written by hand, as a Response can neither stall nor break off.
  function answer(_: Request, { incoming, outgoing }: HttpBindings): Response {
    const headers = Object.entries(incoming.headers).map(([name, value]) => [name, [value].flat().join(', ')])
    const { method = 'GET', url = '/' } = incoming
    const reply = lcd.reply({ method, target: url, headers: Object.fromEntries(headers) })
    if (reply.delay + latency === 0) send(reply, outgoing)
    else {
      const timer = setTimeout(() => send(reply, outgoing), reply.delay + latency)
      outgoing.once('close', () => clearTimeout(timer))
    }
    return RESPONSE_ALREADY_SENT
  }
  const server = createAdaptorServer({
    // HTTP/1, as nothing else is asked for.
    fetch: (request, bindings) => answer(request, bindings as HttpBindings),
    overrideGlobalObjects: false,
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address() as AddressInfo
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return {
    url: `http://${name}:${address.port}`,
    port: address.port,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}

function send({ answer, delivery }: Reply, outgoing: HttpBindings['outgoing']): void {
  if (delivery === 'hang') return
  if (delivery === 'refuse') {
    outgoing.destroy()
    return
  }
  const body = Buffer.from(answer.body)
  outgoing.writeHead(answer.status, { ...answer.headers, 'content-length': body.length })
  if (delivery === 'whole') {
    outgoing.end(body)
    return
  }
  outgoing.write(body.subarray(0, Math.ceil(body.length / 2)), () => {
    if (delivery === 'cut') outgoing.destroy()
  })
}
