import type { WebSocket as NodeWebSocket } from 'ws'
import type { MemoryWebSocket } from '../src/index.js'

export const executedQuery = "tm.event='NewBlockEvents' AND flow-triggered.flow-id EXISTS"
export const createdQuery = "tm.event='Tx' AND flow-created.flow-id EXISTS"
export const updatedQuery = "tm.event='Tx' AND flow-updated.flow-id EXISTS"
export const answeredQuery = "tm.event='Tx' AND acknowledge_packet.packet_src_port CONTAINS 'icacontroller-'"
export const timedOutQuery = "tm.event='Tx' AND flow-msg-timed-out.flow-id EXISTS"
export const allQueries = [executedQuery, createdQuery, updatedQuery, answeredQuery, timedOutQuery]

export interface Message {
  id?: number | string
  error?: { code: number; message: string; data?: string }
  result?: { query?: string; data?: { type: string; value: { height?: string } }; events?: Record<string, string[]> }
}

/** A WebSocket in memory or over a port, with the messages that it received. */
export interface Wire {
  ask: (method: string, params?: unknown, id?: number | string) => Promise<Message>
  raw: (text: string) => void
  /** Resolves with the next message. */
  next: () => Promise<Message>
  texts: string[]
  socket: MemoryWebSocket | NodeWebSocket
  closed: Promise<{ code: number; wasClean: boolean }>
}

/** Waits until the socket is open. */
export function openWire(socket: MemoryWebSocket | NodeWebSocket): Promise<Wire> {
  const waiting: ((text: string) => void)[] = []
  const unread: string[] = []
  const texts: string[] = []
  socket.onmessage = (event: { data: unknown }) => {
    const text = String(event.data)
    texts.push(text)
    const first = waiting.shift()
    if (first) first(text)
    else unread.push(text)
  }
  const next = async (): Promise<Message> => {
    const text = unread.shift() ?? (await new Promise<string>(resolve => waiting.push(resolve)))
    return JSON.parse(text)
  }
  const closed = new Promise<{ code: number; wasClean: boolean }>(resolve => {
    socket.onclose = (event: { code: number; wasClean: boolean }) =>
      resolve({ code: event.code, wasClean: event.wasClean })
  })
  const ask: Wire['ask'] = (method, params, id = 1) => {
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    return next()
  }
  return new Promise((resolve, reject) => {
    socket.onerror = () => reject(new Error('no connection'))
    socket.onopen = () => resolve({ ask, raw: text => socket.send(text), next, texts, socket, closed })
  })
}
