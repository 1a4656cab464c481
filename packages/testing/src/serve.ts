import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createGzip } from 'node:zlib'
import { WebSocketServer } from 'ws'
import type { Lcd } from './lcd.js'
import { paddedBody, type Reply } from './rest/failures.js'
import type { NodeRequest } from './rest/http.js'
import type { Peer } from './rpc/rpc.js'
import { websocketPath } from './websocket.js'

export interface ServeOptions {
  /** The port to listen on. Defaults to any free port. */
  port?: number
  /** The host to listen on. Defaults to `127.0.0.1`, which other machines cannot reach. */
  host?: string
  /** Extra delay for every response, in milliseconds. */
  latency?: number
  /** Returns a file that isn't part of the node, such as a web page, or null to leave the request to the node. */
  fileAt?: (path: string) => ServedFile | null
}

export interface ServedFile {
  /** The HTTP status code. */
  status: number
  headers: Record<string, string>
  body: string | Uint8Array
}

export interface ServedLcd {
  readonly url: string
  /**
   * For `createFlowClient({ lcd: served.url, rpc: served.rpc })`. The WebSocket is at `/websocket` on the same port.
   */
  readonly rpc: string
  readonly port: number
  /** Closes the server and all connections, including those that hang. */
  close: () => Promise<void>
}

/** Serves an in-memory node on a port: its REST API and the RPC's WebSocket, with the same responses and failures. */
export async function serveLcd(lcd: Lcd, options: ServeOptions = {}): Promise<ServedLcd> {
  const { port = 0, host = '127.0.0.1', latency = 0, fileAt } = options

  function answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const file = fileAt?.(incoming.url ?? '/')
    if (file) return void outgoing.writeHead(file.status, file.headers).end(file.body)
    if (incoming.method === 'POST')
      text(incoming).then(
        body => respond(body, incoming, outgoing),
        () => outgoing.destroy(),
      )
    else respond(undefined, incoming, outgoing)
  }

  function respond(body: string | undefined, incoming: IncomingMessage, outgoing: ServerResponse): void {
    const reply = lcd.reply({ ...requestOf(incoming), ...(body && { body }) })
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
  answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void
}

function acceptWebSockets(server: Server, lcd: Lcd, { latency, answer }: UpgradeOptions): WebSocketServer {
  const websockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    // The client can disconnect at any time. Without a listener, the error would crash the process.
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
      // `ws` closes the connection after an invalid frame, so the error needs no other handling.
      websocket.on('error', () => {})
    })
  })
  return websockets
}

function isWebSocket({ url = '/', headers }: IncomingMessage): boolean {
  return websocketPath.test(url) && headers.upgrade?.toLowerCase() === 'websocket'
}

function requestOf({ method = 'GET', url = '/', headers }: IncomingMessage): NodeRequest {
  const joined = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')])
  return { method, target: url, headers: Object.fromEntries(joined) }
}

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

/** Compresses the padded body if the client accepts gzip. Millions of spaces shrink to a few kilobytes. */
function sendPadded({ answer, padding }: Reply, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const body = Readable.from(paddedBody(answer.body, padding))
  // A client that disconnects early is not an error.
  const done = () => {}
  if (/\bgzip\b/.test(String(incoming.headers['accept-encoding']))) {
    outgoing.writeHead(answer.status, { ...answer.headers, 'content-encoding': 'gzip' })
    pipeline(body, createGzip(), outgoing, done)
  } else {
    outgoing.writeHead(answer.status, answer.headers)
    pipeline(body, outgoing, done)
  }
}
