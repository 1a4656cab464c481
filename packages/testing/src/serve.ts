import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { createAdaptorServer, type HttpBindings, type ServerType } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { WebSocketServer } from 'ws'
import type { Lcd } from './lcd.js'
import { answerSwagger } from './openapi/swagger.js'
import type { Reply } from './rest/failures.js'
import type { NodeRequest } from './rest/http.js'
import type { Peer } from './rpc/rpc.js'
import { WEBSOCKET_PATH } from './websocket.js'

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
  /** For `createFlowClient({ lcd: served.url, rpc: served.rpc })`: the websocket is at `/websocket` on the same port. */
  readonly rpc: string
  readonly port: number
  /** Ends every connection, hung ones too. */
  close: () => Promise<void>
}

/** Puts a node in memory on a port, as its REST server and its RPC's websocket would be: same answers, same failures. */
export async function serveLcd(lcd: Lcd, options: ServeOptions = {}): Promise<ServedLcd> {
  const { port = 0, host = '127.0.0.1', latency = 0 } = options
  // Written by hand, as a Response can neither stall nor break off.
  function answer(_: Request, { incoming, outgoing }: HttpBindings): Response {
    if (answerSwagger(incoming.url ?? '/', lcd.version, outgoing as ServerResponse)) return RESPONSE_ALREADY_SENT
    const reply = lcd.reply(requestOf(incoming as IncomingMessage))
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
  const websockets = serveWebSockets(server, lcd, latency)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address() as AddressInfo
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address
  const url = `http://${name}:${address.port}`
  return {
    url,
    rpc: url,
    port: address.port,
    close: () =>
      new Promise(resolve => {
        for (const socket of websockets.clients) socket.terminate()
        websockets.close()
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}

function serveWebSockets(server: ServerType, lcd: Lcd, latency: number): WebSocketServer {
  const websockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!isWebSocket(incoming)) {
      refuse(lcd.reply(requestOf(incoming)), socket)
      return
    }
    let peer: Peer = { send: () => {}, cut: () => socket.destroy() }
    const connection = lcd.accept({ send: text => peer.send(text), cut: () => peer.cut() })
    if (!connection) {
      socket.destroy()
      return
    }
    socket.once('close', connection.end)
    websockets.handleUpgrade(incoming, socket, head, websocket => {
      const later = (act: () => void) => (latency === 0 ? act() : setTimeout(act, latency))
      peer = { send: text => later(() => websocket.send(text)), cut: () => websocket.terminate() }
      websocket.on('message', data => connection.receive(String(data)))
      // A frame that is none ends the connection; whoever sent it is told so by the protocol itself.
      websocket.on('error', () => {})
    })
  })
  return websockets
}

function isWebSocket({ url = '/', headers }: IncomingMessage): boolean {
  return WEBSOCKET_PATH.test(url) && headers.upgrade?.toLowerCase() === 'websocket'
}

/** An answer to a request that asked for another protocol. */
function refuse({ answer: { status, headers, body } }: Reply, socket: Duplex): void {
  const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`)
}

function requestOf({ method = 'GET', url = '/', headers }: IncomingMessage): NodeRequest {
  const joined = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')])
  return { method, target: url, headers: Object.fromEntries(joined) }
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
