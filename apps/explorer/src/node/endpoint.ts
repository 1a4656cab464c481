import { withParams } from '../router/router'

/** The node that the explorer reads from. */
export interface Endpoint {
  /** The base URL of the node's LCD, or null for the embedded chain. */
  lcd: string | null
  /** The URL of the node's RPC, or null if it is not known. */
  rpc: string | null
}

export const embedded: Endpoint = { lcd: null, rpc: null }

export interface EndpointProblem {
  /** The error message for an invalid URL. */
  problem: string
}

/** Parses the URLs of an endpoint, without sending a request. `pageProtocol` is the protocol of the explorer's own URL. */
export function parseEndpoint(
  lcd: string,
  rpc: string | null = null,
  pageProtocol = 'http:',
): Endpoint | EndpointProblem {
  const url = checked(lcd, /^https?:$/, pageProtocol)
  if (typeof url !== 'string') return url
  if (!rpc?.trim()) return { lcd: url, rpc: null }
  const rpcUrl = checked(rpc, /^(https?|wss?):$/, pageProtocol)
  return typeof rpcUrl === 'string'
    ? { lcd: url, rpc: rpcUrl }
    : { problem: `The RPC URL is not valid. ${rpcUrl.problem}` }
}

function checked(text: string, protocols: RegExp, pageProtocol: string): string | EndpointProblem {
  const wanted = text.trim()
  if (!wanted) return { problem: 'Enter an LCD URL.' }
  // Users may omit the protocol: `lcd.example.org`, `localhost:1317`.
  const url = parsed(/^[a-z][a-z\d+.-]*:(?!\d+(\/|$))/i.test(wanted) ? wanted : `${assumed(wanted)}//${wanted}`)
  if (!url?.hostname) return { problem: `“${wanted}” is not a valid URL. Use a URL such as https://lcd.example.org.` }
  if (!protocols.test(url.protocol)) return { problem: `URLs that start with ${url.protocol}// are not supported.` }
  if (url.username || url.password)
    return { problem: 'The URL contains a user name or password, which browsers reject.' }
  if (url.search || url.hash) return { problem: 'Remove the query (?) or fragment (#) from the URL.' }
  if (pageProtocol === 'https:' && /^(http|ws):$/.test(url.protocol) && !isLocal(url.hostname))
    return { problem: 'This page was loaded over https://, so the browser blocks requests to http:// URLs.' }
  return withoutTrailingSlashes(url.href)
}

/** Uses a loop, because `/\/+$/` takes quadratic time if a link contains many slashes. */
function withoutTrailingSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end--
  return text.slice(0, end)
}

function parsed(text: string): URL | null {
  try {
    return /\s/.test(text) ? null : new URL(text)
  } catch {
    return null
  }
}

const assumed = (host: string) => (isLocal(host.replace(/[:/].*/, '')) ? 'http:' : 'https:')
const isLocal = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host)

/** A short name for an endpoint: its URL without the protocol, or `Demo chain`. */
export function endpointName({ lcd }: Endpoint): string {
  return lcd === null ? 'Demo chain' : lcd.replace(/^https?:\/\//, '')
}

/** The endpoint of a page that was just opened. */
export interface EndpointStart {
  endpoint: Endpoint
  /** An error message if the URL contains an invalid endpoint. */
  problem: string | null
}

const storageKey = 'flow-explorer:endpoint'

/** The URLs of a node that the server inserted into the page's `<meta>` elements. */
export interface ServerNode {
  lcd: string | null
  rpc: string | null
}

interface Remembered extends Endpoint {
  /** The LCD that the server had inserted into the page. If the server now inserts another one, the stored endpoint is ignored. */
  given: string
}

/**
 * Returns the first of these endpoints that exists:
 *
 * - the endpoint in the URL (`?lcd=…&rpc=…` or `?lcd=embedded`)
 * - the endpoint that the user selected
 * - the endpoint that the server inserted into the page (`<meta name="flow-query:lcd">` and `flow-query:rpc`)
 * - the embedded chain
 *
 * @param storage `localStorage`, or null if the browser blocks it
 */
export function startEndpoint(page: { href: string; given: ServerNode }, storage: Storage | null): EndpointStart {
  const url = new URL(page.href)
  const lcd = url.searchParams.get('lcd')
  const otherwise = usualEndpoint(page.given, storage)
  if (lcd === null) return { endpoint: otherwise, problem: null }

  const named = lcd === 'embedded' ? embedded : parseEndpoint(lcd, url.searchParams.get('rpc'), url.protocol)
  return 'problem' in named
    ? { endpoint: otherwise, problem: `The endpoint in this link was ignored. ${named.problem}` }
    : { endpoint: named, problem: null }
}

/** Returns the endpoint of a visit without a link that contains one. */
export function usualEndpoint(given: ServerNode, storage: Storage | null): Endpoint {
  return remembered(storage, given) ?? givenEndpoint(given)
}

/** Stores the endpoint that the user selected. */
export function chooseEndpoint(endpoint: Endpoint, given: ServerNode, storage: Storage | null): void {
  try {
    storage?.setItem(storageKey, JSON.stringify({ ...endpoint, given: given.lcd ?? '' } satisfies Remembered))
  } catch {
    // Storage may be full or blocked. In that case, only the URL contains the endpoint.
  }
}

function remembered(storage: Storage | null, given: ServerNode): Endpoint | null {
  try {
    const { lcd, rpc, given: then } = JSON.parse(storage?.getItem(storageKey) ?? 'null') as Partial<Remembered>
    if (then !== (given.lcd ?? '')) return null
    if (lcd === null) return embedded
    const endpoint = typeof lcd === 'string' ? parseEndpoint(lcd, rpc) : null
    return endpoint && !('problem' in endpoint) ? endpoint : null
  } catch {
    return null
  }
}

/** Returns the node that the server inserted into the page, or the embedded chain. */
export function givenEndpoint({ lcd, rpc }: ServerNode): Endpoint {
  const endpoint = lcd ? parseEndpoint(lcd, rpc) : embedded
  return 'problem' in endpoint ? embedded : endpoint
}

/** The parameters of a URL that contain its endpoint. A parameter that the URL doesn't need is null. */
export type EndpointParams = Readonly<Record<'lcd' | 'rpc', string | null>>

/** Returns the parameters of a link that opens the same endpoint in every browser. */
function endpointParams({ lcd, rpc }: Endpoint): EndpointParams {
  return { lcd: lcd === null ? 'embedded' : shortUrl(lcd), rpc: rpc && shortUrl(rpc) }
}

/** Returns the parameters of the page's own URL. The URL doesn't contain the endpoint that the server inserted. */
export function ownParams(endpoint: Endpoint, given: ServerNode): EndpointParams {
  const { lcd, rpc } = givenEndpoint(given)
  return endpoint.lcd === lcd && endpoint.rpc === rpc ? { lcd: null, rpc: null } : endpointParams(endpoint)
}

/** Omits the protocol if `parseEndpoint` adds it again. */
function shortUrl(url: string): string {
  const short = url.replace(/^https?:\/\//, '')
  const read = parseEndpoint(short)
  return 'lcd' in read && read.lcd === url ? short : url
}

/** Returns a link to this page that contains the endpoint. */
export function shareLink(href: string, endpoint: Endpoint): string {
  return withParams(href, endpointParams(endpoint))
}
