import { type FlowQueryErrorKind, isFlowQueryError } from '@flow-query/core'

type ErrorKind = FlowQueryErrorKind | 'other'

/** Returns the kind of an error, or `other` if it isn't a `FlowQueryError`. */
export function errorKind(error: unknown): ErrorKind {
  return isFlowQueryError(error) ? error.kind : 'other'
}

/** Returns what happened, and what the user can do. */
export function errorText(error: unknown): { title: string; help: string } {
  const [title, help] = texts[errorKind(error)]
  return { title, help }
}

const texts: Readonly<Record<ErrorKind, readonly [title: string, help: string]>> = {
  argument: ['Invalid request', 'The request contains an invalid ID or address. Check it for typos.'],
  notFound: ['Not found', 'The node could not find this. It may be on another chain.'],
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
  network: true,
  timeout: true,
  decode: true,
  other: true,
}
