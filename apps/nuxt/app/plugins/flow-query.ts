import { createFlowClient, FlowQueryPlugin } from '@flow-query/vue'
import { type DehydratedState, dehydrate, hydrate, QueryCache, QueryClient, VueQueryPlugin } from '@tanstack/vue-query'

/** Runs for each request on the server, and once in the browser. */
export default defineNuxtPlugin(({ vueApp, hook }) => {
  const { lcdUrl: lcd, rpcUrl: rpc } = useRuntimeConfig().public
  // The timeout is short on the server, because visitors see nothing until the page is rendered.
  const timeout = import.meta.server ? 2_000 : undefined
  const client = createFlowClient({ lcd, rpc, chainId: 'intento-1', timeout })
  const queryClient = new QueryClient({
    defaultOptions: { queries: { staleTime: 10_000 } },
    queryCache: new QueryCache({
      // Failed queries are not sent to the browser. Rendering their errors would cause a hydration mismatch.
      onError: (_, query) => import.meta.server && query.reset(),
    }),
  })
  vueApp.use(VueQueryPlugin, { queryClient }).use(FlowQueryPlugin, { client })

  const state = useState<DehydratedState | undefined>('flow-query')
  if (import.meta.server) {
    hook('app:rendered', () => {
      state.value = dehydrate(queryClient)
    })
  } else if (state.value) {
    hydrate(queryClient, state.value)
  }
})
