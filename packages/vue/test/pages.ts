import { type DehydratedState, hydrate } from '@tanstack/vue-query'
import { type Component, createSSRApp, defineComponent, h, onServerPrefetch, Suspense, type App as VueApp } from 'vue'
import { useFlow, useFlowHistory, useInfiniteFlows } from '../src/index.js'
import type { App } from './app.js'

/** A flow, its history and a list, all prefetched by the server. */
const Summary = defineComponent(() => {
  const flow = useFlow({ id: 1n })
  const history = useFlowHistory({ id: '1', limit: 3 })
  const flows = useInfiniteFlows({ limit: 4 })
  const text = () =>
    `${flow.data.value?.label}, ${history.data.value?.history.length} executions, ${flows.data.value?.pages[0]?.flows.length} flows`
  return () => h('p', text())
})

/** A flow that the server waits for. */
const Label = defineComponent(() => {
  const { data, suspense } = useFlow({ id: 1 })
  onServerPrefetch(suspense)
  return () => h('p', data.value?.label)
})

/** A flow that server and browser wait for. */
const SuspenseLabel = defineComponent({
  async setup() {
    const { data, suspense } = useFlow({ id: 1 })
    await suspense()
    return () => h('p', data.value?.label)
  },
})

/** What server and browser both render. */
export const pages = {
  prefetched: Summary,
  awaited: Label,
  suspended: defineComponent(() => () => h(Suspense, null, { default: () => h(SuspenseLabel) })),
  failed: Summary,
}

/** One of them as an app shows it, over a cache that was filled elsewhere. */
export function live({ queryClient, global }: App, page: Component, state: Partial<DehydratedState> = {}): VueApp {
  hydrate(queryClient, state)
  const app = createSSRApp(page)
  for (const [plugin, options] of global.plugins) app.use(plugin, options)
  return app
}

/** No answer is stale while a test runs. */
export const fresh = { queries: { staleTime: Number.POSITIVE_INFINITY } }
