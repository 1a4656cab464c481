import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { NodeStateProvider } from '../live/NodeStateProvider'
import { Stale } from '../live/Stale'
import { useEndpoint } from '../node/EndpointProvider'
import { LinkProblem } from '../node/LinkProblem'
import { useLocation } from '../router/router'
import { DialogBoundary } from '../states/DialogBoundary'
import { lazyPart } from '../states/part'
import { KnownVerdicts } from '../verdicts/KnownVerdicts'
import { CrashPage } from './CrashPage'
import { Footer } from './Footer'
import { Header } from './Header'
import { useScrollPlace } from './use-scroll-place'

// The code of the dialog is loaded when it is first opened.
const EndpointDialog = lazyPart(() => import('../node/EndpointDialog'))

export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const { isChoosing, setChoosing } = useEndpoint()
  useScrollPlace()
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  useEffect(() => {
    // Users of screen readers and keyboards continue at the start of the new page.
    if (shown.current !== pathname) main.current?.focus({ preventScroll: true })
    shown.current = pathname
  }, [pathname])

  return (
    <NodeStateProvider>
      {/* Not a link, because it would replace a draft in the hash of the URL. */}
      <button type="button" className="skip" onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <KnownVerdicts>
        <Header />
        <LinkProblem />
        <main id="main" ref={main} tabIndex={-1}>
          <ErrorBoundary FallbackComponent={CrashPage} resetKeys={[pathname]}>
            <Suspense>{children}</Suspense>
          </ErrorBoundary>
        </main>
      </KnownVerdicts>
      <Footer />
      {/* At the end, so that it moves nothing when it appears. */}
      <Stale />
      <DialogBoundary onClose={() => setChoosing(false)}>{isChoosing && <EndpointDialog />}</DialogBoundary>
    </NodeStateProvider>
  )
}
