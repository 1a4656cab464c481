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
}

const RouterContext = createContext<RouterState | null>(null)
const ParamsContext = createContext<Readonly<Record<string, string>>>({})

/** Follows the URL of the page. While the code of a new page is loading, the previous page stays. */
export function Router({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown>(() => ({ location: currentLocation(), isReturn: true }))
  useLayoutEffect(() => {
    const show = () => startTransition(() => setShown({ location: currentLocation(), isReturn: true }))
    addEventListener('popstate', show)
    return () => removeEventListener('popstate', show)
  }, [])
  const navigate = useCallback<RouterState['navigate']>((to, { replace = false } = {}) => {
    const entry = { key: crypto.getRandomValues(new Uint32Array(2)).join('-') }
    const { href } = new URL(hrefOf(to), window.location.href)
    // Like browsers, a link to the opened page adds no entry.
    if (replace || href === window.location.href) history.replaceState(entry, '', href)
    else history.pushState(entry, '', href)
    startTransition(() => setShown({ location: currentLocation(), isReturn: false }))
  }, [])
  return <RouterContext value={useMemo(() => ({ ...shown, navigate }), [shown, navigate])}>{children}</RouterContext>
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
  const { navigate } = useRouter()
  return {
    href: hrefOf(to),
    onClick(event: MouseEvent<HTMLAnchorElement>) {
      const { button, metaKey, ctrlKey, shiftKey, altKey, currentTarget } = event
      const isForBrowser = button !== 0 || metaKey || ctrlKey || shiftKey || altKey || currentTarget.target
      if (event.defaultPrevented || isForBrowser) return
      event.preventDefault()
      navigate(to, { replace })
    },
  }
}

function hrefOf(to: To): string {
  if (typeof to === 'string') return to
  const { pathname = window.location.pathname, search = '' } = to
  return search ? `${pathname}?${search.replace(/^\?/, '')}` : pathname
}

function currentLocation(): Location {
  const { pathname, search, hash } = window.location
  return { pathname, search, hash, key: history.state?.key ?? 'first' }
}
