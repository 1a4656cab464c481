import type { Lcd } from '@flow-query/testing'
import {
  createFlowClient,
  type FlowClient,
  type FlowClientOptions,
  type FlowQueryError,
  isFlowQueryError,
} from '../src/index.js'

/** Creates a client for an in-memory node. */
export function clientOf(lcd: Pick<Lcd, 'url' | 'fetch'>, options: Partial<FlowClientOptions> = {}): FlowClient {
  return createFlowClient({ lcd: lcd.url, fetch: lcd.fetch, timeout: 300_000, ...options })
}

/** Creates a client that gets the same response for all requests. */
export function answeredWith(
  body: BodyInit | null,
  init: ResponseInit = {},
  options: Partial<FlowClientOptions> = {},
): FlowClient {
  const fetch = async () => new Response(body, init)
  return createFlowClient({ lcd: 'https://lcd.test', fetch, retries: 0, ...options })
}

/** Creates a `fetch` for several nodes. The keys of `nodes` are their origins. */
export function network(nodes: Readonly<Record<string, typeof fetch>>): typeof fetch {
  return (input, init) => {
    const node = nodes[new URL(`${input}`).origin]
    return node ? node(input, init) : Promise.reject(new TypeError(`No node at ${input}`))
  }
}

/** Returns the error of a query that must fail. */
export async function errorOf(query: Promise<unknown>): Promise<FlowQueryError> {
  const error = await query.then(
    data => new Error(`The query didn't fail: ${JSON.stringify(data)}`),
    reason => reason,
  )
  if (isFlowQueryError(error)) return error
  throw error
}
