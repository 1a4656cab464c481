import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { WebSocketServer } from 'ws'
import type { Lcd } from './lcd.js'
import { answerSwagger } from './openapi/swagger.js'
import { paddedBody, type Reply } from './rest/failures.js'
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

  function answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
    if (answerSwagger(incoming.url ?? '/', lcd.version, outgoing)) return
    const reply = lcd.reply(requestOf(incoming))
    const cancel = after(reply.delay + latency, () => send(reply, incoming, outgoing))
    outgoing.once('close', cancel)
  }

  const server = createServer(answer)
  const websockets = acceptWebSockets(server, lcd, { latency, answer })
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
        server.closeAllConnections()
      }),
  }
}

interface UpgradeOptions {
  latency: number
  /** What a request gets that asked for something else. */
  answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void
}

function acceptWebSockets(server: Server, lcd: Lcd, { latency, answer }: UpgradeOptions): WebSocketServer {
  const websockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    // Who asked may be gone at any moment: then the connection is over, and nothing else.
    socket.on('error', () => {})
    if (!isWebSocket(incoming)) {
      const outgoing = new ServerResponse(incoming)
      outgoing.shouldKeepAlive = false
      outgoing.assignSocket(socket)
      outgoing.once('finish', () => socket.end())
      answer(incoming, outgoing)
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
      peer = { send: text => after(latency, () => websocket.send(text)), cut: () => websocket.terminate() }
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

function requestOf({ method = 'GET', url = '/', headers }: IncomingMessage): NodeRequest {
  const joined = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')])
  return { method, target: url, headers: Object.fromEntries(joined) }
}

/** Acts at once where there is nothing to wait for; the returned function calls it off. */
function after(milliseconds: number, act: () => void): () => void {
  if (milliseconds === 0) {
    act()
    return () => {}
  }
  const timer = setTimeout(act, milliseconds)
  return () => clearTimeout(timer)
}

function send(reply: Reply, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { answer, delivery } = reply
  if (delivery === 'hang') return
  if (delivery === 'refuse') {
    outgoing.destroy()
    return
  }
  if (delivery === 'whole' && reply.padding > 0) {
    sendPadded(reply, incoming, outgoing)
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

/** Compressed where that is asked for, which makes a few kilobytes of a body that no memory can hold. */
function sendPadded({ answer, padding }: Reply, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const body = Readable.from(paddedBody(answer.body, padding))
  // A client that goes away in the middle of it is no error here.
  const done = () => {}
  if (/\bgzip\b/.test(String(incoming.headers['accept-encoding']))) {
    outgoing.writeHead(answer.status, { ...answer.headers, 'content-encoding': 'gzip' })
    pipeline(body, createGzip(), outgoing, done)
  } else {
    outgoing.writeHead(answer.status, answer.headers)
    pipeline(body, outgoing, done)
  }
}
