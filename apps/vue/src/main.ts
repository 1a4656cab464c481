import '@flow-query/explorer-kit/style.css'
import { routes } from '@flow-query/explorer-kit'
import { FlowQueryPlugin } from '@flow-query/vue'
import { QueryClient, VueQueryPlugin } from '@tanstack/vue-query'
import { createApp } from 'vue'
import { createRouter, createWebHistory } from 'vue-router'
import App from './App.vue'
import { client } from './endpoint'
import FlowPage from './pages/FlowPage.vue'
import FlowsPage from './pages/FlowsPage.vue'
import NotFoundPage from './pages/NotFoundPage.vue'
import OwnerPage from './pages/OwnerPage.vue'
import ParamsPage from './pages/ParamsPage.vue'

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

const router = createRouter({
  history: createWebHistory(),
  routes: [
    { path: '/', redirect: routes.flows },
    { path: routes.flows, component: FlowsPage },
    { path: routes.flow, component: FlowPage, props: true },
    { path: routes.owner, component: OwnerPage, props: true },
    { path: routes.params, component: ParamsPage },
    { path: '/:path(.*)*', component: NotFoundPage },
  ],
  scrollBehavior: (to, from, saved) => saved ?? (to.path === from.path ? false : { top: 0 }),
})

const app = createApp(App).use(VueQueryPlugin, { queryClient }).use(FlowQueryPlugin, { client }).use(router)
router.isReady().then(() => app.mount('#root'))
