import { type FlowQueryErrorKind, isFlowQueryError } from '@flow-query/core'

type ErrorKind = FlowQueryErrorKind | 'notANode' | 'other'

/** Returns the kind of an error, `notANode` for the answer of a web site, or `other` if it isn't a `FlowQueryError`. */
export function errorKind(error: unknown): ErrorKind {
  if (!isFlowQueryError(error)) return 'other'
  // A node answers each path of its API with JSON, also if it fails.
  const isWebSite = error.kind === 'node' && error.code === undefined && webSiteStatuses.has(error.status ?? 0)
  return isWebSite ? 'notANode' : error.kind
}

const webSiteStatuses: ReadonlySet<number> = new Set([200, 404, 405, 410])

/** Returns what happened, and what the user can do. */
export function errorText(error: unknown): { title: string; help: string } {
  const [title, help] = texts[errorKind(error)]
  return { title, help }
}

const texts: Readonly<Record<ErrorKind, readonly [title: string, help: string]>> = {
  argument: ['Invalid request', 'The request contains an invalid ID or address. Check it for typos.'],
  notFound: ['Not found', 'The node could not find this. It may be on another chain.'],
  notANode: [
    'Not an Intento node',
    'The server is a web site or another service. Check the URL, or choose another endpoint.',
  ],
  unsupported: [
    'Unsupported node',
    'This is not an Intento node, or its API version is not supported. Choose another endpoint.',
  ],
  tooLarge: ['Response too large', 'The node refused to send this much data at once.'],
  rateLimited: ['Too many requests', 'The node limits the number of requests. Wait a moment.'],
  node: ['Node error', 'The node is online but cannot respond at the moment. Another endpoint may work.'],
  network: [
    'Cannot connect to the node',
    'The node may be down, its URL may be wrong, or it may not allow requests from other sites (CORS).',
  ],
  timeout: ['Request timed out', 'The node may be overloaded. Another endpoint may be faster.'],
  decode: ['Unexpected response', 'The server responded, but not like an Intento node. Check the URL.'],
  other: ['Something went wrong', 'Reloading the page may help.'],
}

/** Whether the same request may succeed later. */
export function isTemporary(error: unknown): boolean {
  const kind = errorKind(error)
  return outages[kind] && kind !== 'notANode' && kind !== 'decode'
}

/** Whether an error is a problem of the node and not a valid response such as "not found". */
export function isOutage(error: unknown): boolean {
  return outages[errorKind(error)]
}

const outages: Readonly<Record<ErrorKind, boolean>> = {
  argument: false,
  notFound: false,
  unsupported: false,
  tooLarge: false,
  rateLimited: true,
  node: true,
  notANode: true,
  network: true,
  timeout: true,
  decode: true,
  other: true,
}
