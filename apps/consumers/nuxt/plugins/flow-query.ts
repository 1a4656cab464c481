import { createFlowClient } from '@flow-query/core'
import { FlowQueryPlugin } from '@flow-query/vue'
import { type DehydratedState, dehydrate, hydrate, QueryClient, VueQueryPlugin } from '@tanstack/vue-query'

const lcd = (import.meta.server && process.env.LCD_URL) || 'http://127.0.0.1:1317'
const client = createFlowClient({ lcd, chainId: 'intento-1' })

export default defineNuxtPlugin(({ vueApp, hook }) => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 10_000 } } })
  const state = useState<DehydratedState | undefined>('flow-query')
  vueApp.use(VueQueryPlugin, { queryClient }).use(FlowQueryPlugin, { client })
  if (import.meta.server)
    hook('app:rendered', () => {
      state.value = dehydrate(queryClient)
    })
  else hydrate(queryClient, state.value)
})
