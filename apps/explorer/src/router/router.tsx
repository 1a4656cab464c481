import {
  type ComponentType,
  createContext,
  type MouseEvent,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'

export type To = string | { pathname?: string; search?: string }

interface Location {
  pathname: string
  search: string
  hash: string
  /** Identifies an entry of the browser's history. */
  key: string
}

interface Shown {
  location: Location
  /** Whether the user opened the page, or returned to it with the browser's buttons. */
  isReturn: boolean
}

interface RouterState extends Shown {
  navigate: (to: To, options?: { replace?: boolean }) => void
  kept: KeptParams
}

/** Search parameters that all URLs contain, or that none contains if they are null. Pages don't see them. */
type KeptParams = Readonly<Record<string, string | null>>

const RouterContext = createContext<RouterState | null>(null)
const ParamsContext = createContext<Readonly<Record<string, string>>>({})

interface RouterProps {
  kept: KeptParams
  children: ReactNode
}

/** Follows the URL of the page. While the code of a new page is loading, the previous page stays. */
export function Router({ kept, children }: RouterProps) {
  const [shown, setShown] = useState<Shown>(() => ({ location: currentLocation(kept), isReturn: true }))
  useLayoutEffect(() => {
    // The URL of an older entry can contain other values.
    function correct() {
      const { href } = window.location
      const corrected = withParams(href, kept)
      if (corrected !== href) history.replaceState(history.state, '', corrected)
    }
    function show() {
      correct()
      startTransition(() => setShown({ location: currentLocation(kept), isReturn: true }))
    }
    correct()
    addEventListener('popstate', show)
    return () => removeEventListener('popstate', show)
  }, [kept])
  const navigate = useCallback<RouterState['navigate']>(
    (to, { replace = false } = {}) => {
      const entry = { key: crypto.getRandomValues(new Uint32Array(2)).join('-') }
      const { href } = new URL(hrefOf(to, kept), window.location.href)
      // Like browsers, a link to the opened page adds no entry.
      if (replace || href === window.location.href) history.replaceState(entry, '', href)
      else history.pushState(entry, '', href)
      startTransition(() => setShown({ location: currentLocation(kept), isReturn: false }))
    },
    [kept],
  )
  const state = useMemo(() => ({ ...shown, navigate, kept }), [shown, navigate, kept])
  return <RouterContext value={state}>{children}</RouterContext>
}

interface RoutesProps {
  pages: readonly { path: string; Component: ComponentType }[]
  otherwise: ReactNode
}

/** Renders the page whose path matches the URL. */
export function Routes({ pages, otherwise }: RoutesProps) {
  const { pathname } = useLocation()
  for (const { path, Component } of pages) {
    const params = matchPath(path, pathname)
    if (params)
      return (
        <ParamsContext value={params}>
          <Component key={path} />
        </ParamsContext>
      )
  }
  return otherwise
}

/** Returns the parameters of a path such as `/flows/:id`, or null if a URL doesn't match. */
export function matchPath(path: string, pathname: string): Record<string, string> | null {
  const wanted = path.split('/')
  const parts = pathname.replace(/(?<=.)\/+$/, '').split('/')
  if (wanted.length !== parts.length) return null
  const params: Record<string, string> = {}
  for (const [index, name] of wanted.entries()) {
    const part = parts[index] ?? ''
    if (name.startsWith(':') && part) params[name.slice(1)] = decoded(part)
    else if (name !== part) return null
  }
  return params
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function useRouter(): RouterState {
  const router = use(RouterContext)
  if (!router) throw new Error('This component must be used inside a Router.')
  return router
}

export const useLocation = () => useRouter().location
export const useNavigate = () => useRouter().navigate
/** Whether the user opened the page, or returned to it with the browser's buttons. */
export const useIsReturn = () => useRouter().isReturn
export const useParams = () => use(ParamsContext)

/** Returns the search parameters of the URL, and a function that changes them. */
export function useSearchParams() {
  const { location, navigate } = useRouter()
  const search = useMemo(() => new URLSearchParams(location.search), [location.search])
  const setSearch = useCallback(
    (next: URLSearchParams, options?: { replace?: boolean }) => navigate({ search: String(next) }, options),
    [navigate],
  )
  return [search, setSearch] as const
}

/** Returns the properties of a link that opens a page without loading the explorer again. */
export function useLink(to: To, replace: boolean) {
  const { navigate, kept } = useRouter()
  return {
    href: hrefOf(to, kept),
    onClick(event: MouseEvent<HTMLAnchorElement>) {
      const { button, metaKey, ctrlKey, shiftKey, altKey, currentTarget } = event
      const isForBrowser = button !== 0 || metaKey || ctrlKey || shiftKey || altKey || currentTarget.target
      if (event.defaultPrevented || isForBrowser) return
      event.preventDefault()
      navigate(to, { replace })
    },
  }
}

function hrefOf(to: To, kept: KeptParams): string {
  if (typeof to === 'string') return withParams(to, kept)
  const { pathname = window.location.pathname, search = '' } = to
  return withParams(search ? `${pathname}?${search.replace(/^\?/, '')}` : pathname, kept)
}

/** Sets search parameters of a URL or a path, and removes those that are null. */
export function withParams(href: string, params: KeptParams): string {
  const [, path = '', search = '', hash = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(href) ?? []
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(params)) {
    if (value === null) next.delete(name)
    else next.set(name, value)
  }
  // Equal parameters can be encoded differently, and the URL shouldn't change then.
  const text = String(new URLSearchParams(search)) === String(next) ? search : String(next)
  return `${path}${text && `?${text}`}${hash}`
}

function currentLocation(kept: KeptParams): Location {
  const { pathname, search, hash } = window.location
  const none = Object.fromEntries(Object.keys(kept).map(name => [name, null]))
  return { pathname, search: withParams(search, none), hash, key: history.state?.key ?? 'first' }
}
