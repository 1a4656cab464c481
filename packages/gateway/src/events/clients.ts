import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import { interval, longestStall } from '../limits/slow-clients.js'
import { Client, type ClientLimits, type DropReason } from './client.js'
import type { EventFrame } from './frame.js'

export interface EventLimits extends ClientLimits {
  clients: number
  clientsPerAddress: number
  requestBytes: number
  pingInterval: number
  reconnectsPerSecond: number
}

export const defaultLimits: EventLimits = {
  clients: 10_000,
  clientsPerAddress: 100,
  subscriptions: 5,
  requests: 60,
  requestBytes: 4_096,
  queuedBytes: 1_048_576,
  queuedFrames: 500,
  pingInterval: 30_000,
  reconnectsPerSecond: 2_000,
}

export interface ClientsObserver {
  readonly clientConnected?: () => void
  readonly clientDisconnected?: () => void
  readonly clientDropped?: (reason: DropReason | 'protocol' | 'limit' | 'timeout') => void
}

const serviceRestart = 1012
const longestClosing = 2_000

export class EventClients {
  readonly #limits: EventLimits
  readonly #observer: ClientsObserver
  readonly #clients = new Map<WebSocket, Client>()
  readonly #perNetwork = new Map<string, number>()
  readonly #pings: NodeJS.Timeout
  readonly #checks: NodeJS.Timeout

  constructor(limits: EventLimits, observer: ClientsObserver) {
    this.#limits = limits
    this.#observer = observer
    this.#pings = setInterval(() => this.#ping(), limits.pingInterval).unref()
    this.#checks = setInterval(() => this.#dropLate(), interval).unref()
  }

  hasRoom(network: string): boolean {
    const { clients, clientsPerAddress } = this.#limits
    const hasRoom = this.#clients.size < clients && this.#countIn(network) < clientsPerAddress
    if (!hasRoom) this.#observer.clientDropped?.('limit')
    return hasRoom
  }

  add(socket: WebSocket, connection: Socket, network: string, nodeStatus: () => Promise<unknown>): void {
    const client = new Client(socket, {
      limits: this.#limits,
      clientsOfAddress: () => this.#countIn(network) || 1,
      nodeStatus,
      onDrop: reason => this.#observer.clientDropped?.(reason),
    })
    this.#clients.set(socket, client)
    this.#perNetwork.set(network, this.#countIn(network) + 1)
    connection.setTimeout(longestStall, () => {
      if (connection.writableLength > 0) this.#drop(socket, 'slow')
    })
    this.#observer.clientConnected?.()
    socket.on('message', data => client.receive(String(data)))
    // `ws` closes the connection after an error.
    socket.on('error', () => this.#observer.clientDropped?.('protocol'))
    socket.once('close', () => this.#remove(socket, network))
  }

  send(frame: EventFrame): void {
    for (const client of this.#clients.values()) client.send(frame)
  }

  /** Disconnects clients one after another, because each of them reconnects and reads everything again. */
  interrupt(): void {
    const period = (this.#clients.size / this.#limits.reconnectsPerSecond) * 1_000
    for (const socket of this.#clients.keys())
      setTimeout(() => socket.close(serviceRestart, 'events were interrupted'), Math.random() * period).unref()
  }

  close(code: number, reason: string): void {
    clearInterval(this.#pings)
    clearInterval(this.#checks)
    for (const socket of this.#clients.keys()) {
      socket.close(code, reason)
      setTimeout(() => socket.terminate(), longestClosing).unref()
    }
  }

  #countIn(network: string): number {
    return this.#perNetwork.get(network) ?? 0
  }

  #remove(socket: WebSocket, network: string): void {
    this.#clients.delete(socket)
    const others = this.#countIn(network) - 1
    if (others > 0) this.#perNetwork.set(network, others)
    else this.#perNetwork.delete(network)
    this.#observer.clientDisconnected?.()
  }

  #ping(): void {
    const payload = randomBytes(8)
    for (const [socket, client] of this.#clients) if (!client.ping(payload)) this.#drop(socket, 'timeout')
  }

  #dropLate(): void {
    for (const [socket, client] of this.#clients) if (client.isLate()) this.#drop(socket, 'slow')
  }

  #drop(socket: WebSocket, reason: 'slow' | 'timeout'): void {
    this.#observer.clientDropped?.(reason)
    socket.terminate()
  }
}
