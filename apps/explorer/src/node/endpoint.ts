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
  /** The page's URL without `?lcd=` and `&rpc=`. */
  href: string
}

/** The places where the selected endpoint is stored. Each is null if the browser blocks it. */
export interface Storages {
  /** `localStorage`, for the endpoint that the user selected. */
  kept: Storage | null
  /** `sessionStorage`, for the endpoint of a link. */
  visit: Storage | null
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
 * - the endpoint in the URL (`?lcd=…&rpc=…` or `?lcd=embedded`), or in an earlier URL of this visit
 * - the endpoint that the user selected
 * - the endpoint that the server inserted into the page (`<meta name="flow-query:lcd">` and `flow-query:rpc`)
 * - the embedded chain
 */
export function startEndpoint(page: { href: string; given: ServerNode }, { kept, visit }: Storages): EndpointStart {
  const url = new URL(page.href)
  const lcd = url.searchParams.get('lcd')
  const rpc = url.searchParams.get('rpc')
  url.searchParams.delete('lcd')
  url.searchParams.delete('rpc')
  const { href } = url
  const otherwise = remembered(visit, page.given) ?? remembered(kept, page.given) ?? givenEndpoint(page.given)
  if (lcd === null) return { endpoint: otherwise, problem: null, href }

  const named = lcd === 'embedded' ? embedded : parseEndpoint(lcd, rpc, url.protocol)
  if ('problem' in named)
    return { endpoint: otherwise, problem: `The endpoint in this link was ignored. ${named.problem}`, href }
  remember(named, page.given, visit)
  return { endpoint: named, problem: null, href }
}

/** Stores the endpoint that the user selected. It is used instead of an earlier link's endpoint. */
export function chooseEndpoint(endpoint: Endpoint, given: ServerNode, { kept, visit }: Storages): void {
  remember(endpoint, given, kept)
  remember(endpoint, given, visit)
}

function remember(endpoint: Endpoint, given: ServerNode, storage: Storage | null): void {
  try {
    storage?.setItem(storageKey, JSON.stringify({ ...endpoint, given: given.lcd ?? '' } satisfies Remembered))
  } catch {
    // Storage may be full or blocked. In that case, the endpoint is used until the page is reloaded.
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
function givenEndpoint({ lcd, rpc }: ServerNode): Endpoint {
  const endpoint = lcd ? parseEndpoint(lcd, rpc) : embedded
  return 'problem' in endpoint ? embedded : endpoint
}

/** Returns a link to this page that contains the endpoint. */
export function shareLink(href: string, { lcd, rpc }: Endpoint): string {
  const url = new URL(href)
  url.searchParams.set('lcd', lcd ?? 'embedded')
  if (rpc) url.searchParams.set('rpc', rpc)
  return url.href
}
