import '@flow-query/explorer-kit/style.css'
import { persistFlows, routes } from '@flow-query/explorer-kit'
import { FlowQueryPlugin } from '@flow-query/vue'
import { QueryClient, VueQueryPlugin } from '@tanstack/vue-query'
import { createApp, watch } from 'vue'
import { createRouter, createWebHistory } from 'vue-router'
import { client, endpoint } from './endpoint'
import Layout from './Layout.vue'
import NotFoundPage from './pages/NotFoundPage.vue'

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 1_000,
      // The embedded chain and nodes on localhost work offline too.
      networkMode: 'always',
      // A response is replaced as a whole, so deep reactivity is not needed.
      shallow: true,
    },
    mutations: { networkMode: 'always' },
  },
})

const restored = persistFlows(queryClient, client.value, endpoint.value)
watch(client, client => persistFlows(queryClient, client, endpoint.value), { flush: 'sync' })

// The code of a page is loaded when the page is first opened.
const router = createRouter({
  history: createWebHistory(),
  routes: [
    { path: routes.overview, component: () => import('./pages/OverviewPage.vue') },
    { path: routes.flows, component: () => import('./pages/FlowsPage.vue') },
    { path: routes.flow, component: () => import('./pages/FlowPage.vue'), props: true },
    { path: routes.owner, component: () => import('./pages/OwnerPage.vue'), props: true },
    { path: routes.agents, component: () => import('./pages/AgentsPage.vue') },
    { path: routes.agent, component: () => import('./pages/AgentPage.vue'), props: true },
    { path: routes.params, component: () => import('./pages/ParamsPage.vue') },
    { path: '/:path(.*)*', component: NotFoundPage },
  ],
  scrollBehavior: (to, from, saved) => saved ?? (to.path === from.path ? false : { top: 0 }),
})

const app = createApp(Layout).use(VueQueryPlugin, { queryClient }).use(FlowQueryPlugin, { client }).use(router)
// Waits for the code of the opened page and for the stored flows, because rendering everything once is faster than rendering a page
// without flows first.
Promise.allSettled([router.isReady(), restored]).then(() => app.mount('#root'))
