import { docsUrl, words } from '@flow-query/explorer-kit'
import { Suspense, useEffect, useRef } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { Outlet, useLocation } from 'react-router'
import { CrashPage } from './pages/CrashPage'
import { EndpointDialog } from './parts/layout/EndpointDialog'
import { Header } from './parts/layout/Header'
import { LinkProblem } from './parts/layout/LinkProblem'
import { Stale } from './parts/layout/Stale'
import { Toasts } from './parts/layout/Toasts'
import { useScrollPlace } from './scroll'

/** The layout of all pages: header, banners, content and footer. */
export function Layout() {
  const { pathname } = useLocation()
  useScrollPlace()
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  useEffect(() => {
    // Users of screen readers and keyboards continue at the start of the new page.
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
