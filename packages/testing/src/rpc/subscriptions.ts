import { goJson } from '../go/text.js'
import { type Filter, parseFilter } from './filter.js'
import type { Frame } from './frames.js'
import { internal, success } from './jsonrpc.js'

export interface Subscriptions {
  readonly size: number
  /** `id` is the JSON id of the request. */
  add: (id: string, query: string) => void
  remove: (query: string) => void
  clear: () => void
  messagesFor: (frame: Frame) => string[]
}

const maxSubscriptions = 5
const maxQueryLength = 512

export function createSubscriptions(): Subscriptions {
  const byFilter = new Map<string, { id: string; query: string; filter: Filter }>()
  const unknown = () => internal('subscription not found')

  return {
    get size() {
      return byFilter.size
    },
    add(id, query) {
      if (byFilter.size >= maxSubscriptions) throw internal(`max_subscriptions_per_client ${maxSubscriptions} reached`)
      if (query.length > maxQueryLength) throw internal('maximum query length exceeded')
      const filter = parsed(query)
      if (byFilter.has(filter.text)) throw internal('already subscribed')
      byFilter.set(filter.text, { id, query, filter })
    },
    remove(query) {
      if (!byFilter.delete(parsed(query).text)) throw unknown()
    },
    clear() {
      if (byFilter.size === 0) throw unknown()
      byFilter.clear()
    },
    messagesFor: ({ attributes, data, events }) =>
      [...byFilter.values()]
        .filter(({ filter }) => filter.matches(attributes))
        .map(({ id, query }) => success(id, `{"query":${goJson(query)},"data":${data()},"events":${events()}}`)),
  }
}

function parsed(query: string): Filter {
  try {
    return parseFilter(query)
  } catch (error) {
    throw internal(`failed to parse query: ${error instanceof Error ? error.message : error}`)
  }
}
