import { goJson, isRecord, success } from './jsonrpc.js'

/** An event that the node has sent, without the id of a subscription. */
export interface EventFrame {
  /** The query of the subscription. */
  readonly query: string
  /**
   * Returns the message for a subscription with this id (as JSON text) and query (as the client wrote it). Clients with the same
   * id and query share one buffer.
   */
  readonly messageFor: (id: string, query: string) => Buffer
}

/** The start of an event frame, as CometBFT writes it. The rest of a frame can be megabytes, so it stays text. */
const start = /^\{"jsonrpc":"2\.0","id":\d+,"result":\{"query":("(?:[^"\\]|\\.)*"),(?=")/

/** Reads a message of a node. Returns null if it is not an event. */
export function eventFrame(text: string): EventFrame | null {
  const parts = splitText(text) ?? splitJson(text)
  if (!parts) return null
  const messages = new Map<string, Buffer>()
  return {
    query: parts.query,
    messageFor(id, query) {
      const key = `${id} ${query}`
      const known = messages.get(key)
      if (known) return known
      const message = Buffer.from(success(id, `{"query":${goJson(query)},${parts.rest}`).slice(0, -1))
      messages.set(key, message)
      return message
    },
  }
}

interface Parts {
  query: string
  /** The frame's text after the query, including both closing braces. */
  rest: string
}

function splitText(text: string): Parts | null {
  const [head, query] = start.exec(text) ?? []
  return head === undefined || query === undefined ? null : { query: JSON.parse(query), rest: text.slice(head.length) }
}

/** Splits a frame that is formatted in another way, for example with line breaks. */
function splitJson(text: string): Parts | null {
  const frame: unknown = JSON.parse(text)
  if (!isRecord(frame) || !isRecord(frame.result)) return null
  const { query, ...others } = frame.result
  if (typeof query !== 'string') return null
  return { query, rest: `${goJson(others).slice(1)}}` }
}
