import { createFlowClient, FlowQueryPlugin } from '@flow-query/vue'
import { type DehydratedState, dehydrate, hydrate, QueryClient, VueQueryPlugin } from '@tanstack/vue-query'
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import Page from './ServerPage.vue'

const client = createFlowClient({ lcd: 'http://127.0.0.1:1317', chainId: 'intento-1' })

function createPage(id: string) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 10_000 } } })
  const app = createSSRApp(Page, { id }).use(VueQueryPlugin, { queryClient }).use(FlowQueryPlugin, { client })
  return { app, queryClient }
}

/** Call this on the server, for each request. */
export async function render(id: string): Promise<{ html: string; state: DehydratedState }> {
  const { app, queryClient } = createPage(id)
  const html = await renderToString(app)
  return { html, state: dehydrate(queryClient) }
}

/** Call this once in the browser. */
export function start(id: string, state: DehydratedState) {
  const { app, queryClient } = createPage(id)
  hydrate(queryClient, state)
  app.mount('#app')
}
