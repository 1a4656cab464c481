import '@flow-query/explorer-kit/style.css'
import { routes, startPage } from '@flow-query/explorer-kit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { EndpointProvider } from './endpoint'
import { Layout } from './Layout'
import { CrashPage } from './pages/CrashPage'
import { NotFoundPage } from './pages/NotFoundPage'

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 1_000,
      // The chain in the page answers offline too, and an LCD may be on this machine.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

const start = startPage()
// By this key the router keeps where a page was scrolled to: without one, every address that is pasted shared its place.
if (!history.state?.key) history.replaceState({ ...history.state, key: `${Date.now()}` }, '')

// Each page is a file of its own, loaded when it is first opened.
const router = createBrowserRouter([
  {
    element: <Layout />,
    errorElement: <CrashPage />,
    // Until the first page is loaded there is nothing to show of it.
    hydrateFallbackElement: <Layout />,
    children: [
      { path: routes.overview, lazy: () => import('./pages/OverviewPage') },
      { path: routes.flows, lazy: () => import('./pages/FlowsPage') },
      { path: routes.flow, lazy: () => import('./pages/FlowPage') },
      { path: routes.owner, lazy: () => import('./pages/OwnerPage') },
      { path: routes.agents, lazy: () => import('./pages/AgentsPage') },
      { path: routes.agent, lazy: () => import('./pages/AgentPage') },
      { path: routes.params, lazy: () => import('./pages/ParamsPage') },
      { path: '*', element: <NotFoundPage /> },
    ],
  },
])

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <EndpointProvider start={start}>
          <RouterProvider router={router} />
        </EndpointProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
}
