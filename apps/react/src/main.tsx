import '@flow-query/explorer-kit/style.css'
import { routes, startPage } from '@flow-query/explorer-kit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, Navigate } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { EndpointProvider } from './endpoint'
import { Layout } from './Layout'
import { CrashPage } from './pages/CrashPage'
import { FlowPage } from './pages/FlowPage'
import { FlowsPage } from './pages/FlowsPage'
import { NotFoundPage } from './pages/NotFoundPage'
import { OwnerPage } from './pages/OwnerPage'
import { ParamsPage } from './pages/ParamsPage'

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

const router = createBrowserRouter([
  {
    element: <Layout />,
    errorElement: <CrashPage />,
    children: [
      { index: true, element: <Navigate to={routes.flows} replace /> },
      { path: routes.flows, element: <FlowsPage /> },
      { path: routes.flow, element: <FlowPage /> },
      { path: routes.owner, element: <OwnerPage /> },
      { path: routes.params, element: <ParamsPage /> },
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
