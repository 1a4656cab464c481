import type { Lcd } from '@flow-query/testing'
import type { WebSocketConstructor, WebSocketLike } from '../src/types.js'

/** Returns a WebSocket whose messages are changed. */
export function withMessages(lcd: Lcd, change: (data: string, url: string) => string): WebSocketConstructor {
  return class implements WebSocketLike {
    onopen: WebSocketLike['onopen'] = null
    onmessage: ((event: { data: string }) => void) | null = null
    onerror: WebSocketLike['onerror'] = null
    onclose: WebSocketLike['onclose'] = null
    readonly #socket: WebSocketLike
    constructor(url: string) {
      const socket: WebSocketLike = new lcd.WebSocket(url)
      socket.onopen = (event: never) => this.onopen?.(event)
      socket.onmessage = ({ data }: { data: string }) => this.onmessage?.({ data: change(data, url) })
      socket.onclose = (event: never) => this.onclose?.(event)
      this.#socket = socket
    }
    send(text: string): void {
      this.#socket.send(text)
    }
    close(): void {
      this.#socket.close()
    }
  }
}
