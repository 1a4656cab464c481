import type { Lcd } from '@flow-query/testing'
import {
  createFlowClient,
  type FlowClient,
  type FlowClientOptions,
  type FlowQueryError,
  isFlowQueryError,
} from '../src/index.js'

/** A client of a node in memory. */
export function clientOf(lcd: Pick<Lcd, 'url' | 'fetch'>, options: Partial<FlowClientOptions> = {}): FlowClient {
  return createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, ...options })
}

/** A client whose every request is answered with this. */
export function answeredWith(
  body: BodyInit | null,
  init: ResponseInit = {},
  options: Partial<FlowClientOptions> = {},
): FlowClient {
  const fetch = async () => new Response(body, init)
  return createFlowClient({ lcd: 'https://lcd.test', fetch, retries: 0, ...options })
}

/** One `fetch` for several nodes, each behind an origin of its own. */
export function network(nodes: Readonly<Record<string, typeof fetch>>): typeof fetch {
  return (input, init) => {
    const node = nodes[new URL(`${input}`).origin]
    return node ? node(input, init) : Promise.reject(new TypeError(`nobody is at ${input}`))
  }
}

/** The error of a query that must fail. */
export async function errorOf(query: Promise<unknown>): Promise<FlowQueryError> {
  const error = await query.then(
    data => new Error(`answered ${JSON.stringify(data)}`),
    reason => reason,
  )
  if (isFlowQueryError(error)) return error
  throw error
}
