import {
  docsUrl,
  endpointName,
  errorKind,
  liveText,
  paths,
  pollInterval,
  switchTheme,
  words,
} from '@flow-query/explorer-kit'
import { useLiveFlows } from '@flow-query/react'
import { ago } from '@flow-query/words'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { NavLink, Outlet, useLocation } from 'react-router'
import { EndpointDialog } from './EndpointDialog'
import { useEndpoint } from './endpoint'
import { useClock, useLive, useTheme } from './hooks'
import { CrashPage } from './pages/CrashPage'
import { Search } from './parts/layout/Search'
import { Toasts } from './parts/layout/Toasts'
import { Icon } from './parts/Mark'
import { useScrollPlace } from './scroll'

/** What every page has around it. */
export function Layout() {
  const { pathname } = useLocation()
  useScrollPlace()
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  useEffect(() => {
    // Who reads by ear or keyboard goes on at the top of the new page.
    if (shown.current !== pathname) main.current?.focus({ preventScroll: true })
    shown.current = pathname
  }, [pathname])

  return (
    <>
      <a className="skip" href="#main">
        {words.skipToContent}
      </a>
      <Header />
      <LinkProblem />
      <Stale />
      <main id="main" ref={main} tabIndex={-1}>
        <ErrorBoundary FallbackComponent={CrashPage} resetKeys={[pathname]}>
          <Suspense>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
      <EndpointDialog />
      <Toasts />
    </>
  )
}

function Header() {
  const { endpoint, setChoosing } = useEndpoint()
  const theme = useTheme()
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <header className="header">
      <NavLink className="wordmark" to={paths.overview} data-testid="nav-overview">
        {words.name}
      </NavLink>
      <nav aria-label={words.navigation}>
        <NavLink to={paths.flows} data-testid="nav-flows">
          {words.flows.title}
        </NavLink>
        <NavLink to={paths.agents} data-testid="nav-agents">
          {words.agents.title}
        </NavLink>
        <NavLink to={paths.params} data-testid="nav-params">
          {words.params.title}
        </NavLink>
      </nav>
      <Search />
      <LiveMark />
      <button
        type="button"
        className="quiet endpoint"
        data-testid="endpoint-open"
        aria-haspopup="dialog"
        onClick={() => setChoosing(true)}
      >
        <Icon name="endpoint" />
        <span className="sr">{words.endpoint.open}: </span>
        <span className="ellipsis">{endpointName(endpoint)}</span>
      </button>
      <button
        type="button"
        className="quiet icon"
        data-testid="theme-toggle"
        aria-label={words.theme[other]}
        title={words.theme[other]}
        onClick={switchTheme}
      >
        <Icon name={other} />
      </button>
    </header>
  )
}

/** Keeps the page up to date, and tells how it stands with its node. */
function LiveMark() {
  const updates = useLiveFlows({ fallbackInterval: pollInterval })
  const live = useLive()
  const since = useClock(now => ago(live.answeredAt, now))
  const text = liveText(live, updates, since)
  return (
    <span
      className="live"
      data-testid="live-mark"
      data-state={live.state}
      data-connection={updates.state}
      title={updates.error?.message ?? text}
    >
      <span className="live-dot" aria-hidden="true" />
      <span>{text}</span>
    </span>
  )
}

/** What is shown cannot be renewed at the moment: since when, and why. */
function Stale() {
  const { staleSince, error } = useLive()
  const since = useClock(now => ago(staleSince, now))
  const client = useQueryClient()
  if (!staleSince) return null
  const [title] = words.errors[errorKind(error)]
  return (
    <div className="banner stale" role="status" data-testid="stale" data-kind={errorKind(error)}>
      <Icon name="warning" />
      <p>
        <strong>{title}.</strong> {words.live.stale(since)}
      </p>
      <button type="button" data-testid="stale-retry" onClick={() => client.refetchQueries({ type: 'active' })}>
        {words.live.retry}
      </button>
    </div>
  )
}

const docs = docsUrl()

function Footer() {
  if (!docs) return null
  return (
    <footer className="footer">
      <a href={docs} data-testid="docs">
        {words.docs}
      </a>
    </footer>
  )
}

function LinkProblem() {
  const { problem, dismissProblem } = useEndpoint()
  if (!problem) return null
  return (
    <div className="banner" role="alert" data-testid="endpoint-ignored">
      <Icon name="warning" />
      <p>{problem}</p>
      <button type="button" data-testid="endpoint-dismiss" onClick={dismissProblem}>
        {words.endpoint.dismiss}
      </button>
    </div>
  )
}
