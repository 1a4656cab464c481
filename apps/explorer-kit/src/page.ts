import {
  chooseEndpoint,
  type Endpoint,
  type EndpointStart,
  type GivenNode,
  type Storages,
  startEndpoint,
} from './endpoint.js'

/** What the kit reads and changes of the page that it runs in. Everything else in it is free of a browser. */

export function startPage(): EndpointStart {
  const start = startEndpoint({ href: location.href, given: givenNode() }, storages())
  if (start.href !== location.href) history.replaceState(history.state, '', start.href)
  return start
}

export function remember(endpoint: Endpoint): void {
  chooseEndpoint(endpoint, givenNode(), storages())
}

/** The node that the server of this page names. */
export function givenNode(): GivenNode {
  return { lcd: named('lcd'), rpc: named('rpc') }
}

/** Where the documentation is, if the server of this page says so. */
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

/** What differs from the system is remembered; what agrees with it follows it again. */
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

/** Calls `listener` when the theme changes, by the reader or by the system; the answer ends it. */
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

/** Whether `text` reached the clipboard. Pages over plain http have to go the old way. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = Object.assign(document.createElement('textarea'), { value: text })
    // Beside the focused element: an open dialog makes the rest of the page inert.
    const focused = document.activeElement
    ;(focused?.parentElement ?? document.body).append(area)
    area.select()
    const copied = document.execCommand('copy')
    area.remove()
    if (focused instanceof HTMLElement) focused.focus()
    return copied
  }
}

const storages = (): Storages => ({ kept: allowed(() => localStorage), visit: allowed(() => sessionStorage) })

/** Null where a browser forbids it. */
function allowed(storage: () => Storage): Storage | null {
  try {
    return storage()
  } catch {
    return null
  }
}

const isTable = () => matchMedia('(min-width: 720px)')

/** The height of a row in a long list, in pixels, as the style has it: of a table's, or of a card with its margin. */
export function listRowHeight(): number {
  return isTable().matches ? 64 : 176
}

/** Calls `listener` when a list turns from a table into cards, or back; the answer ends it. */
export function onListLayout(listener: () => void): () => void {
  const media = isTable()
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}
