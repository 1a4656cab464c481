import { type Bookmarks, createBookmarks } from './bookmarks/bookmarks'
import {
  chooseEndpoint,
  type Endpoint,
  type EndpointForm,
  type EndpointProblem,
  type EndpointStart,
  embedded,
  parseEndpoint,
  type ServerNode,
  type Storages,
  startEndpoint,
} from './node/endpoint'
import { paths } from './paths'

// Functions that use browser APIs. Other files of the kit avoid them, so that their tests run in Node.

export function startPage(): EndpointStart {
  const start = startEndpoint({ href: location.href, given: serverNode() }, storages())
  if (start.href !== location.href) history.replaceState(history.state, '', start.href)
  return start
}

export function remember(endpoint: Endpoint): void {
  chooseEndpoint(endpoint, serverNode(), storages())
}

/** Returns the node that the server inserted into the page. */
function serverNode(): ServerNode {
  return { lcd: named('lcd'), rpc: named('rpc') }
}

/** Returns the values that the dialog shows at first. The embedded chain has no URLs, so its fields show the server's node. */
export function endpointForm(endpoint: Endpoint): EndpointForm {
  const isEmbedded = endpoint.lcd === null
  const { lcd, rpc } = isEmbedded ? serverNode() : endpoint
  return { choice: isEmbedded ? 'embedded' : 'lcd', lcd: lcd ?? '', rpc: rpc ?? '' }
}

/** Returns the endpoint that the user entered, or the problem with it. */
export function enteredEndpoint({ choice, lcd, rpc }: EndpointForm): Endpoint | EndpointProblem {
  return choice === 'embedded' ? embedded : parseEndpoint(lcd, rpc, location.protocol)
}

/** Returns the URL of the documentation, or null if the server did not insert it into the page. */
export function docsUrl(): string | null {
  return named('docs')
}

function named(name: string): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="flow-query:${name}"]`)?.content || null
}

export type Theme = 'light' | 'dark'

const themeKey = 'flow-explorer:theme'

export function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : systemTheme()
}

/** Switches between light and dark. A theme that matches the system is not stored, so the page follows the system again. */
export function switchTheme(): Theme {
  const theme = currentTheme() === 'dark' ? 'light' : 'dark'
  const chosen = theme === systemTheme() ? '' : theme
  document.documentElement.dataset.theme = chosen
  try {
    if (chosen) localStorage.setItem(themeKey, chosen)
    else localStorage.removeItem(themeKey)
  } catch {}
  for (const listener of themeListeners) listener()
  return theme
}

const themeListeners = new Set<() => void>()

/** Calls `listener` when the user or the system changes the theme. Returns a function that unsubscribes. */
export function onTheme(listener: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  themeListeners.add(listener)
  system.addEventListener('change', listener)
  return () => {
    themeListeners.delete(listener)
    system.removeEventListener('change', listener)
  }
}

function systemTheme(): Theme {
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/** Copies a text and returns whether that worked. `navigator.clipboard` doesn't exist on pages that use http. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = Object.assign(document.createElement('textarea'), { value: text })
    // The text area must be next to the focused element, because an open dialog makes the rest of the page inert.
    const focused = document.activeElement
    ;(focused?.parentElement ?? document.body).append(area)
    area.select()
    const copied = document.execCommand('copy')
    area.remove()
    if (focused instanceof HTMLElement) focused.focus()
    return copied
  }
}

/** The bookmarks of this device. */
export const bookmarks: Bookmarks = createBookmarks({ storage: allowed(() => localStorage), events: globalThis })

const viewKey = 'flow-explorer:view'

/** Stores the URL of the list of flows with its filters, so that a link can return to it. Each tab has its own. */
export function rememberView(path: string): void {
  try {
    sessionStorage.setItem(viewKey, path)
  } catch {
    // Without storage, links lead to the list without filters.
  }
}

/** Returns the URL of the list of flows with its last filters. */
export function lastView(): string {
  const stored = allowed(() => sessionStorage)?.getItem(viewKey)
  return stored?.startsWith(`${paths.flows}?`) ? stored : paths.flows
}

/** Saves a text as a file in the browser's downloads. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // Some browsers start the download after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

const storages = (): Storages => ({ kept: allowed(() => localStorage), visit: allowed(() => sessionStorage) })

/** Returns null if the browser blocks the storage. */
function allowed(storage: () => Storage): Storage | null {
  try {
    return storage()
  } catch {
    return null
  }
}

/** The maximum number of printed rows. They fill about a hundred pages. */
export const maxPrintedRows = 2_000

/** Calls `listener` before and after the page is printed. Returns a function that unsubscribes. */
export function onPrint(listener: (printing: boolean) => void): () => void {
  const begin = () => listener(true)
  const end = () => listener(false)
  addEventListener('beforeprint', begin)
  addEventListener('afterprint', end)
  return () => {
    removeEventListener('beforeprint', begin)
    removeEventListener('afterprint', end)
  }
}

/** Whether a label would fill the screen of a phone. Such a title gets a smaller font. */
export function isLongLabel(label: string): boolean {
  return label.length > 60
}

const isTable = () => matchMedia('(min-width: 720px)')

/** The height of a row in a list of flows, in pixels. It must match the styles of table rows, and of cards with their margin. */
export function listRowHeight(): number {
  return isTable().matches ? 64 : 176
}

/** Calls `listener` when lists switch between a table and cards. Returns a function that unsubscribes. */
export function onListLayout(listener: () => void): () => void {
  const media = isTable()
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}
