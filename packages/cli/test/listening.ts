import { type IncomingMessage, request } from 'node:http'
import { Server } from 'node:net'
import { duplexPair, Readable } from 'node:stream'
import { addServer, isTaken, originOf, removeServer } from './network.js'

/**
 * Makes servers listen in memory instead of on ports, so that unit tests can run commands that listen. `createNetwork` reaches
 * them.
 */
export function listenInMemory(): void {
  Object.assign(Server.prototype, { listen })
}

interface Address {
  port?: number
  host?: string
}

function listen(this: Server, ...parameters: unknown[]): Server {
  const [first, second] = parameters
  const { port = 0, host = '127.0.0.1' }: Address =
    typeof first === 'object' && first
      ? first
      : { port: Number(first), ...(typeof second === 'string' && { host: second }) }
  const onListening = parameters.at(-1)
  if (typeof onListening === 'function') this.once('listening', onListening as () => void)
  const problem = problemOf(port, host)
  if (problem) {
    process.nextTick(() => this.emit('error', Object.assign(new Error(`listen ${problem}`), { code: problem, port })))
    return this
  }
  const origin = addServer({ fetch: fetchFrom(this) }, port ? originOf(port) : undefined)
  const address = { address: '127.0.0.1', family: 'IPv4', port: Number(new URL(origin).port) }
  // Node.js only uses these methods of the handle that a port would have.
  const handle = {
    getsockname: (result: object) => void Object.assign(result, address),
    close: () => removeServer(origin),
    ref() {},
    unref() {},
  }
  Object.assign(this, { _handle: handle })
  process.nextTick(() => this.emit('listening'))
  return this
}

function problemOf(port: number, host: string): 'EADDRINUSE' | 'EADDRNOTAVAIL' | undefined {
  if (host !== '127.0.0.1') return 'EADDRNOTAVAIL'
  return isTaken(originOf(port)) ? 'EADDRINUSE' : undefined
}

const socketMethods = {
  remoteAddress: '127.0.0.1',
  setTimeout() {},
  setNoDelay() {},
  setKeepAlive() {},
  ref() {},
  unref() {},
}

/** Sends requests to a server over streams in memory. */
function fetchFrom(server: Server): typeof fetch {
  return async (input, init) => {
    const { url, method, headers, body } = new Request(input, init)
    const [client, connection] = duplexPair()
    for (const side of [client, connection]) Object.assign(side, socketMethods)
    server.emit('connection', connection)
    const sent = request(url, { method, headers: Object.fromEntries(headers), createConnection: () => client })
    if (body) Readable.fromWeb(body as never).pipe(sent)
    else sent.end()
    const response = await new Promise<IncomingMessage>((resolve, reject) =>
      sent.once('response', resolve).once('error', reject),
    )
    const { statusCode: status = 200 } = response
    const hasBody = ![204, 304].includes(status)
    if (!hasBody) response.resume()
    return new Response(hasBody ? (Readable.toWeb(response) as never) : null, {
      status,
      headers: response.headers as Record<string, string>,
    })
  }
}
