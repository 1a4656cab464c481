import '@flow-query/explorer-kit/style.css'
import { routes } from '@flow-query/explorer-kit'
import { FlowQueryPlugin } from '@flow-query/vue'
import { QueryClient, VueQueryPlugin } from '@tanstack/vue-query'
import { createApp } from 'vue'
import { createRouter, createWebHistory } from 'vue-router'
import App from './App.vue'
import { client } from './endpoint'
import NotFoundPage from './pages/NotFoundPage.vue'

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 1_000,
      // The chain in the page answers offline too, and an LCD may be on this machine.
      networkMode: 'always',
      // Answers are replaced as a whole; nothing has to follow what is inside them.
      shallow: true,
    },
    mutations: { networkMode: 'always' },
  },
})

// Each page is a file of its own, loaded when it is first opened.
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

createApp(App).use(VueQueryPlugin, { queryClient }).use(FlowQueryPlugin, { client }).use(router).mount('#root')
