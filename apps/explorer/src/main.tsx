import './style'
import { isFlowQueryError } from '@flow-query/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BookmarksProvider } from './bookmarks/BookmarksProvider'
import { Layout } from './layout/Layout'
import { connect, EndpointProvider } from './node/EndpointProvider'
import { EndpointRouter } from './node/EndpointRouter'
import { startPage } from './node/start'
import { NotFoundPage } from './pages/NotFoundPage'
import { matchPath, Routes } from './router/router'
import { LoadError, lazyPart } from './states/part'

// The code of a page is loaded when the page is first opened.
const pages = [
  { path: '/', load: () => import('./pages/OverviewPage') },
  { path: '/flows', load: () => import('./pages/FlowsPage') },
  { path: '/flows/:id', load: () => import('./pages/FlowPage') },
  { path: '/owners/:owner', load: () => import('./pages/OwnerPage') },
  { path: '/agents', load: () => import('./pages/AgentsPage') },
  { path: '/agents/:agentAddress', load: () => import('./pages/AgentPage') },
  { path: '/params', load: () => import('./pages/ParamsPage') },
  { path: '/new', load: () => import('./pages/NewFlowPage') },
  { path: '/subscriptions', load: () => import('./pages/SubscriptionsPage') },
]

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 1_000,
      // The embedded chain and nodes on localhost work offline too.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

const { endpoint, problem } = startPage()
const start = connect(queryClient, endpoint)

/**
 * Renders the explorer after loading the code of the opened page and the stored flows, because rendering everything once is faster than
 * rendering a page without flows first. If the code can't be loaded, the page tries again and displays the error.
 */
async function render(root: HTMLElement) {
  const opened = pages.find(({ path }) => matchPath(path, window.location.pathname))
  const [loaded] = await Promise.all([opened?.load().catch(() => undefined), start.restored])
  const shown = pages.map(page => ({
    path: page.path,
    Component: page === opened && loaded ? loaded.default : lazyPart(page.load),
  }))
  // The page displays errors of the network, so they are not logged.
  const onCaughtError = (error: unknown) => {
    if (!isFlowQueryError(error) && !(error instanceof LoadError)) console.error(error)
  }
  createRoot(root, { onCaughtError }).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <EndpointProvider start={start} problem={problem}>
          <BookmarksProvider>
            <EndpointRouter>
              <Layout>
                <Routes pages={shown} otherwise={<NotFoundPage />} />
              </Layout>
            </EndpointRouter>
          </BookmarksProvider>
        </EndpointProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
}

const root = document.getElementById('root')
if (root) void render(root)
