import { createLcd, type Lcd } from '@flow-query/testing'
import type { Network } from '../src/settings.js'

/** A server that commands reach without sockets. */
export interface MemoryServer {
  fetch: typeof fetch
  WebSocket: NonNullable<Network['WebSocket']>
}

const servers = new Map<string, MemoryServer>()

/** The server at all addresses where no other one is. */
const nothing = createLcd({ flows: [] })
nothing.fail({ refuse: true })
nothing.disturb({ refuse: true })

/** Makes a server reachable. By default, it gets the next free port, starting at 1317. Returns the URL. */
export function addServer(
  { fetch, WebSocket = nothing.WebSocket }: Partial<MemoryServer>,
  origin = freeOrigin(),
): string {
  servers.set(origin, { fetch: fetch ?? nothing.fetch, WebSocket })
  return origin
}

export function removeServer(origin: string): void {
  servers.delete(origin)
}

export function isTaken(origin: string): boolean {
  return servers.has(origin)
}

function freeOrigin(): string {
  let port = 1317
  while (servers.has(originOf(port))) port++
  return originOf(port)
}

export function originOf(port: number): string {
  return `http://127.0.0.1:${port}`
}

/** The network that commands use in tests. Each one has its own class of WebSockets, so commands share no connections. */
export function createNetwork() {
  return {
    fetch: async (input: string | URL | Request, init?: RequestInit) =>
      serverAt(input instanceof Request ? input.url : input).fetch(input, init),
    WebSocket: new Proxy(nothing.WebSocket, {
      construct: (_, [url]: [string]) => new (serverAt(url).WebSocket)(url),
    }),
  } satisfies Network
}

function serverAt(address: string | URL): MemoryServer | Lcd {
  const { origin } = new URL(String(address).replace(/^ws/, 'http'))
  return servers.get(origin) ?? nothing
}
