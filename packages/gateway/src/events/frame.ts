import type { Frame } from '@flow-query/core/parts/events'
import { goJson, isRecord, success } from './jsonrpc.js'

export interface EventFrame {
  readonly query: string
  readonly messageFor: (id: string, query: string) => Buffer
}

export function eventFrame({ id, result }: Frame, text: string): EventFrame | null {
  if (!isRecord(result) || typeof result.query !== 'string') return null
  const { query, ...others } = result
  const head = `{"jsonrpc":"2.0","id":${id},"result":{"query":${goJson(query)},`
  // The rest of a frame can have megabytes, so its text is only rebuilt if necessary.
  const rest = text.startsWith(head) ? text.slice(head.length) : `${goJson(others).slice(1)}}`
  const messages = new Map<string, Buffer>()
  return {
    query,
    messageFor(id, query) {
      const key = `${id} ${query}`
      const known = messages.get(key)
      if (known) return known
      const message = Buffer.from(success(id, `{"query":${goJson(query)},${rest}`).slice(0, -1))
      messages.set(key, message)
      return message
    },
  }
}
