import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'

export interface RawServer {
  url: string
  /** The request lines of all requests so far. */
  requests: string[]
  close: () => Promise<void>
}

/** Starts a TCP server. It calls `answer` with the socket after each HTTP request head, so that tests can send invalid responses. */
export async function serveRaw(answer: (socket: Socket) => void): Promise<RawServer> {
  const sockets = new Set<Socket>()
  const requests: string[] = []
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    let head = ''
    socket.on('data', data => {
      head += data
      if (!head.includes('\r\n\r\n')) return
      requests.push(head.slice(0, head.indexOf('\r\n')))
      head = ''
      answer(socket)
    })
  })
  const url = await listening(server)
  const close = () =>
    new Promise<void>(resolve => {
      for (const socket of sockets) socket.destroy()
      server.close(() => resolve())
    })
  return { url, requests, close }
}

/** Returns the URL of a port without a server. */
export async function deadEnd(): Promise<string> {
  const server = createServer()
  const url = await listening(server)
  await new Promise(resolve => server.close(resolve))
  return url
}

/** Returns the head of an HTTP response. */
export function head(...lines: string[]): string {
  return ['HTTP/1.1 200 OK', 'content-type: application/json', ...lines, '', ''].join('\r\n')
}

function listening(server: Server): Promise<string> {
  return new Promise(resolve => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })
}
