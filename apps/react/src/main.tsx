import '@flow-query/explorer-kit/style.css'
import { isFlowQueryError } from '@flow-query/core'
import { routes, startPage } from '@flow-query/explorer-kit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Route, Routes } from 'react-router'
import { EndpointProvider } from './endpoint'
import { Layout } from './Layout'
import { NotFoundPage } from './pages/NotFoundPage'

// The code of a page is loaded when the page is first opened.
const OverviewPage = lazy(() => import('./pages/OverviewPage'))
const FlowsPage = lazy(() => import('./pages/FlowsPage'))
const FlowPage = lazy(() => import('./pages/FlowPage'))
const OwnerPage = lazy(() => import('./pages/OwnerPage'))
const AgentsPage = lazy(() => import('./pages/AgentsPage'))
const AgentPage = lazy(() => import('./pages/AgentPage'))
const ParamsPage = lazy(() => import('./pages/ParamsPage'))

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

const start = startPage()

const root = document.getElementById('root')
if (root) {
  // The page displays errors of the node, so they are not logged.
  const onCaughtError = (error: unknown) => {
    if (!isFlowQueryError(error)) console.error(error)
  }
  createRoot(root, { onCaughtError }).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <EndpointProvider start={start}>
          <BrowserRouter>
            <Routes>
              <Route element={<Layout />}>
                <Route path={routes.overview} element={<OverviewPage />} />
                <Route path={routes.flows} element={<FlowsPage />} />
                <Route path={routes.flow} element={<FlowPage />} />
                <Route path={routes.owner} element={<OwnerPage />} />
                <Route path={routes.agents} element={<AgentsPage />} />
                <Route path={routes.agent} element={<AgentPage />} />
                <Route path={routes.params} element={<ParamsPage />} />
                <Route path="*" element={<NotFoundPage />} />
              </Route>
            </Routes>
          </BrowserRouter>
        </EndpointProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
}
