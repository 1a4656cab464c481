import { words } from './words.js'

/** Where the flows are read from. */
export interface Endpoint {
  /** The base URL of a node's LCD; null for the chain inside the page. */
  lcd: string | null
  /** Its RPC, where it was named. */
  rpc: string | null
}

export const embedded: Endpoint = { lcd: null, rpc: null }

/** Why an address cannot be used, in words. */
export interface EndpointProblem {
  problem: string
}

/** Checks an address before anything is sent to it. `pageProtocol` is that of the page that would read from it. */
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
    : { problem: words.endpoint.problems.rpc(rpcUrl.problem) }
}

function checked(text: string, protocols: RegExp, pageProtocol: string): string | EndpointProblem {
  const { problems } = words.endpoint
  const wanted = text.trim()
  if (!wanted) return { problem: problems.empty }
  // `lcd.example.org` and `localhost:1317` lack only what a browser adds by itself.
  const url = parsed(/^[a-z][a-z\d+.-]*:(?!\d+(\/|$))/i.test(wanted) ? wanted : `${assumed(wanted)}//${wanted}`)
  if (!url?.hostname) return { problem: problems.url(wanted) }
  if (!protocols.test(url.protocol)) return { problem: problems.protocol(url.protocol) }
  if (url.username || url.password) return { problem: problems.credentials }
  if (url.search || url.hash) return { problem: problems.query }
  if (pageProtocol === 'https:' && /^(http|ws):$/.test(url.protocol) && !isLocal(url.hostname))
    return { problem: problems.mixed }
  return url.href.replace(/\/+$/, '')
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

/** What is shown of an endpoint where there is little room: its host, or that it is the demo chain. */
export function endpointName({ lcd }: Endpoint): string {
  return lcd === null ? words.endpoint.embedded : lcd.replace(/^https?:\/\//, '')
}

/** What a page starts with. */
export interface EndpointStart {
  endpoint: Endpoint
  /** Why the endpoint that a link named is not used. */
  problem: string | null
  /** The page's address without the endpoint in it, which holds for this visit. */
  href: string
}

/** Where choices are kept; null where a browser forbids it. */
export interface Storages {
  /** What the reader chose, for later visits too. */
  kept: Storage | null
  /** What a link chose, for this visit alone. */
  visit: Storage | null
}

const storageKey = 'flow-explorer:endpoint'

/** What the server of a page names: the addresses of a node, as text. */
export interface GivenNode {
  lcd: string | null
  rpc: string | null
}

/** A remembered choice holds as long as the server of the page still names the same node. */
interface Remembered extends Endpoint {
  given: string
}

/**
 * The endpoint to start with: named in the address (`?lcd=…&rpc=…`, `?lcd=embedded`) now or earlier in this visit, else the
 * reader's choice, else the one that the page's server names (`<meta name="flow-query:lcd">`, `flow-query:rpc`), else the chain
 * inside the page.
 */
export function startEndpoint(page: { href: string; given: GivenNode }, { kept, visit }: Storages): EndpointStart {
  const url = new URL(page.href)
  const lcd = url.searchParams.get('lcd')
  const rpc = url.searchParams.get('rpc')
  url.searchParams.delete('lcd')
  url.searchParams.delete('rpc')
  const { href } = url
  const otherwise = remembered(visit, page.given) ?? remembered(kept, page.given) ?? givenEndpoint(page.given)
  if (lcd === null) return { endpoint: otherwise, problem: null, href }

  const named = lcd === 'embedded' ? embedded : parseEndpoint(lcd, rpc, url.protocol)
  if ('problem' in named) return { endpoint: otherwise, problem: words.endpoint.ignored(named.problem), href }
  remember(named, page.given, visit)
  return { endpoint: named, problem: null, href }
}

/** The reader's choice, in place of a link's. */
export function chooseEndpoint(endpoint: Endpoint, given: GivenNode, { kept, visit }: Storages): void {
  remember(endpoint, given, kept)
  remember(endpoint, given, visit)
}

function remember(endpoint: Endpoint, given: GivenNode, storage: Storage | null): void {
  try {
    storage?.setItem(storageKey, JSON.stringify({ ...endpoint, given: given.lcd ?? '' } satisfies Remembered))
  } catch {
    // Storage may be full, or forbidden: the choice then holds until the page is loaded again.
  }
}

function remembered(storage: Storage | null, given: GivenNode): Endpoint | null {
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

/** The node that the page's server names; the chain inside the page where it names none. */
function givenEndpoint({ lcd, rpc }: GivenNode): Endpoint {
  const endpoint = lcd ? parseEndpoint(lcd, rpc) : embedded
  return 'problem' in endpoint ? embedded : endpoint
}

/** A link to this page that brings its endpoint along. */
export function shareLink(href: string, { lcd, rpc }: Endpoint): string {
  const url = new URL(href)
  url.searchParams.set('lcd', lcd ?? 'embedded')
  if (rpc) url.searchParams.set('rpc', rpc)
  return url.href
}
