import { type FlowQueryErrorKind, isFlowQueryError } from '@flow-query/core'
import { missingHeight } from '@flow-query/core/parts/request'
import { explainError } from '@flow-query/format'

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
  const { title, help } = explainError(error)
  if (missingHeight(error)) return { title, help }
  return { title, help: [help, endpointAdvice[errorKind(error)]].filter(Boolean).join(' ') }
}

/** Advice that only fits the explorer, because its users choose the endpoint. */
const endpointAdvice: Readonly<Partial<Record<ErrorKind, string>>> = {
  notFound: 'It may be on another chain.',
  notANode: 'Check the URL, or choose another endpoint.',
  unsupported: 'Choose another endpoint.',
  node: 'Another endpoint may work.',
  network: 'The node may also not allow requests from other sites (CORS).',
  timeout: 'Another endpoint may be faster.',
  decode: 'Check the URL.',
}

/** Whether the same request may succeed later. */
export function isTemporary(error: unknown): boolean {
  const kind = errorKind(error)
  if (missingHeight(error)) return false
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
